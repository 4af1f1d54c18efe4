import { type Static, Type } from 'typebox'
import { texts } from '#db/statement.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { approvalKinds } from '#http/approval-subject.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'

/** A requested change that waits for a second person. Until then, the record does not change. */
export const ApprovalRequest = Type.Object(
  {
    id: Id('apr'),
    kind: Type.Enum([...approvalKinds]),
    resourceId: Reference('gct', 'gfc', 'gex', 'idp', 'grs', 'prs'),
    title: Type.String({
      description: 'Key and title of the record, and of the linked record if any, at the time of the request.',
    }),
    justification: Nullable(
      Type.String({ minLength: 1, maxLength: 10_000, description: 'Why a clause is not applicable; otherwise null.' }),
    ),
    /** The other end of the link to remove: the control of a clause, or the requirement of a control. */
    linkedId: Type.Optional(Nullable(Reference('gct', 'ger'))),
    reason: Type.String({ description: 'The reason for the request.' }),
    proposalDigest: Type.Optional(
      Nullable(
        Type.String({
          description: 'SHA-256, hexadecimal, of the proposal for a change of access, which only administrators see.',
        }),
      ),
    ),
    status: Type.Enum(['open', 'confirmed', 'withdrawn']),
    requestedBy: Reference('prs'),
    decidedBy: Nullable(Reference('prs')),
    decidedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'ApprovalRequest' },
)

export type ApprovalRequest = Static<typeof ApprovalRequest>

export const approvalTag = 'Approvals'

export const approvalRequests = family({
  name: 'ApprovalRequest',
  label: 'approval request',
  prefix: 'apr',
  table: 'approval_request',
  plural: 'approvalRequests',
  record: ApprovalRequest,
  columns: ['kind', 'resourceId', 'status'],
  /** The requester, and everyone who could act as them. */
  beside: { hands: texts },
  sorts: ['title', 'status'],
  filters: ['resourceId', 'status'],
  tag: approvalTag,
  roles: [...roles],
  list: { workspace: '/approval-requests' },
  detail: { workspace: '/approval-requests/{requestId}' },
})

export const approvalRecords = records(approvalRequests)

export const ApprovalParams = Type.Object({ requestId: Reference('apr') })
