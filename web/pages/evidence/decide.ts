import { client, unwrap } from '#web/api/client.ts'
import { type IfMatch, ifMatch } from '#web/api/version.ts'
import type { Claim } from './queries.ts'
import type { Decision } from './reasons.ts'

const paths = {
  approve: '/api/workspace/claims/{claimId}/approve',
  reject: '/api/workspace/claims/{claimId}/reject',
} as const satisfies Record<Decision, string>

export interface DecisionInput {
  readonly claim: Claim
  readonly decision: Decision
  readonly reason: string
  /** The version of the claim to decide on, if it differs from the one shown. */
  readonly header?: IfMatch
}

/**
 * Sends a decision about exactly the claim that was shown. Throws the server's error: 412 or 422 if the claim has
 * changed since.
 */
export const decide = async ({ claim, decision, reason, header = ifMatch(claim) }: DecisionInput): Promise<void> => {
  const params = { path: { claimId: claim.id }, header }
  const body = { reason, reviewedDigest: claim.reviewedDigest }
  await unwrap(client.POST(paths[decision], { params, body }))
}
