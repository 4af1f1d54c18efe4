import { register } from './register.ts'

/** A check that is repeated regularly. */
export const monitoringDefinitions = register({
  name: 'MonitoringDefinition',
  prefix: 'gmd',
  path: '/monitoring/definitions',
  statuses: ['draft', 'active', 'closed'],
  choice: 'monitoring_definition',
  scope: 'governance.monitoring:read',
})
