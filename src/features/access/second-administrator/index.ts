import { factorSubject } from '#src/features/access/factor-reset/remove-factor.ts'
import { rulesSubject } from '#src/features/access/groups/rules-proposal.ts'
import { providerSubjects } from '#src/features/access/single-sign-on/provider-proposal.ts'
import { getApprovalProposal } from './get-approval-proposal.ts'

export const secondAdministrator = {
  endpoints: [getApprovalProposal],
  approvalSubjects: [...providerSubjects, rulesSubject, factorSubject],
}
