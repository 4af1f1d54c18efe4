import { moved } from '#src/features/evidence/campaigns/publishing.ts'
import { type PolicyVersion, policyVersionFlow } from './policy-version.ts'

/** The status of a version after a move. Throws a 422 if its status does not allow the move. */
export const nextOf = ({ status }: PolicyVersion, move: keyof typeof policyVersionFlow): PolicyVersion['status'] =>
  moved(policyVersionFlow, status, move)
