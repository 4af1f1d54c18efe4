import { currentRow } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { claims } from './claim.ts'
import { addMakers } from './four-eyes-queries.ts'
import { assignReviewer } from './queries.ts'
import { routeClaim } from './route-claim.ts'

interface Made {
  readonly id: string
  readonly created_by: string
  readonly makers: readonly string[]
  readonly reviewer_id: string | null
}

/**
 * The creator of an intent or an attachment is a contributor to the claim and may not decide it. If the claim is
 * assigned to one, it goes to another reviewer. Nothing is written if the caller also created the claim.
 */
export const recordMakers = async (change: Change, claim: Made): Promise<void> => {
  const { actor, tx } = change
  const known = [claim.created_by, ...claim.makers]
  const added = principalsOf(actor).filter(id => !known.includes(id))
  if (added.length === 0) return
  tx.write(addMakers, { id: claim.id, makers: added })
  const isReviewer = claim.reviewer_id !== null && added.includes(claim.reviewer_id)
  const next = isReviewer ? await routeClaim(change, { ownerId: null, involved: [...known, ...added] }) : null
  if (isReviewer) tx.write(assignReviewer, { id: claim.id, reviewerId: next })
  const { record, content } = await currentRow(tx, claims.bound, claim.id)
  change.audit(claim.id, {
    ...(isReviewer
      ? {
          action: 'evidence.claim.assign',
          detail: `reviewer ${claim.reviewer_id} → ${next ?? 'none'}: has a hand in the claim`,
        }
      : { action: 'evidence.claim.involve', detail: added.join(', ') }),
    before: record,
    after: record,
    content,
  })
}
