import { canonicalDigest } from '#lib/hash.ts'

interface Reviewed {
  /** The public record, rendered. */
  readonly record: string
  readonly source_snapshot: string
  readonly claim_snapshot: string
}

/**
 * Digest of everything a reviewer sees: SHA-256 over the canonical JSON (RFC 8785) of
 * `{ claim, sourceSnapshot, claimSnapshot, attachments }`, so anyone can compute it again from the workspace record.
 */
export const reviewedDigest = (claim: Reviewed, attachments: readonly { readonly record: string }[]): string =>
  canonicalDigest({
    claim: JSON.parse(claim.record),
    sourceSnapshot: JSON.parse(claim.source_snapshot),
    claimSnapshot: JSON.parse(claim.claim_snapshot),
    attachments: attachments.map(attachment => JSON.parse(attachment.record)),
  })
