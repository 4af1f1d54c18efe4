import { isAccessApproval } from '#http/approval-subject.ts'
import { approvalSubjectOf, requireAdministrator, toRequestedChange } from './access-approvals.ts'
import { decisionEndpoint } from './decide-approval.ts'

export const withdrawApproval = decisionEndpoint({
  name: 'withdrawApproval',
  verb: 'withdraw',
  summary: 'Withdraw or decline a requested change; the record stays as it is',
  roles: ['admin', 'reviewer', 'contributor'],
  status: 'withdrawn',
  errors: ['forbidden_resource'],
  async effect(change, request) {
    const { kind } = request.fields
    if (!isAccessApproval(kind)) return {}
    requireAdministrator(change)
    await approvalSubjectOf(change, kind).drop?.(change, toRequestedChange(request))
    return {}
  },
})
