import type { Endpoint } from '#api/endpoint.ts'
import { access } from './features/access/index.ts'
import { evidence } from './features/evidence/index.ts'
import { health } from './features/health/index.ts'

/** A feature as the program sees it: its operations and its scheduled jobs. */
interface Feature {
  readonly endpoints: readonly Endpoint[]
}

/** The table of contents. */
const features: readonly Feature[] = [access, evidence, health]

export const endpoints: readonly Endpoint[] = features.flatMap(feature => feature.endpoints)
