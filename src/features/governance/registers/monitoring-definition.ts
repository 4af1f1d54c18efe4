import { plain } from '#src/features/governance/plain.ts'

/** A check that is repeated regularly. */
export const monitoringDefinitions = plain({
  name: 'MonitoringDefinition',
  prefix: 'gmd',
  path: '/monitoring/definitions',
  statuses: ['draft', 'active', 'closed'],
  choice: 'monitoring_definition',
  scope: 'governance.monitoring:read',
})
