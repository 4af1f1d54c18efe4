import { canonicalDigest } from '#lib/hash.ts'

interface ReviewedClaim {
  /** The rendered public record. */
  readonly record: string
  readonly source_snapshot: string
  readonly claim_snapshot: string
}

/** An answered question, as a reviewer sees it. */
interface ReviewedAnswer {
  readonly id: string
  readonly question: string
  readonly answer: string | null
  readonly files: number
}

/**
 * Computes the digest of everything a reviewer sees: SHA-256 over the canonical JSON (RFC 8785) of
 * `{ claim, sourceSnapshot, claimSnapshot, attachments }`, and of `answers` if the claim has answered questions, each
 * as `{ id, question, answer, files }`. Anyone can recompute it from the workspace record.
 */
export const digestForReview = (
  claim: ReviewedClaim,
  attachments: readonly { readonly record: string }[],
  answers: readonly ReviewedAnswer[] | undefined,
): string =>
  canonicalDigest({
    claim: JSON.parse(claim.record),
    sourceSnapshot: JSON.parse(claim.source_snapshot),
    claimSnapshot: JSON.parse(claim.claim_snapshot),
    attachments: attachments.map(attachment => JSON.parse(attachment.record)),
    ...(answers && { answers }),
  })
