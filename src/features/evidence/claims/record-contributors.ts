import { currentRow } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { reassign } from '#http/notify.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { claims } from './claim.ts'
import { addContributors } from './four-eyes-queries.ts'
import { assignReviewer } from './queries.ts'
import { routeClaim } from './route-claim.ts'

interface ClaimContributors {
  readonly id: string
  readonly created_by: string
  readonly makers: readonly string[]
  readonly reviewer_id: string | null
  readonly approvers: readonly string[]
  readonly unit_id: string | null
}

/**
 * Records the caller of an upload, and everyone who could act as them, as contributors to the claim, who may not decide
 * it. If the claim is assigned to one of them, it goes to another reviewer. Writes nothing if all of them are
 * contributors already.
 */
export const recordContributors = async (change: Change, claim: ClaimContributors): Promise<void> => {
  const { actor, tx } = change
  const contributors = [claim.created_by, ...claim.makers]
  const added = principalsOf(actor).filter(id => !contributors.includes(id))
  if (added.length === 0) return
  tx.write(addContributors, { id: claim.id, makers: added })
  const isReviewer = claim.reviewer_id !== null && added.includes(claim.reviewer_id)
  const nextReviewerId = isReviewer
    ? await routeClaim(change, {
        ...{ preferredId: null, unitId: claim.unit_id },
        involved: [...contributors, ...added, ...claim.approvers],
      })
    : null
  if (isReviewer) {
    tx.write(assignReviewer, { id: claim.id, reviewerId: nextReviewerId })
    reassign(change, claim.id, [claim.reviewer_id], nextReviewerId ? [nextReviewerId] : [])
  }
  const { record, content } = await currentRow(tx, claims.bound, claim.id)
  change.audit(claim.id, {
    ...(isReviewer
      ? {
          action: 'evidence.claim.assign',
          detail: `reviewer ${claim.reviewer_id} → ${nextReviewerId ?? 'none'}: has a hand in the claim`,
        }
      : { action: 'evidence.claim.involve', detail: added.join(', ') }),
    before: record,
    after: record,
    content,
  })
}
