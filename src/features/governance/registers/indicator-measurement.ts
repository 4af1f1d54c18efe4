import { Type } from 'typebox'
import { refersTo } from '#family/reference.ts'
import { Timestamp } from '#http/schema.ts'
import { indicatorDefinitions } from './indicator-definition.ts'
import { register } from './register.ts'

const limit = 1_000_000_000_000

/** The value of an indicator at a point in time. */
export const indicatorMeasurements = register({
  name: 'IndicatorMeasurement',
  prefix: 'gim',
  path: '/indicators/measurements',
  statuses: ['draft', 'active', 'closed'],
  fields: {
    indicatorId: refersTo(indicatorDefinitions),
    value: Type.Number({ minimum: -limit, maximum: limit }),
    measuredAt: Timestamp,
  },
  scope: 'governance.indicators:read',
})
