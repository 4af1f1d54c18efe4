import { plain } from '#src/features/governance/plain.ts'

/** What is looked at again and again. */
export const monitoringDefinitions = plain({
  name: 'MonitoringDefinition',
  prefix: 'gmd',
  path: '/monitoring/definitions',
  statuses: ['draft', 'active', 'closed'],
  choice: 'monitoring_definition',
  scope: 'governance.monitoring:read',
})
