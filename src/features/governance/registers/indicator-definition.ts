import { Line, Nullable } from '#http/schema.ts'
import { register } from './register.ts'

/** A measured quantity and its unit. */
export const indicatorDefinitions = register({
  name: 'IndicatorDefinition',
  prefix: 'gid',
  path: '/indicators/definitions',
  statuses: ['draft', 'active', 'closed'],
  fields: { unit: Nullable(Line(50, 'Unit of the measured values: `%`, `hours`.')) },
  choice: 'indicator_definition',
  scope: 'governance.indicators:read',
})
