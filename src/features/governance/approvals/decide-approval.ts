import { recordResponse } from '#family/family.ts'
import type { Role } from '#http/access.ts'
import type { AuditDetail } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { type ErrorId, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { ApprovalParams, approvalRecords, approvalRequests, approvalTag } from './approval-request.ts'

const requestResponse = recordResponse(approvalRequests)

type LockedRequest = Awaited<ReturnType<typeof approvalRecords.lock>>

interface DecisionDeclaration {
  readonly name: string
  readonly verb: 'confirm' | 'withdraw'
  readonly summary: string
  readonly roles: readonly Role[]
  readonly status: 'confirmed' | 'withdrawn'
  readonly errors: readonly ErrorId[]
  /**
   * Runs under the lock of an open request, before the request is written. Throws a refusal if the decision is not
   * possible.
   */
  effect(change: Change, request: LockedRequest): Promise<Pick<AuditDetail, 'detail'>>
}

/** Declares an endpoint that confirms or withdraws a request. */
export const decisionEndpoint = ({ name, verb, summary, roles, status, errors, effect }: DecisionDeclaration) =>
  changeEndpoint({
    name,
    summary,
    tag: approvalTag,
    method: 'POST',
    workspace: { path: `/approval-requests/{requestId}/${verb}`, roles },
    status: 200,
    action: `approval_request.${verb}`,
    params: ApprovalParams,
    response: requestResponse.schema,
    errors: ['not_found', 'unprocessable', ...errors],
    async run(change, { params: { requestId: id } }) {
      const current = await approvalRecords.lock(change, id)
      if (current.fields.status !== 'open')
        throw new Refusal(
          'unprocessable',
          sentence`approval.not_open: The request is ${{ status: current.fields.status }}; only an open one can be decided.`,
        )
      const auditDetail = await effect(change, current)
      const decision = { status, decidedBy: change.actor.id, decidedAt: iso(change.now) }
      const changed = approvalRecords.update(change, current, decision)
      change.audit(id, { before: current.record, after: changed.record, content: current.beside, ...auditDetail })
      return new Rendered(requestResponse.render(changed.record))
    },
  })
