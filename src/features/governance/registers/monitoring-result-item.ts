import { plain } from '#src/features/governance/plain.ts'
import { monitoringRuns } from './monitoring-run.ts'

/** What a run found. */
export const monitoringResultItems = plain({
  name: 'MonitoringResultItem',
  prefix: 'gmi',
  path: '/monitoring/result-items',
  statuses: ['open', 'active', 'closed'],
  references: { runId: monitoringRuns },
  scope: 'governance.monitoring:read',
})
