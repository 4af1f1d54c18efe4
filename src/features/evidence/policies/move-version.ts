import { nextVersionStatus } from '#src/features/evidence/campaigns/publishing.ts'
import { type PolicyVersion, policyVersionFlow } from './policy-version.ts'

/** Returns the status of a policy version after a move. Throws a 422 if its current status does not allow the move. */
export const nextPolicyStatus = (
  { status }: PolicyVersion,
  move: keyof typeof policyVersionFlow,
): PolicyVersion['status'] => nextVersionStatus(policyVersionFlow, status, move)
