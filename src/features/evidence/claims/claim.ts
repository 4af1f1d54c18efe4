import { type Static, Type } from 'typebox'
import { parsed, readAsIs, sorted } from '#family/bound.ts'
import { family } from '#family/family.ts'
import { roles } from '#http/access.ts'
import type { Content } from '#http/audit.ts'
import { event } from '#http/event.ts'
import { renderer } from '#http/record.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import type { Flow } from '#lib/flow.ts'
import { severalReviewers } from '#src/features/evidence/requirements/requirement.ts'

const claimStatuses = ['submitted', 'accepted', 'rejected', 'expired'] as const

/** An evidence claim (interface section 2.2): recorded proof with its validity and review state. */
export const Claim = Type.Object(
  {
    id: Id('gec'),
    evidenceRequirementId: Nullable(Reference('ger')),
    claimKey: Line(200),
    title: Line(500),
    status: Type.Enum([...claimStatuses]),
    subjectModuleKey: Line(200),
    subjectResourceType: Line(200),
    subjectResourceId: Line(200),
    subjectVersionId: Nullable(Line(200)),
    sourceModuleKey: Line(200),
    sourceResourceType: Line(200),
    sourceResourceId: Line(200),
    sourceVersionId: Nullable(Line(200)),
    validFrom: Timestamp,
    validUntil: Timestamp,
    observedFrom: Type.Optional({
      ...Timestamp,
      description: 'Start of the period that the proof covers, if given.',
    }),
    observedUntil: Type.Optional({
      ...Timestamp,
      description: 'End of the period that the proof covers, if given.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'EvidenceClaim' },
)

export type Claim = Static<typeof Claim>

export const renderClaim = renderer(Claim)

interface BoundRow {
  readonly created_by: string
  readonly makers: readonly string[]
  readonly reviewer_id: string | null
  readonly source_snapshot: string
  readonly claim_snapshot: string
  readonly reviewers_required: number
  readonly approvers: readonly string[]
  readonly question_id: string | null
  readonly answerer_id: string | null
}

/** Columns that audit rows bind only if they are set, because they did not exist in earlier releases. */
const approversContent = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 0 ? value.toSorted() : undefined
const ifSet = (value: unknown): unknown => value ?? undefined

/** The fields that audit rows of a claim bind in addition to its record. */
export const claimContent = (row: BoundRow): Content => ({
  answererId: ifSet(row.answerer_id),
  approvers: approversContent(row.approvers),
  claimSnapshot: JSON.parse(row.claim_snapshot),
  createdBy: row.created_by,
  makers: row.makers.toSorted(),
  questionId: ifSet(row.question_id),
  reviewerId: row.reviewer_id,
  reviewersRequired: severalReviewers(row.reviewers_required),
  sourceSnapshot: JSON.parse(row.source_snapshot),
})

/** The transitions of interface section 3.2. The `expire-claims` job performs `expire` (open points "Evidence"). */
export const claimFlow = {
  approve: { from: ['submitted'], to: 'accepted' },
  reject: { from: ['submitted'], to: 'rejected' },
  expire: { from: ['submitted', 'accepted'], to: 'expired' },
} as const satisfies Flow<Claim['status'], string>

/** A claim accepts files only while it is submitted (open points "Attachments"). */
export const acceptsFiles = ({ status }: Pick<Claim, 'status'>): boolean => status === 'submitted'

/** A reviewer's question as events show it. */
const InformationRequest = Type.Object(
  { id: Id('gcq'), question: Type.String(), createdAt: Timestamp },
  { title: 'InformationRequest' },
)

const exampleClaim: Claim = {
  id: 'gec_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
  evidenceRequirementId: 'ger_01JZ8Q4D3N6V0M2K5T7W9Y1B4D',
  claimKey: 'backup-2026-11-20',
  title: 'Backup report of last night',
  status: 'submitted',
  subjectModuleKey: 'controls',
  subjectResourceType: 'control',
  subjectResourceId: 'CTL-7',
  subjectVersionId: null,
  sourceModuleKey: 'external',
  sourceResourceType: 'report',
  sourceResourceId: 'vault-3/nightly/2026-11-20',
  sourceVersionId: null,
  validFrom: '2026-11-20T02:00:00.000Z',
  validUntil: '2026-12-20T02:00:00.000Z',
  createdAt: '2026-11-20T02:04:11.318Z',
  updatedAt: '2026-11-20T02:04:11.318Z',
}

const claimEvent = (change: string, status: Claim['status'], description: string) =>
  event({
    type: `evidence.claim.${change}`,
    description,
    scope: 'governance.evidence:read',
    data: Type.Object({ claim: Claim }),
    example: { claim: { ...exampleClaim, status } },
  })

/** Interface section 6.3. */
export const claimEvents = {
  created: claimEvent('created', 'submitted', 'A claim was created and routed for review.'),
  approve: claimEvent('approved', 'accepted', 'A reviewer accepted a submitted claim.'),
  reject: claimEvent('rejected', 'rejected', 'A reviewer rejected a submitted claim.'),
  expire: claimEvent('expired', 'expired', 'A claim passed the end of its validity.'),
  ask: event({
    type: 'evidence.claim.information_requested',
    description: 'A reviewer asked the submitter of a claim for more. The claim stays submitted.',
    scope: 'governance.evidence:read',
    data: Type.Object({ claim: Claim, informationRequest: InformationRequest }),
    example: {
      claim: exampleClaim,
      informationRequest: {
        id: 'gcq_01JZ8Q4D3N6V0M2K5T7W9Y1B4E',
        question: 'Which volumes did the job restore?',
        createdAt: '2026-11-21T09:12:40.007Z',
      },
    },
  }),
}

/** Interface section 4.2 and open points "Detail and list endpoints". */
export const claims = family({
  name: 'EvidenceClaim',
  label: 'evidence claim',
  prefix: 'gec',
  table: 'evidence_claim',
  plural: 'claims',
  record: Claim,
  tag: 'Evidence',
  scope: 'governance.evidence:read',
  roles: [...roles],
  columns: ['evidenceRequirementId', 'claimKey', 'status', 'validUntil'],
  content: {
    answererId: ifSet,
    approvers: approversContent,
    claimSnapshot: parsed,
    createdBy: readAsIs,
    makers: sorted,
    questionId: ifSet,
    reviewerId: readAsIs,
    reviewersRequired: severalReviewers,
    sourceSnapshot: parsed,
  },
  key: 'claimKey',
  filters: ['evidenceRequirementId', 'status'],
  list: { v1: '/governance/evidence/claims' },
  detail: { v1: '/governance/evidence/claims/{claimId}' },
  choices: [{ kind: 'evidence_claim' }],
  comments: true,
  sorts: ['claimKey', 'title', 'status', 'validUntil'],
  searchedPeople: ['createdBy', 'reviewerId'],
  searched: [
    ...['subjectResourceId', 'sourceModuleKey', 'sourceResourceId'].map(field => `t.record::json ->> '${field}'`),
    `(select string_agg(l.record::json ->> 'originalFilename', ' ') from attachment_link l
       where l.organization_id = t.organization_id and l.claim_id = t.id)`,
  ],
})
