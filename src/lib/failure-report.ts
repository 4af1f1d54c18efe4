import { hour, minute } from './clock.ts'

interface Events {
  readonly fails: string
  readonly works: string
}

/** The logged line: `count` failures since the work last succeeded reliably. */
export interface FailureLine {
  readonly event: string
  readonly count: number
  readonly error?: unknown
}

/** For repeated work, such as every second, that may fail each time while the database is down. */
export interface FailureReport {
  failed(error?: unknown): void
  worked(): void
}

/**
 * Logs one line when failures begin, further ones while they last (after 1, 2, 4 … minutes and then hourly), and one
 * when the work succeeds again. Work that alternates between failure and success is also logged at most once a minute.
 * `now` is in milliseconds, from any origin.
 */
export const createFailureReport = (
  { fails, works }: Events,
  tell: (line: FailureLine) => void,
  now: () => number = () => performance.now(),
): FailureReport => {
  let count = 0
  let isReported = false
  let reportAt = Number.NEGATIVE_INFINITY
  let pause = minute
  return {
    failed(error) {
      count++
      if (now() < reportAt) return
      tell({ event: fails, count, ...(error !== undefined && { error }) })
      isReported = true
      reportAt = now() + pause
      pause = Math.min(2 * pause, hour)
    },
    worked() {
      if (!isReported) return
      tell({ event: works, count })
      isReported = false
      count = 0
      reportAt = Math.min(reportAt, now() + minute)
      pause = minute
    },
  }
}
