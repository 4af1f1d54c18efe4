import type { Services } from '#api/call.ts'
import type { Endpoint } from '#api/endpoint.ts'
import type { Family } from '#api/family.ts'
import type { Section } from '#api/provision.ts'
import type { Job } from '#jobs/job.ts'
import { access } from './features/access/index.ts'
import { audit } from './features/audit/index.ts'
import { evidence } from './features/evidence/index.ts'
import { health } from './features/health/index.ts'
import { licensing } from './features/licensing/index.ts'
import { operations } from './features/operations/index.ts'
import { storage } from './features/storage/index.ts'
import { submissions } from './features/submissions/index.ts'
import { webhooks } from './features/webhooks/index.ts'
import { workspace } from './features/workspace/index.ts'

/** A feature as the program sees it: its families, its other operations, scheduled jobs and lists in the provisioning file. */
interface Feature {
  readonly families?: readonly Family[]
  readonly endpoints: readonly Endpoint[]
  readonly jobs?: readonly Job<Services>[]
  readonly sections?: readonly Section[]
}

/** The table of contents. */
const features: readonly Feature[] = [
  access,
  audit,
  evidence,
  health,
  licensing,
  operations,
  storage,
  submissions,
  webhooks,
  workspace,
]

export const families: readonly Family[] = features.flatMap(feature => feature.families ?? [])

export const endpoints: readonly Endpoint[] = [...families, ...features].flatMap(({ endpoints }) => endpoints)

/** The lists of an organization in the provisioning file, in the order in which they are applied. */
export const sections: readonly Section[] = features.flatMap(feature => feature.sections ?? [])

export const jobs: readonly Job<Services>[] = features.flatMap(feature => feature.jobs ?? [])
