import { answered, client } from '#web/api/client.ts'
import type { Claim } from './queries.ts'
import type { Decision } from './reasons.ts'

const paths = {
  approve: '/api/workspace/claims/{claimId}/approve',
  reject: '/api/workspace/claims/{claimId}/reject',
} as const satisfies Record<Decision, string>

interface Decided {
  readonly claim: Pick<Claim, 'id' | 'reviewedDigest'>
  readonly decision: Decision
  readonly reason: string
}

/** Sends a decision about exactly what was looked at. Throws the envelope of a refusal; 422 when it changed since. */
export const decide = async ({ claim, decision, reason }: Decided): Promise<void> => {
  const params = { path: { claimId: claim.id } }
  const body = { reason, reviewedDigest: claim.reviewedDigest }
  await answered(client.POST(paths[decision], { params, body }))
}
