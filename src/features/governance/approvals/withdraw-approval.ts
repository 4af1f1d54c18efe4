import { isAccessApproval } from '#api/approval-subject.ts'
import { requestedChange, requireAdministrator, subjectOf } from './access-approvals.ts'
import { deciding } from './decide-approval.ts'

export const withdrawApproval = deciding({
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
    await subjectOf(change, kind).drop?.(change, requestedChange(request))
    return {}
  },
})
