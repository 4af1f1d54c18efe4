import { refersTo } from '#family/reference.ts'
import { monitoringDefinitions } from './monitoring-definition.ts'
import { register } from './register.ts'

/** One execution of a monitoring definition. */
export const monitoringRuns = register({
  name: 'MonitoringRun',
  prefix: 'gmr',
  path: '/monitoring/runs',
  statuses: ['open', 'active', 'closed'],
  fields: { definitionId: refersTo(monitoringDefinitions) },
  choice: 'monitoring_run',
  scope: 'governance.monitoring:read',
})
