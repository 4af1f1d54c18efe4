import { accessRequestsOfPerson } from './access-approvals.ts'
import { approvalRequests } from './approval-request.ts'
import { confirmApproval } from './confirm-approval.ts'
import { requestApproval } from './request-approval.ts'
import { approvalTitles } from './titles.ts'
import { withdrawApproval } from './withdraw-approval.ts'
import { pendingApprovals } from './work.ts'

export const approvalsFeature = {
  families: [approvalRequests],
  endpoints: [requestApproval, confirmApproval, withdrawApproval],
  revocableLinks: [accessRequestsOfPerson],
  titleSources: approvalTitles,
  workSources: [pendingApprovals],
}
