/**
 * Loaded into every process of a run whose clock is ahead (test/hours.ts). Its `Date`, and every clock derived from it,
 * is TEST_TIME_AHEAD milliseconds ahead of the machine's clock. PostgreSQL does not need this, because the program
 * never reads the time from it.
 */

/**
 * Moves the `Date` of a process or a page. The function refers to nothing outside itself, because a page receives it as
 * text.
 */
export const moveDate = (offset: number): void => {
  const { now } = Date
  Date.now = () => now() + offset
  globalThis.Date = new Proxy(Date, {
    construct: (date, args, newTarget) => Reflect.construct(date, args.length > 0 ? args : [date.now()], newTarget),
    apply: date => new date(date.now()).toString(),
  })
}

/** The milliseconds by which the clock of this run is ahead, normally 0. */
export const timeAhead = Number(process.env.TEST_TIME_AHEAD ?? 0)
if (timeAhead !== 0) moveDate(timeAhead)

/** Returns the time of the machine's clock, for programs other than Node, whose clocks are not moved. */
export const machineTime = (): number => Date.now() - timeAhead

/** Returns the environment variables of a run whose clock is ahead by this time. */
export const aheadBy = (ms: number): Readonly<Record<string, string>> => ({
  TEST_TIME_AHEAD: `${ms}`,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`.trim(),
})
