/**
 * `npm run test:hours [-- FILES…]`: runs the tests once for each time at which time-dependent tests tend to fail:
 * around midnight, on 29 February, and when summer time begins and ends in a zone that has it. `--only NAME,NAME`
 * selects some of these times; `--load 4` adds that many processes that keep a core busy.
 */
import { day, hour, iso, minute } from '#lib/clock.ts'
import { countOf, keepBusy, runSuite, takeOptions } from './suite-run.ts'
import { aheadBy } from './time-ahead.ts'

const berlin = { TZ: 'Europe/Berlin' }
const utc = { TZ: 'UTC' }

type Moment = readonly [name: string, at: number, zone: typeof berlin | typeof utc]

const now = Date.now()
const thisYear = new Date(now).getUTCFullYear()

/** Returns the next occurrence of this time of day in UTC. */
const next = (timeOfDay: number): number => {
  const time = Math.floor(now / day) * day + timeOfDay
  return time > now ? time : time + day
}

/** Returns the first future time that `momentOf` returns for the current year or a later one. */
const inYears = (momentOf: (year: number) => number | undefined): number => {
  for (let year = thisYear; ; year++) {
    const time = momentOf(year)
    if (time !== undefined && time > now) return time
  }
}

const leapDay = (year: number): number | undefined => {
  const time = Date.UTC(year, 1, 29, 10)
  return new Date(time).getUTCMonth() === 1 ? time : undefined
}

/**
 * Returns one minute before summer time begins or ends, which happens at 01:00 UTC on the last Sunday of a month
 * (2000/84/EC).
 */
const lastSunday =
  (month: number) =>
  (year: number): number => {
    const lastDay = Date.UTC(year, month + 1, 0, 1)
    return lastDay - new Date(lastDay).getUTCDay() * day - minute
  }

const moments: readonly Moment[] = [
  ['00:05', next(5 * minute), utc],
  ['03:00', next(3 * hour), utc],
  ['12:00', next(12 * hour), utc],
  ['23:55', next(23 * hour + 55 * minute), utc],
  ['leap-day', inYears(leapDay), utc],
  ['summer-begins', inYears(lastSunday(2)), berlin],
  ['summer-ends', inYears(lastSunday(9)), berlin],
]

const { values, rest } = takeOptions(['only', 'load'])
const allNames = moments.map(([name]) => name)
const selectedMoments = (values.only?.split(',') ?? allNames).map(selectedName => {
  const moment = moments.find(([name]) => name === selectedName)
  if (!moment) throw new Error(`--only takes some of ${allNames.join(', ')}`)
  return moment
})
using _busy = keepBusy(countOf('load', values.load, 0, 0))

const summary: string[] = []
for (const [name, time, zone] of selectedMoments) {
  const title = `${name.padEnd(14)} ${iso(time).slice(0, 16)}Z ${zone.TZ}`
  console.log(`\n— ${title}`)
  const { failed, minutes } = await runSuite(rest, { ...aheadBy(time - Date.now()), ...zone })
  summary.push(
    `${failed.length === 0 ? '✔' : '✖'} ${title}, ${minutes.toFixed(1)} min`,
    ...failed.map(test => `    ${test}`),
  )
  if (failed.length > 0) process.exitCode = 1
}
console.log(`\n${summary.join('\n')}`)
