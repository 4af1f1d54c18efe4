import { hour, minute } from './clock.ts'

interface Events {
  readonly fails: string
  readonly works: string
}

/** The line to log; `count` is the number of failures since the work last succeeded reliably. */
export interface FailureLine {
  readonly event: string
  readonly count: number
  readonly error?: unknown
}

/**
 * Records the outcomes of frequently repeated work, which may fail every second while the database is down.
 */
export interface FailureReport {
  failed(error?: unknown): void
  worked(): void
}

/**
 * Logs a line when failures begin, further lines while they last (after 1, 2, 4 … minutes, then hourly), and a line
 * when the work succeeds again. Work that alternates between failure and success is also logged at most once a minute.
 * `now` returns milliseconds from any origin.
 */
export const createFailureReport = (
  { fails, works }: Events,
  logLine: (line: FailureLine) => void,
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
      logLine({ event: fails, count, ...(error !== undefined && { error }) })
      isReported = true
      reportAt = now() + pause
      pause = Math.min(2 * pause, hour)
    },
    worked() {
      if (!isReported) return
      logLine({ event: works, count })
      isReported = false
      count = 0
      reportAt = Math.min(reportAt, now() + minute)
      pause = minute
    },
  }
}
