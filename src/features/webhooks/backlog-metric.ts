import type { Services } from '#http/call.ts'
import { cacheMetric } from '#lib/cached-metric.ts'
import { second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { BacklogByState } from '#lib/metrics.ts'
import { sampleBacklog } from './backlog-queries.ts'

const noBacklog = { waiting: 0, oldest: 0 }

/** Creates a sample that counts pending deliveries by endpoint state. Never rejects. */
export const createBacklogSample = ({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) => {
  const report = createFailureReport({ fails: 'webhook_backlog_not_counted', works: 'webhook_backlog_counted' }, line =>
    log.warn(line),
  )
  const countBacklog = async (): Promise<BacklogByState> => {
    const rows = await db.readInstall(sampleBacklog, {})
    const now = clock.now()
    const entries = rows.map(({ state, waiting, oldest }) => [
      state,
      { waiting, oldest: Math.max(0, now - (oldest ?? now)) / second },
    ])
    return {
      active: noBacklog,
      failing: noBacklog,
      paused: noBacklog,
      stopped: noBacklog,
      ...Object.fromEntries(entries),
    }
  }
  return cacheMetric<BacklogByState>({}, countBacklog, report)
}
