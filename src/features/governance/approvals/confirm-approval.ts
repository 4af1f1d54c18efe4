import { statement, text } from '#db/statement.ts'
import type { Role } from '#http/access.ts'
import { type AccessApproval, isAccessApproval } from '#http/approval-subject.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { requireProof } from '#http/recent-proof.ts'
import { day } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { requireAnotherAdministrator } from '#shared/another-administrator.ts'
import { overlap, principalsOf, withCustodians } from '#shared/four-eyes.ts'
import {
  approvalSubjectOf,
  expiryOf,
  requireAdministrator,
  type StoredRequest,
  toRequestedChange,
} from './access-approvals.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { decisionEndpoint } from './decide-approval.ts'
import { prepareChange, type RecordApproval } from './subjects.ts'

/** The roles that can confirm requests. */
export const approvers: readonly Role[] = ['admin', 'reviewer']

const findRequest = statement(
  'find_approval_request',
  { id: text },
  `select ${withCustodians('a.hands')} as hands, o.self_decision
     from approval_request a join organization o on o.id = a.organization_id
    where a.organization_id = :organization and a.id = :id`,
)

const decideRecordChange = async (change: Change, request: ApprovalRequest, kind: RecordApproval) => {
  const { hands, self_decision: mayDecideOwn } = firstOrNotFound(
    await change.tx.query(findRequest, { id: request.id }),
    'approval request',
  )
  const isOwn = overlap(principalsOf(change.actor), hands)
  if (isOwn && !mayDecideOwn)
    throw new Refusal(
      'forbidden_resource',
      sentence`approval.own: Another person must confirm this: neither the requester nor anyone who could act as them can (four eyes).`,
    )
  const { apply } = await prepareChange(change, kind, request)
  apply()
  return isOwn ? { detail: 'self-decided' } : {}
}

/** Requires another administrator even if the workspace lets people decide alone. */
const decideAccessChange = async (change: Change, request: StoredRequest, kind: AccessApproval) => {
  const { actor, now } = change
  const { hands } = request.beside
  requireAdministrator(change)
  requireProof(actor, now)
  const { requestedBy: by, createdAt: at, resourceId } = request.fields
  if (resourceId === actor.id)
    throw new Refusal(
      'forbidden_resource',
      sentence`approval.own_sign_in: Another administrator must confirm this: it concerns your own sign-in.`,
    )
  await requireAnotherAdministrator(change, { by, at, expiresAt: expiryOf(at), hands, minGrantAgeMs: day })
  return (await approvalSubjectOf(change, kind).apply(change, toRequestedChange(request))) ?? {}
}

export const confirmApproval = decisionEndpoint({
  name: 'confirmApproval',
  verb: 'confirm',
  summary: 'Confirm and apply a change that another person requested (four eyes)',
  roles: approvers,
  status: 'confirmed',
  errors: ['conflict', 'forbidden_resource'],
  effect(change, request) {
    const { kind } = request.fields
    return isAccessApproval(kind)
      ? decideAccessChange(change, request, kind)
      : decideRecordChange(change, request.fields, kind)
  },
})
