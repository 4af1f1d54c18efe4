import { getLiveness } from './get-liveness.ts'
import { getReadiness } from './get-readiness.ts'

export const health = { endpoints: [getLiveness, getReadiness] }
