import { refersTo } from '#family/reference.ts'
import { monitoringRuns } from './monitoring-run.ts'
import { register } from './register.ts'

/** One result of a run. */
export const monitoringResultItems = register({
  name: 'MonitoringResultItem',
  prefix: 'gmi',
  path: '/monitoring/result-items',
  statuses: ['open', 'active', 'closed'],
  fields: { runId: refersTo(monitoringRuns) },
  scope: 'governance.monitoring:read',
})
