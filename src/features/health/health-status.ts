import { Type } from 'typebox'

export const HealthStatus = Type.Object({ status: Type.String() }, { title: 'HealthStatus' })
