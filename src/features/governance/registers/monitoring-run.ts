import { plain } from '#src/features/governance/plain.ts'
import { monitoringDefinitions } from './monitoring-definition.ts'

/** One execution of a monitoring definition. */
export const monitoringRuns = plain({
  name: 'MonitoringRun',
  prefix: 'gmr',
  path: '/monitoring/runs',
  statuses: ['open', 'active', 'closed'],
  references: { definitionId: monitoringDefinitions },
  choice: 'monitoring_run',
  scope: 'governance.monitoring:read',
})
