import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

export interface Supervised {
  readonly pid: number
  readonly exited: Promise<number | null>
  stop(): Promise<void>
}

export interface SupervisionOptions {
  readonly first: Postmaster
  readonly launch: () => Promise<Postmaster>
  readonly log: (line: string) => void
  readonly stopping: AbortSignal
  /** Waits so many milliseconds; rejects when `stopping` is aborted. */
  readonly pause?: (ms: number) => Promise<void>
}

/** The pause before the n-th restart within `WINDOW_MS`; where the row ends, PostgreSQL is given up. */
const PAUSES_MS = [0, 200, 1_000, 3_000, 10_000]
const WINDOW_MS = 60_000

/** Keeps a postmaster running until `stopping` is aborted or it has died too often. */
export const supervise = (options: SupervisionOptions): Supervised => {
  const { first, launch, log, stopping } = options
  const pause = options.pause ?? (ms => delay(ms, undefined, { signal: stopping }))
  let current = first

  const restart = async (deaths: number[]): Promise<boolean> => {
    for (;;) {
      deaths.push(Date.now())
      const recent = deaths.filter(at => at > Date.now() - WINDOW_MS).length
      const ms = PAUSES_MS[recent - 1]
      if (ms === undefined) return false
      try {
        await pause(ms)
        current = await launch()
        if (stopping.aborted) return current.stop().then(() => false)
        log(`supervisor: PostgreSQL runs again as process ${current.pid}`)
        return true
      } catch (error) {
        if (stopping.aborted) return false
        log(`supervisor: PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }

  const run = async (): Promise<number | null> => {
    const deaths: number[] = []
    for (;;) {
      const { code, signal } = await current.exited
      if (stopping.aborted) return code
      log(`supervisor: PostgreSQL (process ${current.pid}) ended with ${signal ?? `status ${code}`}`)
      if (await restart(deaths)) continue
      if (!stopping.aborted) log('supervisor: PostgreSQL died too often; it is not started again')
      return code
    }
  }

  const exited = run()
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
