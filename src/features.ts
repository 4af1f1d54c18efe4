import type { Bound } from '#family/bound.ts'
import type { ChoiceSource } from '#family/choice-source.ts'
import type { Family } from '#family/family.ts'
import { columnOf } from '#family/table.ts'
import type { AllServices, ApprovalSubject, Capabilities, CoreServices, RevocableLinks } from '#http/call.ts'
import type { Endpoint } from '#http/endpoint.ts'
import type { Job } from '#jobs/job.ts'
import type { Exportable } from '#shared/exportable.ts'
import type { ProblemSource } from '#shared/problem-source.ts'
import type { Section } from '#shared/provision.ts'
import type { SearchSource } from '#shared/search-source.ts'
import type { TitleSource } from '#shared/title-source.ts'
import type { WorkSource } from '#shared/work-source.ts'
import { access } from './features/access/index.ts'
import { provideAccess } from './features/access/provide-access.ts'
import { audit } from './features/audit/index.ts'
import { createTitleFinder } from './features/audit/record-titles.ts'
import { createRecordVerifier } from './features/audit/verify-records.ts'
import { checkpoints } from './features/checkpoints/index.ts'
import { provideCheckpoints } from './features/checkpoints/provide-checkpoints.ts'
import { commentTitles, commentWords } from './features/comments/comment-sources.ts'
import { comments } from './features/comments/index.ts'
import { evidence } from './features/evidence/index.ts'
import { provideEvidence } from './features/evidence/provide-evidence.ts'
import { exports } from './features/exports/index.ts'
import { approvals } from './features/governance/approvals/access-approvals.ts'
import { governance } from './features/governance/index.ts'
import { health } from './features/health/index.ts'
import { ledger } from './features/ledger/index.ts'
import { licensing } from './features/licensing/index.ts'
import { provideLicensing } from './features/licensing/provide-licensing.ts'
import { notifications } from './features/notifications/index.ts'
import { operations } from './features/operations/index.ts'
import { samples } from './features/samples/index.ts'
import { recordSearch } from './features/search/index.ts'
import { listSearch } from './features/search/list-search.ts'
import { createSearchStatements } from './features/search/sources.ts'
import { storage } from './features/storage/index.ts'
import { openCheckpointBucket, provideStorage } from './features/storage/provide-storage.ts'
import { submissions } from './features/submissions/index.ts'
import { webhooks } from './features/webhooks/index.ts'
import { workspace } from './features/workspace/index.ts'

/** The parts that a feature contributes to the program. */
interface Feature {
  readonly families?: readonly Family[]
  /** Tables outside its families whose rows the audit trail binds. */
  readonly bounds?: readonly Bound[]
  /** Operations outside its families. */
  readonly endpoints: readonly Endpoint[]
  readonly jobs?: readonly Job<AllServices>[]
  /** Lists in the provisioning file. */
  readonly sections?: readonly Section[]
  /** Parts of bundles of proof. */
  readonly exportables?: readonly Exportable[]
  readonly workSources?: readonly WorkSource[]
  /** Problems of operation that administrators are notified of. */
  readonly problemSources?: readonly ProblemSource[]
  /** Choices other than families. */
  readonly choiceSources?: readonly ChoiceSource[]
  /** The titles of records outside its families, for the audit trail. */
  readonly titleSources?: readonly TitleSource[]
  /** Records outside its families that a search finds. */
  readonly searchSources?: readonly SearchSource[]
  /** Links that people may have kept after losing access. */
  readonly revocableLinks?: readonly RevocableLinks[]
  /** Changes that need a second administrator. */
  readonly approvalSubjects?: readonly ApprovalSubject[]
}

const features: readonly Feature[] = [
  access,
  audit,
  checkpoints,
  comments,
  evidence,
  exports,
  governance,
  health,
  ledger,
  licensing,
  notifications,
  operations,
  samples,
  recordSearch,
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

/** Verifies the records of all bound tables. */
export const verifyRecords = createRecordVerifier(bounds)

/** The title source of a family: its field `title` or `name`. */
const titlesOfFamily = ({ prefix, table, record }: Family): TitleSource[] => {
  const field = ['title', 'name'].find(name => name in record.properties)
  return field ? [{ prefix, table, title: `t.record::json ->> '${field}'` }] : []
}

/**
 * The field that holds the key of a family's records: its unique key, or a key that can occur more than once in a
 * workspace.
 */
const searchKeyOf = ({ key, label, record }: Family): string | undefined => {
  if (key !== undefined && key !== 'id') return key
  const field = `${label.split(' ').at(-1)}Key`
  return field in record.properties ? field : undefined
}

/**
 * SQL for the ids, without their prefix, of the people named in a family's columns, so that a search finds records by
 * people's names.
 */
const peopleOf = ({ columns, people = [], searchedPeople = [] }: Family): string[] => {
  const owners = columns.filter(name => name === 'ownerId' || name === 'assessorId')
  const names = new Set([...owners, ...people, ...searchedPeople])
  return [...names].map(name => `split_part(t.${columnOf(name)}, '_', 2)`)
}

/** The records of a family that a search finds: those with a title or a name. */
const searchSourcesOf = (family: Family): SearchSource[] => {
  const [source] = titlesOfFamily(family)
  const key = searchKeyOf(family)
  const texts = [...(family.searched ?? []), ...peopleOf(family)]
  if (!source) return []
  const comments = family.comments && { comments: commentWords }
  return [{ ...source, ...(key && { key: `t.record::json ->> '${key}'` }), texts, ...comments }]
}

/** The families whose records accept comments. */
const commented = families.filter(family => family.comments)

const findTitles = createTitleFinder([
  commentTitles(commented),
  ...features.flatMap(feature => feature.titleSources ?? []),
  ...families.flatMap(titlesOfFamily),
])

export const endpoints: readonly Endpoint[] = [...families, ...features].flatMap(({ endpoints }) => endpoints)

/** The lists of an organization in the provisioning file, in the order in which the program applies them. */
export const sections: readonly Section[] = features.flatMap(feature => feature.sections ?? [])

export const jobs: readonly Job<AllServices>[] = features.flatMap(feature => feature.jobs ?? [])

/** The links that people may have kept, and the access changes that need a second administrator. */
export const accessRules = {
  revocableLinks: features.flatMap(feature => feature.revocableLinks ?? []),
  approvalSubjects: features.flatMap(feature => feature.approvalSubjects ?? []),
  approvals,
}

/** The settings and folders that features receive at startup in addition to the core services. */
export type Opening = Parameters<typeof provideStorage>[1] &
  Parameters<typeof openCheckpointBucket>[1] &
  Omit<Parameters<typeof provideCheckpoints>[1], 'bucket'> &
  Parameters<typeof provideAccess>[1]

/** Creates the capabilities of all features. `receivers` needs the delivery engine, which starts later. */
export const provide = (
  core: CoreServices,
  opening: Opening,
  stack: AsyncDisposableStack,
): Omit<Capabilities, 'countCache' | 'receivers'> => ({
  exportables: features.flatMap(feature => feature.exportables ?? []),
  workSources: features.flatMap(feature => feature.workSources ?? []),
  problemSources: features.flatMap(feature => feature.problemSources ?? []),
  choiceSources: [...families, ...features].flatMap(({ choiceSources = [] }) => choiceSources),
  verifyRecords,
  ...provideEvidence,
  findTitles,
  commentedKinds: commented.map(({ prefix }) => prefix),
  searchStatements: createSearchStatements([
    ...families.flatMap(searchSourcesOf),
    ...features.flatMap(feature => feature.searchSources ?? []),
  ]),
  listSearch,
  ...provideLicensing(core),
  ...provideStorage(core, opening, stack),
  ...provideCheckpoints(core, { ...opening, bucket: openCheckpointBucket(core, opening, stack) }),
  ...provideAccess(core, opening, stack),
})
