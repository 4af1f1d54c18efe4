import { createHash } from 'node:crypto'
import { second } from '#lib/clock.ts'
import type { Planned } from './job.ts'
import { nextRun } from './schedule.ts'

/** The number of moments counted one by one, at 0.1 to 0.7 ms each; later ones are estimated from their pace. */
const counted = 100

/** When jobs run on one install. Moments are milliseconds since the epoch. */
export interface Timetable {
  /** The shift of a job's starts on this install, in milliseconds: whole seconds below its jitter. */
  offset(job: Planned): number
  /** The first moment after `ms`. */
  next(job: Planned, ms: number): number
  /** The first moments after `ms`. */
  upcoming(job: Planned, ms: number, count: number): number[]
  /** The number of moments since the planned one, excluding it; from 100 on an estimate if they are irregular. */
  missed(job: Planned, planned: number, now: number): number
}

/** The timetable of an install: `install` is any text that its nodes share and other installs do not. */
export const createTimetable = (install: string): Timetable => {
  const offset = ({ name, jitter = 0 }: Planned): number => {
    const seconds = Math.floor(jitter / second)
    if (seconds === 0) return 0
    return (createHash('sha256').update(`${install} ${name}`).digest().readUInt32BE() % seconds) * second
  }
  /** The moments after one, from the last query: a repeated query a second later asks for the same. */
  const known = new WeakMap<Planned, { readonly after: number; readonly moments: readonly number[] }>()
  const next = (job: Planned, ms: number): number => {
    const by = offset(job)
    return nextRun(job.schedule, ms - by) + by
  }
  return {
    offset,
    next,
    upcoming(job, ms, count) {
      const before = known.get(job)
      const moments = before && before.after <= ms ? before.moments.filter(at => at > ms) : []
      while (moments.length < count) moments.push(next(job, moments.at(-1) ?? ms))
      known.set(job, { after: ms, moments })
      return moments.slice(0, count)
    },
    missed(job, planned, now) {
      const passed: number[] = []
      for (let at = next(job, planned); at <= now && passed.length < counted; at = next(job, at)) passed.push(at)
      const [first = now] = passed
      const last = passed.at(-1) ?? now
      if (passed.length < counted) return passed.length
      return counted + Math.floor((now - last) / ((last - first) / (counted - 1)))
    },
  }
}
