import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

export interface SupervisedPostgres {
  readonly pid: number
  readonly exited: Promise<number | null>
  stop(): Promise<void>
}

export interface SupervisionOptions {
  readonly first: Postmaster
  readonly launch: () => Promise<Postmaster>
  readonly log: (line: string) => void
  readonly stopping: AbortSignal
  /** Waits for the given milliseconds; rejects when `stopping` is aborted. */
  readonly pause?: (ms: number) => Promise<void>
}

/** The pauses before the restarts in a series; the last one repeats. */
const PAUSES_MS = [0, 200, 1_000, 3_000, 10_000]
/** The duration of a run that ends a series of restarts. */
const STEADY_MS = 60_000
/** The duration of a series of restarts after which the supervisor gives up, so that the operator notices. */
const LIMIT_MS = 120_000

/** Keeps a postmaster running until `stopping` is aborted, or until two minutes have passed without a lasting run. */
export const supervise = (options: SupervisionOptions): SupervisedPostgres => {
  const { first, launch, log, stopping } = options
  const pause = options.pause ?? (ms => delay(ms, undefined, { signal: stopping }))
  let current = first
  let launchedAt = Date.now()
  let series = { since: Date.now(), length: 0 }

  /** Restarts the postmaster; returns false if the supervisor gave up or was stopped. */
  const restart = async (): Promise<boolean> => {
    if (Date.now() - launchedAt >= STEADY_MS) series = { since: Date.now(), length: 0 }
    for (;;) {
      if (series.length > 0 && Date.now() - series.since >= LIMIT_MS) return false
      try {
        await pause(PAUSES_MS[Math.min(series.length++, PAUSES_MS.length - 1)] ?? 0)
        current = await launch()
        launchedAt = Date.now()
        if (stopping.aborted) return current.stop().then(() => false)
        log(`supervisor: PostgreSQL runs again as process ${current.pid}`)
        return true
      } catch (error) {
        if (stopping.aborted) return false
        log(`supervisor: PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }

  const superviseUntilEnd = async (): Promise<number | null> => {
    for (;;) {
      const { code, signal } = await current.exited
      if (stopping.aborted) return code
      log(`supervisor: PostgreSQL (process ${current.pid}) ended with ${signal ?? `status ${code}`}`)
      if (await restart()) continue
      if (!stopping.aborted) log('supervisor: PostgreSQL kept failing for two minutes; it will not be restarted')
      return code
    }
  }

  const exited = superviseUntilEnd()
  return {
    get pid() {
      return current.pid
    },
    exited,
    stop: async () => {
      await current.stop()
      await exited
    },
  }
}
