import { Type } from 'typebox'
import { Timestamp } from '#http/schema.ts'
import { plain } from '#src/features/governance/plain.ts'
import { indicatorDefinitions } from './indicator-definition.ts'

const most = 1_000_000_000_000

/** The value of an indicator at a moment. */
export const indicatorMeasurements = plain({
  name: 'IndicatorMeasurement',
  prefix: 'gim',
  path: '/indicators/measurements',
  statuses: ['draft', 'active', 'closed'],
  references: { indicatorId: indicatorDefinitions },
  fields: { value: Type.Number({ minimum: -most, maximum: most }), measuredAt: Timestamp },
  scope: 'governance.indicators:read',
})
