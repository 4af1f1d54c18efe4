import { plain } from '#src/features/governance/plain.ts'
import { monitoringRuns } from './monitoring-run.ts'

/** One result of a run. */
export const monitoringResultItems = plain({
  name: 'MonitoringResultItem',
  prefix: 'gmi',
  path: '/monitoring/result-items',
  statuses: ['open', 'active', 'closed'],
  references: { runId: monitoringRuns },
  scope: 'governance.monitoring:read',
})
