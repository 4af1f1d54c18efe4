import type { Change } from '#http/call.ts'
import { severalReviewers } from '#src/features/evidence/requirements/requirement.ts'
import { type Claim, claimEvents, renderClaim } from './claim.ts'
import { insertClaim } from './queries.ts'
import { routeClaim } from './route-claim.ts'

type Snapshot = Readonly<Record<string, unknown>>

interface NewClaim {
  readonly claim: Claim
  /** The owner of the claim's requirement. */
  readonly ownerId: string | null
  /** The unit of the claim. */
  readonly unitId: string | null
  /** The number of approvals that the requirement demands. */
  readonly reviewersRequired: number
  /** All contributors to the claim, including the caller. */
  readonly involved: readonly string[]
  readonly sourceSnapshot?: Snapshot | undefined
  readonly claimSnapshot?: Snapshot | undefined
}

/** Records a submitted claim and routes it for review. Returns the claim's JSON. */
export const makeClaim = async (
  change: Change,
  { claim, ownerId, unitId, reviewersRequired, involved, sourceSnapshot = {}, claimSnapshot = {} }: NewClaim,
): Promise<string> => {
  const { id: createdBy } = change.actor
  const record = renderClaim(claim)
  const makers = involved.filter(id => id !== createdBy)
  const reviewerId = await routeClaim(change, { preferredId: ownerId, unitId, involved })
  const { id, evidenceRequirementId, claimKey, status, validUntil } = claim
  change.tx.write(insertClaim, {
    ...{
      id,
      evidenceRequirementId,
      claimKey,
      status,
      validUntil,
      createdBy,
      reviewerId,
      record,
      makers,
      reviewersRequired,
    },
    sourceSnapshot: JSON.stringify(sourceSnapshot),
    claimSnapshot: JSON.stringify(claimSnapshot),
  })
  change.emit(claimEvents.created, { claim: record })
  const content = {
    ...{ claimSnapshot, createdBy, makers: makers.toSorted(), reviewerId, sourceSnapshot },
    reviewersRequired: severalReviewers(reviewersRequired),
  }
  change.audit(id, { action: 'evidence.claim.create', after: record, content })
  return record
}
