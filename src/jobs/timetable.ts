import { createHash } from 'node:crypto'
import { second } from '#lib/clock.ts'
import type { Planned } from './job.ts'
import { nextRun } from './schedule.ts'

/** The maximum number of times to count one by one, at 0.1 to 0.7 ms each; the number of later ones is estimated. */
const maxCounted = 100

/** The times at which jobs run on an install, in milliseconds since the epoch. */
export interface Timetable {
  /** The shift of a job's starts on this install, in milliseconds: whole seconds below its jitter. */
  offset(job: Planned): number
  /** The first time after `ms`. */
  next(job: Planned, ms: number): number
  /** The first `count` times after `ms`. */
  upcoming(job: Planned, ms: number, count: number): number[]
  /** The number of scheduled times after the planned one, up to now; above 100 an estimate if they are irregular. */
  missed(job: Planned, planned: number, now: number): number
}

/** Creates the timetable of an install. `install` is any text that its nodes share and other installs do not. */
export const createTimetable = (install: string): Timetable => {
  const offset = ({ name, jitter = 0 }: Planned): number => {
    const seconds = Math.floor(jitter / second)
    if (seconds === 0) return 0
    return (createHash('sha256').update(`${install} ${name}`).digest().readUInt32BE() % seconds) * second
  }
  /** The times that were last computed for each job, because the same query often repeats a second later. */
  const cache = new WeakMap<Planned, { readonly after: number; readonly times: readonly number[] }>()
  const next = (job: Planned, ms: number): number => {
    const shift = offset(job)
    return nextRun(job.schedule, ms - shift) + shift
  }
  return {
    offset,
    next,
    upcoming(job, ms, count) {
      const cached = cache.get(job)
      const times = cached && cached.after <= ms ? cached.times.filter(time => time > ms) : []
      while (times.length < count) times.push(next(job, times.at(-1) ?? ms))
      cache.set(job, { after: ms, times })
      return times.slice(0, count)
    },
    missed(job, planned, now) {
      const passed: number[] = []
      for (let time = next(job, planned); time <= now && passed.length < maxCounted; time = next(job, time))
        passed.push(time)
      const [first = now] = passed
      const last = passed.at(-1) ?? now
      if (passed.length < maxCounted) return passed.length
      return maxCounted + Math.floor((now - last) / ((last - first) / (maxCounted - 1)))
    },
  }
}
