/**
 * Loaded into every process of a run whose time is ahead (test/hours.ts). Its `Date`, and so every clock derived from
 * it, is TEST_TIME_AHEAD milliseconds ahead of the machine's. PostgreSQL does not need this, because the program never
 * asks it for the time.
 */

/** Moves the `Date` of a process or a page. Uses nothing outside the function, because a page gets it as text. */
export const moveDate = (offset: number): void => {
  const { now } = Date
  Date.now = () => now() + offset
  globalThis.Date = new Proxy(Date, {
    construct: (date, args, newTarget) => Reflect.construct(date, args.length > 0 ? args : [date.now()], newTarget),
    apply: date => new date(date.now()).toString(),
  })
}

/** 0 in an ordinary run. */
export const timeAhead = Number(process.env.TEST_TIME_AHEAD ?? 0)
if (timeAhead !== 0) moveDate(timeAhead)

/** The time of the machine's clock, for programs outside Node, whose clocks are not moved. */
export const machineTime = (): number => Date.now() - timeAhead

/** The environment of a run whose clock is this far ahead. */
export const aheadBy = (ms: number): Readonly<Record<string, string>> => ({
  TEST_TIME_AHEAD: `${ms}`,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`.trim(),
})
