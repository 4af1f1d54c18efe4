import { statement, text, texts } from '#db/statement.ts'
import { type AccessApproval, accessApprovals, type RequestedChange } from '#http/approval-subject.ts'
import type { Approvals, Change, RevocableLinks } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { day, iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { couldNotActAsSql, principalsOf } from '#shared/four-eyes.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { ApprovalRequest, approvalRecords } from './approval-request.ts'

/** How long a change of access can be confirmed after its request. */
const confirmationPeriod = 7 * day

export const expiryOf = (createdAt: string): string => iso((parseTimestamp(createdAt) ?? 0) + confirmationPeriod)

export const approvalSubjectOf = ({ approvalSubjects }: Change, kind: AccessApproval) => {
  const subject = approvalSubjects.find(candidate => candidate.kind === kind)
  if (!subject) throw new Error(`no feature handles changes of the kind ${kind}`)
  return subject
}

export type StoredRequest = Pick<Awaited<ReturnType<typeof approvalRecords.lock>>, 'fields' | 'beside'>

export const toRequestedChange = ({ fields, beside }: StoredRequest): RequestedChange => {
  const { id, resourceId, proposalDigest = null } = fields
  return { id, resourceId, hands: beside.hands, proposalDigest }
}

/** Throws a 403 for roles other than administrator, which decide only about records. */
export const requireAdministrator = ({ actor }: Change): void => {
  if (actor.role !== 'admin')
    throw new Refusal(
      'forbidden_resource',
      sentence`approval.administrators_only: Only administrators can decide about access; ask one to decide.`,
    )
}

/** Serializes the checks for an open request. */
const lockAccessRequests = statement(
  'lock_access_requests',
  {},
  'select pg_advisory_xact_lock(hashtextextended(:organization, 118))',
)

const listOpen = statement(
  'list_open_access_requests',
  { kinds: texts, resourceId: text },
  `select id, record from approval_request
    where organization_id = :organization and status = 'open' and kind = any (:kinds::text[])
      and :resourceId::text in ('', resource_id)
    order by id for update`,
)

const findOtherAdministrator = statement(
  'find_other_administrator',
  { person: text, concerns: text },
  `select id from person
    where organization_id = :organization and role = 'admin' and not disabled and id <> :concerns
      and ${couldNotActAsSql('id', 'array[:person::text]')}
    limit 1`,
)

const withdrawAction = 'approval_request.withdraw'

/** Withdraws an open request that can no longer be confirmed, and records the reason in the audit trail. */
const withdrawRequest = async (change: Change, id: string, detail: string): Promise<void> => {
  const current = await approvalRecords.lock(change, id)
  const decision = { status: 'withdrawn', decidedBy: null, decidedAt: iso(change.now) } as const
  const changed = approvalRecords.update(change, current, decision)
  const auditDetail = {
    action: withdrawAction,
    before: current.record,
    after: changed.record,
    content: current.beside,
    detail,
  }
  change.audit(id, auditDetail)
  const kind = accessApprovals.find(access => access === current.fields.kind)
  if (kind) await approvalSubjectOf(change, kind).drop?.(change, toRequestedChange(current))
}

export const approvals: Approvals = {
  async request(change, input, { kinds, resourceId = '', concerns = '', otherwise }) {
    const { tx, actor, now } = change
    await tx.query(lockAccessRequests, {})
    for (const { id, record } of await tx.query(listOpen, { kinds, resourceId })) {
      if (now < (parseTimestamp(expiryOf(readRecord(ApprovalRequest, record).createdAt)) ?? 0))
        throw new Refusal(
          'unprocessable',
          sentence`approval.already_requested: A request for this change is waiting for a second administrator; confirm or withdraw it first.`,
          { extra: { approvalRequestId: id } },
        )
      await withdrawRequest(change, id, 'expired')
    }
    const [otherAdministrator] = await tx.query(findOtherAdministrator, { person: actor.id, concerns })
    if (!otherAdministrator)
      throw new Refusal(
        'conflict',
        sentence`approval.no_second_administrator: This needs a second administrator, but no other one could confirm it. ${{ otherwise }}`,
        { extra: { needs: 'second_administrator' } },
      )
    const hands = principalsOf(actor)
    const undecided = { justification: null, decidedBy: null, decidedAt: null } as const
    const requestFields = { ...input, reason: change.reason ?? '', requestedBy: actor.id }
    const newRequest = approvalRecords.insert(change, { ...requestFields, status: 'open', ...undecided }, { hands })
    change.audit(newRequest.id, { action: 'approval_request.create', after: newRequest.record, content: { hands } })
    writeSecurityEvent(change, {
      type: 'accessChangeRequested',
      context: { resourceId: newRequest.id, state: input.kind },
    })
    return { id: newRequest.id, record: newRequest.record }
  },
}

const listRequestsOf = statement(
  'list_access_requests_of_person',
  { kinds: texts, personId: text },
  `select id from approval_request
    where organization_id = :organization and status = 'open' and kind = any (:kinds::text[])
      and record::json ->> 'requestedBy' = :personId
    order by id`,
)

/** Withdraws an administrator's requests when they lose that role; otherwise one administrator could act alone. */
export const accessRequestsOfPerson: RevocableLinks = {
  revokedOn: 'admin_role',
  async revoke(change, personId) {
    for (const { id } of await change.tx.query(listRequestsOf, { kinds: accessApprovals, personId }))
      await withdrawRequest(change, id, 'the requester is no longer an administrator')
  },
}
