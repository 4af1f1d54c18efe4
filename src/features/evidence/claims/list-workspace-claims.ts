import { Type } from 'typebox'
import { text } from '#db/statement.ts'
import { search } from '#family/search.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { nameOf } from '#http/name-of.ts'
import { pageQuery } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { versionField } from '#http/version.ts'
import { type WaitingFor, waitingForSql } from './answerer.ts'
import { isByContributor } from './approval.ts'
import { Claim, claims } from './claim.ts'
import { checkReviewEligibility, reviewEligibility } from './four-eyes.ts'
import {
  approvalsNeededBy,
  hasSelfApproval,
  involvedIn,
  readerIfApprover,
  readerIfContributor,
} from './four-eyes-queries.ts'
import { claimEtag, claimPeople } from './get-workspace-claim.ts'
import { ApprovalCount, approvalsNeeded, waitingFor } from './rounds.ts'

const ListedClaim = Type.Object(
  {
    ...Claim.properties,
    ...claimPeople,
    attachmentCount: Type.Integer({ minimum: 0 }),
    waitingFor,
    approvals: Type.Optional(ApprovalCount),
    ...reviewEligibility,
    ...versionField,
  },
  { title: 'ListedClaim' },
)

interface Row {
  id: string
  record: string
  created_by: string
  created_by_name: string | null
  reviewer_id: string | null
  reviewer_name: string | null
  attachments: number
  status: Claim['status']
  /** The caller, if they contributed to the claim. */
  involved: string[]
  self_decision: boolean
  waiting_for: WaitingFor
  /** The caller, if an approval in force is theirs. */
  approved_by: string[]
  self_approved: boolean
  approvals_given: number
  approvals_needed: number
}

/** The approvals of a submitted claim. The decision of any other claim says enough. */
const countApprovals = ({ status, approvals_needed, approvals_given }: Row) =>
  status === 'submitted'
    ? { needed: approvalsNeeded(approvals_needed, approvals_given), given: approvals_given }
    : undefined

const find = search<Row>({
  table: 'evidence_claim',
  parameters: { person: text },
  columns: `created_by, ${nameOf('t.created_by')} as created_by_name,
          reviewer_id, ${nameOf('reviewer_id')} as reviewer_name,
          (select count(*)::int from attachment_link l where l.organization_id = :organization and l.claim_id = t.id) as attachments,
          status, ${readerIfContributor('t')} as involved, (select self_decision from organization o where o.id = :organization) as self_decision,
          ${waitingForSql('t')} as waiting_for, ${readerIfApprover('t')} as approved_by, ${hasSelfApproval('t')} as self_approved, ${approvalsNeededBy('t')} as approvals_needed,
          case when t.approvers = '{}' then 0 else (select count(*)::int from review_approval v
             where v.organization_id = :organization and v.claim_id = t.id and v.voided_at is null
              and not ${isByContributor('v', `select ${involvedIn('t')}`)}) end as approvals_given`,
  filters: {
    claimKey: 'claim_key',
    assigneeId: 'reviewer_id',
    evidenceRequirementId: 'evidence_requirement_id',
    status: 'status',
  },
  indexes: [
    { by: ['claimKey'], unique: true },
    { by: ['assigneeId'], where: { status: 'submitted' } },
    { by: ['assigneeId'] },
    { by: ['evidenceRequirementId', 'status'] },
    { by: ['evidenceRequirementId'] },
    { by: ['status'] },
    { by: [] },
  ],
  orders: ['newest', 'oldest'],
  family: claims,
})

const endpoint = 'listWorkspaceClaims'

export const listWorkspaceClaims = readEndpoint({
  name: endpoint,
  summary: 'List evidence claims with their creators and reviewers, newest or oldest first',
  tag: 'Evidence',
  workspace: { path: '/claims', roles: [...roles] },
  query: Type.Object({
    evidenceRequirementId: Type.Optional(Reference('ger')),
    status: Type.Optional(Claim.properties.status),
    assigneeId: Type.Optional(Reference('prs')),
    claimKey: Type.Optional(Claim.properties.claimKey),
    order: Type.Optional(
      Type.Enum(['newest', 'oldest'], {
        description: 'By time of creation; newest first if omitted. Superseded by `sort`.',
      }),
    ),
    ...find.query,
    ...pageQuery,
  }),
  response: Type.Object({ claims: Type.Array(ListedClaim), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['listSearch'],
  run(call, { query }) {
    return find(call, {
      endpoint,
      plural: 'claims',
      query,
      order: query.order,
      values: { person: call.actor.id },
      render(row) {
        const viewFields = {
          createdBy: row.created_by,
          createdByName: row.created_by_name,
          reviewerId: row.reviewer_id,
          reviewerName: row.reviewer_name,
          attachmentCount: row.attachments,
          waitingFor: row.waiting_for,
          approvals: countApprovals(row),
          ...checkReviewEligibility(call.actor, row),
          etag: claimEtag(row),
        }
        return `${row.record.slice(0, -1)},${JSON.stringify(viewFields).slice(1)}`
      },
    })
  },
})
