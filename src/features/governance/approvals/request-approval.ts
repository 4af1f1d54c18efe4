import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { recordApprovals } from '#api/approval-subject.ts'
import { changing } from '#api/endpoint.ts'
import { shown } from '#api/family.ts'
import { principalsOf } from '#api/four-eyes.ts'
import { ApprovalRequest, approvalRecords, approvalRequests, approvalTag } from './approval-request.ts'
import { requireNoRequest } from './second-person.ts'
import { subjects } from './subjects.ts'

const answered = shown(approvalRequests)

const { resourceId, justification } = ApprovalRequest.properties
const kind = Type.Enum([...recordApprovals])

/** Nothing of the record changes until another person confirms it, and until then nothing else of it does. */
export const requestApproval = changing({
  name: 'requestApproval',
  summary: 'Request that a control be retired, a clause be not applicable or an exception be active',
  tag: approvalTag,
  method: 'POST',
  workspace: { path: '/approval-requests', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'approval_request.create',
  body: Type.Object({ kind, resourceId, justification: Type.Optional(justification) }),
  response: answered.schema,
  errors: ['not_found', 'unprocessable'],
  async run(change, { body: { kind, resourceId, justification = null } }) {
    const { title } = await subjects[kind](change, resourceId, justification)
    await requireNoRequest(change, resourceId)
    const hands = principalsOf(change.actor)
    const nothing = { decidedBy: null, decidedAt: null } as const
    const asked = { kind, resourceId, title, justification, reason: change.reason ?? '', requestedBy: change.actor.id }
    const made = approvalRecords.insert(change, { ...asked, status: 'open', ...nothing }, { hands })
    change.audit(made.id, { after: made.record, content: { hands } })
    return new Rendered(answered.render(made.record))
  },
})
