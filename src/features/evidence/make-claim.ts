import type { Change } from '#api/call.ts'
import { type Claim, claimEvents, renderClaim } from './claim.ts'
import { insertClaim } from './queries.ts'
import { routeClaim } from './route-claim.ts'

type Snapshot = Readonly<Record<string, unknown>>

interface Making {
  readonly claim: Claim
  /** Of its requirement. */
  readonly ownerId: string | null
  /** Everybody who is involved in making it, the caller among them. */
  readonly involved: readonly string[]
  readonly sourceSnapshot?: Snapshot | undefined
  readonly claimSnapshot?: Snapshot | undefined
}

/** Puts a submitted claim on record, routed for review; returns its JSON. */
export const makeClaim = async (
  change: Change,
  { claim, ownerId, involved, sourceSnapshot = {}, claimSnapshot = {} }: Making,
): Promise<string> => {
  const { id: createdBy } = change.actor
  const record = renderClaim(claim)
  const makers = involved.filter(id => id !== createdBy)
  const reviewerId = await routeClaim(change, { ownerId, involved })
  const { id, evidenceRequirementId, claimKey, status, validUntil } = claim
  change.tx.write(insertClaim, {
    ...{ id, evidenceRequirementId, claimKey, status, validUntil, createdBy, reviewerId, record, makers },
    sourceSnapshot: JSON.stringify(sourceSnapshot),
    claimSnapshot: JSON.stringify(claimSnapshot),
  })
  change.emit(claimEvents.created, { claim: record })
  const content = { claimSnapshot, createdBy, makers: makers.toSorted(), reviewerId, sourceSnapshot }
  change.audit(id, { action: 'evidence.claim.create', after: record, content })
  return record
}
