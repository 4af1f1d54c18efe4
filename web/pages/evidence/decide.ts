import { answered, client } from '#web/api/client.ts'
import { asSeen, type IfMatch } from '#web/api/version.ts'
import type { Claim } from './queries.ts'
import type { Decision } from './reasons.ts'

const paths = {
  approve: '/api/workspace/claims/{claimId}/approve',
  reject: '/api/workspace/claims/{claimId}/reject',
} as const satisfies Record<Decision, string>

interface Decided {
  readonly claim: Pick<Claim, 'id' | 'reviewedDigest' | 'etag'>
  readonly decision: Decision
  readonly reason: string
  readonly header?: IfMatch
}

/**
 * Sends a decision about exactly what was shown. Throws the envelope of a refusal; 412 and 422 when it has changed
 * since.
 */
export const decide = async ({ claim, decision, reason, header = asSeen(claim) }: Decided): Promise<void> => {
  const params = { path: { claimId: claim.id }, header }
  const body = { reason, reviewedDigest: claim.reviewedDigest }
  await answered(client.POST(paths[decision], { params, body }))
}
