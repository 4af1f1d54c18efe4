import type { Services } from '#api/call.ts'
import { second } from '#lib/clock.ts'
import { sampleBacklog } from './backlog-queries.ts'

const keptFor = 15 * second

/** Counts what waits, by the state of its endpoint, at most every 15 s however often it is asked. */
export const createBacklogSample = ({ db, log }: Pick<Services, 'db' | 'log'>) => {
  let counts: Readonly<Record<string, number>> = {}
  let takenAt = Number.NEGATIVE_INFINITY
  return async (): Promise<Readonly<Record<string, number>>> => {
    if (performance.now() - takenAt < keptFor) return counts
    takenAt = performance.now()
    try {
      const rows = await db.readInstall(sampleBacklog, [])
      const waiting = Object.fromEntries(rows.map(row => [row.state, row.waiting]))
      counts = { active: 0, failing: 0, paused: 0, stopped: 0, ...waiting }
    } catch (error) {
      log.warn({ event: 'webhook_backlog_not_counted', error })
    }
    return counts
  }
}
