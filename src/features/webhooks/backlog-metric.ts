import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#api/call.ts'
import { second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Backlog } from '#lib/metrics.ts'
import { sampleBacklog } from './backlog-queries.ts'

const keptFor = 15 * second
/**
 * A scrape must succeed while the database does not respond: it shows the previous counts, and the new ones next time.
 */
const patience = second / 2

const none = { waiting: 0, oldest: 0 }

/**
 * Counts waiting deliveries by the state of their endpoint, at most every 15 s, however often it is called. Never
 * rejects.
 */
export const createBacklogSample = ({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) => {
  let backlog: Backlog = {}
  let takenAt = Number.NEGATIVE_INFINITY
  let taking: Promise<void> | undefined
  const report = createFailureReport({ fails: 'webhook_backlog_not_counted', works: 'webhook_backlog_counted' }, line =>
    log.warn(line),
  )

  const take = async (): Promise<void> => {
    takenAt = performance.now()
    try {
      const rows = await db.readInstall(sampleBacklog, {})
      const now = clock.now()
      const found = rows.map(({ state, waiting, oldest }) => [
        state,
        { waiting, oldest: Math.max(0, now - (oldest ?? now)) / second },
      ])
      backlog = { active: none, failing: none, paused: none, stopped: none, ...Object.fromEntries(found) }
      report.worked()
    } catch (error) {
      report.failed(error)
    }
    taking = undefined
  }

  return async (): Promise<Backlog> => {
    if (performance.now() - takenAt >= keptFor) taking ??= take()
    if (taking) await Promise.race([taking, delay(patience, undefined, { ref: false })])
    return backlog
  }
}
