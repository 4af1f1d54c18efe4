import type { Bound } from '#api/bound.ts'
import type { ApprovalSubject, KeptLinks, Services } from '#api/call.ts'
import type { ChoiceSource } from '#api/choice-source.ts'
import type { Endpoint } from '#api/endpoint.ts'
import type { Exportable } from '#api/exportable.ts'
import type { Family } from '#api/family.ts'
import type { Section } from '#api/provision.ts'
import type { WorkSource } from '#api/work-source.ts'
import type { Job } from '#jobs/job.ts'
import { access } from './features/access/index.ts'
import { audit } from './features/audit/index.ts'
import { createRecordVerifier } from './features/audit/verify-records.ts'
import { checkpoints } from './features/checkpoints/index.ts'
import { evidence } from './features/evidence/index.ts'
import { exports } from './features/exports/index.ts'
import { governance } from './features/governance/index.ts'
import { health } from './features/health/index.ts'
import { ledger } from './features/ledger/index.ts'
import { licensing } from './features/licensing/index.ts'
import { operations } from './features/operations/index.ts'
import { storage } from './features/storage/index.ts'
import { submissions } from './features/submissions/index.ts'
import { webhooks } from './features/webhooks/index.ts'
import { workspace } from './features/workspace/index.ts'

/**
 * A feature as the program sees it: its families, its other operations, scheduled jobs, and lists in the provisioning
 * file; its parts of bundles of proof, its sources of work, and its choices besides families; the links that people may
 * have kept, and the changes that need a second administrator.
 */
interface Feature {
  readonly families?: readonly Family[]
  /** Tables outside its families that the audit trail binds. */
  readonly bounds?: readonly Bound[]
  readonly endpoints: readonly Endpoint[]
  readonly jobs?: readonly Job<Services>[]
  readonly sections?: readonly Section[]
  readonly exportables?: readonly Exportable[]
  readonly workSources?: readonly WorkSource[]
  readonly choiceSources?: readonly ChoiceSource[]
  readonly keptLinks?: readonly KeptLinks[]
  readonly approvalSubjects?: readonly ApprovalSubject[]
}

/** The table of contents. */
const features: readonly Feature[] = [
  access,
  audit,
  checkpoints,
  evidence,
  exports,
  governance,
  health,
  ledger,
  licensing,
  operations,
  storage,
  submissions,
  webhooks,
  workspace,
]

export const families: readonly Family[] = features.flatMap(feature => feature.families ?? [])

/** How the audit trail binds tables. */
const bounds: readonly Bound[] = [
  ...families.map(family => family.bound),
  ...features.flatMap(feature => feature.bounds ?? []),
]

/** Verifies the records of all bounds. */
export const verifyRecords = createRecordVerifier(bounds)

export const endpoints: readonly Endpoint[] = [...families, ...features].flatMap(({ endpoints }) => endpoints)

/** The lists of an organization in the provisioning file, in the order in which they are applied. */
export const sections: readonly Section[] = features.flatMap(feature => feature.sections ?? [])

export const jobs: readonly Job<Services>[] = features.flatMap(feature => feature.jobs ?? [])

export const exportables: readonly Exportable[] = features.flatMap(feature => feature.exportables ?? [])

export const workSources: readonly WorkSource[] = features.flatMap(feature => feature.workSources ?? [])

export const choiceSources: readonly ChoiceSource[] = [...families, ...features].flatMap(
  ({ choiceSources = [] }) => choiceSources,
)

export const keptLinks: readonly KeptLinks[] = features.flatMap(feature => feature.keptLinks ?? [])

export const approvalSubjects: readonly ApprovalSubject[] = features.flatMap(
  ({ approvalSubjects = [] }) => approvalSubjects,
)
