import { type Static, Type } from 'typebox'
import { bound } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Id, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { isClosed } from './finding.ts'
import { findLinkableClaim, insertProof, maxProof } from './proof-queries.ts'
import type { StoredFinding } from './write-finding.ts'

const additionFields = { addedAt: Timestamp, addedBy: Type.String() }

/** A claim that is linked to a finding as proof that it is remediated. */
export const FindingProof = Type.Object({ claimId: Id('gec'), ...additionFields }, { title: 'FindingProof' })

interface StoredLink {
  /** The digest of the claim at the time it was linked. */
  readonly claimDigest: string
  readonly addedAt: string
  readonly addedBy: string
}

export const showFindingProof = (claimId: string, record: string): Static<typeof FindingProof> => {
  const { addedAt, addedBy }: StoredLink = JSON.parse(record)
  return { claimId, addedAt, addedBy }
}

/** Audit rows name a link by both ids, `gfd_…/gec_…`. */
export const boundProof = bound({ table: 'finding_claim', prefix: 'gfd', key: ['finding_id', 'claim_id'] })

/** Throws a 422 for a closed finding, because its links are the proof on which it was closed. */
export const requireOpen = ({ fields }: StoredFinding): void => {
  if (isClosed(fields))
    throw new Refusal(
      'unprocessable',
      sentence`finding.proof_needs_open: The finding is ${{ status: fields.status }}; reopen it to change its proof.`,
    )
}

/** Reads a claim to link to a finding. Throws a 404 if the workspace does not have the claim. */
export const linkableClaim = async ({ tx }: Change, findingId: string, id: string) =>
  firstOrNotFound(await tx.query(findLinkableClaim, { id, findingId }), 'evidence claim')

/** Links a claim to a finding under its row lock. Returns the stored link. */
export const link = (
  { tx, now, actor, audit }: Change,
  findingId: string,
  claim: Awaited<ReturnType<typeof linkableClaim>>,
): string => {
  if (claim.links >= maxProof)
    throw new Refusal(
      'unprocessable',
      sentence`finding.proof_limit: A finding has at most ${{ maxProof }} claims as proof.`,
    )
  const linkFields: StoredLink = { claimDigest: sha256Hex(claim.record), addedAt: iso(now), addedBy: actor.id }
  const record = JSON.stringify(linkFields)
  tx.write(insertProof, { findingId, claimId: claim.id, record })
  audit(findingId, { action: 'finding.proof.add', detail: claim.id })
  audit(`${findingId}/${claim.id}`, { action: 'finding.proof.add', after: record })
  return record
}
