import type { Bound } from '#family/bound.ts'
import type { ChoiceSource } from '#family/choice-source.ts'
import type { Family } from '#family/family.ts'
import type { AllServices, ApprovalSubject, Capabilities, CoreServices, KeptLinks } from '#http/call.ts'
import type { Endpoint } from '#http/endpoint.ts'
import type { Job } from '#jobs/job.ts'
import type { Exportable } from '#shared/exportable.ts'
import type { Section } from '#shared/provision.ts'
import type { WorkSource } from '#shared/work-source.ts'
import { access } from './features/access/index.ts'
import { provideAccess } from './features/access/provide-access.ts'
import { audit } from './features/audit/index.ts'
import { createRecordVerifier } from './features/audit/verify-records.ts'
import { checkpoints } from './features/checkpoints/index.ts'
import { provideCheckpoints } from './features/checkpoints/provide-checkpoints.ts'
import { evidence } from './features/evidence/index.ts'
import { exports } from './features/exports/index.ts'
import { approvals } from './features/governance/approvals/access-approvals.ts'
import { governance } from './features/governance/index.ts'
import { health } from './features/health/index.ts'
import { ledger } from './features/ledger/index.ts'
import { licensing } from './features/licensing/index.ts'
import { provideLicensing } from './features/licensing/provide-licensing.ts'
import { operations } from './features/operations/index.ts'
import { storage } from './features/storage/index.ts'
import { openCheckpointBucket, provideStorage } from './features/storage/provide-storage.ts'
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
  readonly jobs?: readonly Job<AllServices>[]
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

export const jobs: readonly Job<AllServices>[] = features.flatMap(feature => feature.jobs ?? [])

/** Changes of access that need a second administrator, and the links that people may have kept. */
export const accessRules = {
  keptLinks: features.flatMap(feature => feature.keptLinks ?? []),
  approvalSubjects: features.flatMap(feature => feature.approvalSubjects ?? []),
  approvals,
}

/** The settings and places that a start gives to features, besides the services that exist already. */
export type Opening = Parameters<typeof provideStorage>[1] &
  Parameters<typeof openCheckpointBucket>[1] &
  Omit<Parameters<typeof provideCheckpoints>[1], 'bucket'> &
  Parameters<typeof provideAccess>[1]

/** The capabilities of all features, from the bottom up; `receivers` needs the delivery engine, which starts later. */
export const provide = (
  core: CoreServices,
  opening: Opening,
  stack: AsyncDisposableStack,
): Omit<Capabilities, 'countCache' | 'receivers'> => ({
  exportables: features.flatMap(feature => feature.exportables ?? []),
  workSources: features.flatMap(feature => feature.workSources ?? []),
  choiceSources: [...families, ...features].flatMap(({ choiceSources = [] }) => choiceSources),
  verifyRecords,
  ...provideLicensing(core),
  ...provideStorage(core, opening, stack),
  ...provideCheckpoints(core, { ...opening, bucket: openCheckpointBucket(core, opening, stack) }),
  ...provideAccess(core, opening, stack),
})
