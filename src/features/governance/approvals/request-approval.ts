import { Type } from 'typebox'
import { recordResponse } from '#family/family.ts'
import { recordApprovals } from '#http/approval-subject.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { ApprovalRequest, approvalRecords, approvalRequests, approvalTag } from './approval-request.ts'
import { requireNoRequest } from './second-person.ts'
import { prepareChange } from './subjects.ts'

const requestResponse = recordResponse(approvalRequests)

const { resourceId, justification, linkedId } = ApprovalRequest.properties
const kind = Type.Enum([...recordApprovals])

/** Requests a change. The record does not change until another person confirms it. */
export const requestApproval = changeEndpoint({
  name: 'requestApproval',
  summary: 'Request a change to a record that needs a second person',
  tag: approvalTag,
  method: 'POST',
  workspace: { path: '/approval-requests', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'approval_request.create',
  body: Type.Object({ kind, resourceId, justification: Type.Optional(justification), linkedId }),
  response: requestResponse.schema,
  errors: ['not_found', 'unprocessable'],
  async run(change, { body: { kind, resourceId, justification = null, linkedId = null } }) {
    const { title } = await prepareChange(change, kind, { resourceId, justification, linkedId })
    await requireNoRequest(change, resourceId)
    const hands = principalsOf(change.actor)
    const undecided = { decidedBy: null, decidedAt: null } as const
    const requestFields = {
      kind,
      resourceId,
      title,
      justification,
      linkedId,
      reason: change.reason ?? '',
      requestedBy: change.actor.id,
    }
    const newRequest = approvalRecords.insert(change, { ...requestFields, status: 'open', ...undecided }, { hands })
    change.audit(newRequest.id, { after: newRequest.record, content: { hands } })
    return new Rendered(requestResponse.render(newRequest.record))
  },
})
