import { live, ready } from './probes.ts'

export const health = { endpoints: [live, ready] }
