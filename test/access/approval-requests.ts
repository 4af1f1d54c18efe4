import type { PrepareRequest } from './arrangement.ts'

const forNewRequest: PrepareRequest = async organization => ({
  params: { requestId: (await organization.approvalRequest()).requestId },
})

/** Request data for changes that wait for a second person. */
export const approvalArrangements: Readonly<Record<string, PrepareRequest>> = {
  async requestApproval(organization) {
    const { clauseId: resourceId, controlId: linkedId } = await organization.clauseControl()
    return { body: { kind: 'clause_control_removal', resourceId, linkedId } }
  },
  // A control cannot be changed while a request to change it is open.
  updateControl: async organization => ({ params: { controlId: (await organization.clauseControl()).controlId } }),
  confirmApproval: forNewRequest,
  withdrawApproval: forNewRequest,
}
