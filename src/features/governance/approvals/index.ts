import { accessRequestsOfPerson } from './access-approvals.ts'
import { approvalRequests } from './approval-request.ts'
import { confirmApproval } from './confirm-approval.ts'
import { requestApproval } from './request-approval.ts'
import { withdrawApproval } from './withdraw-approval.ts'
import { approvalsToGive } from './work.ts'

export const ofApprovals = {
  families: [approvalRequests],
  endpoints: [requestApproval, confirmApproval, withdrawApproval],
  keptLinks: [accessRequestsOfPerson],
  workSources: [approvalsToGive],
}
