import { type Static, Type } from 'typebox'
import { bound } from '#family/bound.ts'
import { Reference, Timestamp } from '#http/schema.ts'
import { sha256Hex } from '#lib/hash.ts'

/** A claim in a package, and whether it has changed since it was added. */
export const PackageContent = Type.Object(
  {
    claimId: Reference('gec'),
    claimKey: Type.String(),
    title: Type.String(),
    status: Type.String({ description: 'The current status of the claim.' }),
    claimDigest: Type.String({ description: 'SHA-256 of the claim when it was added, hexadecimal.' }),
    isUnchanged: Type.Boolean({ description: 'Whether the claim is unchanged since then.' }),
    addedAt: Timestamp,
    addedBy: Type.String(),
  },
  { title: 'SubmissionContent' },
)

export type PackageContent = Static<typeof PackageContent>

/** Audit rows identify a content by both ids, `subpkg_…/gec_…`. */
export const boundContents = bound({
  table: 'submission_content',
  prefix: 'subpkg',
  key: ['package_id', 'claim_id'],
})

/** The maximum number of claims in a package. */
export const maxContents = 1000

/** The stored record of a claim in a package. */
export interface StoredContent {
  readonly claimDigest: string
  readonly addedAt: string
  readonly addedBy: string
}

/** Renders a content for responses, from the claim's record and its own. */
export const showContent = (claimId: string, claim: string, record: string): PackageContent => {
  const { claimKey, title, status } = JSON.parse(claim)
  const content: StoredContent = JSON.parse(record)
  return { claimId, claimKey, title, status, ...content, isUnchanged: sha256Hex(claim) === content.claimDigest }
}
