import { type Static, Type } from 'typebox'
import { bound } from '#api/bound.ts'
import { Reference, Timestamp } from '#api/schema.ts'
import { sha256Hex } from '#lib/hash.ts'

/** A claim in a package, and whether it has changed since it was added. */
export const PackageContent = Type.Object(
  {
    claimId: Reference('gec'),
    claimKey: Type.String(),
    title: Type.String(),
    status: Type.String({ description: 'Of the claim, now.' }),
    claimDigest: Type.String({ description: 'SHA-256 of the claim as it was put in, hexadecimal.' }),
    isUnchanged: Type.Boolean({ description: 'Whether the claim is still the same.' }),
    addedAt: Timestamp,
    addedBy: Type.String(),
  },
  { title: 'SubmissionContent' },
)

export type PackageContent = Static<typeof PackageContent>

/** Audit rows call it by both, `subpkg_…/gec_…`. */
export const boundContents = bound({
  table: 'submission_content',
  prefix: 'subpkg',
  key: ['package_id', 'claim_id'],
})

/** Claims in one package. */
export const maxContents = 1000

/** What is stored of a claim in a package. */
export interface Kept {
  readonly claimDigest: string
  readonly addedAt: string
  readonly addedBy: string
}

/** A package's content as it is shown, from the claim's record and its own. */
export const showContent = (claimId: string, claim: string, record: string): PackageContent => {
  const { claimKey, title, status } = JSON.parse(claim)
  const kept: Kept = JSON.parse(record)
  return { claimId, claimKey, title, status, ...kept, isUnchanged: sha256Hex(claim) === kept.claimDigest }
}
