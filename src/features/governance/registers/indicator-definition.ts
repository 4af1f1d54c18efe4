import { Line, Nullable } from '#api/schema.ts'
import { plain } from '#src/features/governance/plain.ts'

/** What is measured, and in which unit. */
export const indicatorDefinitions = plain({
  name: 'IndicatorDefinition',
  prefix: 'gid',
  path: '/indicators/definitions',
  statuses: ['draft', 'active', 'closed'],
  fields: { unit: Nullable(Line(50, 'Unit of the measured values: `%`, `hours`.')) },
  choice: 'indicator_definition',
  scope: 'governance.indicators:read',
})
