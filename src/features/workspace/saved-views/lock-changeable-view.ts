import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { findMakerOfView, lockMaker, lockView } from './queries.ts'
import { mayChangeView } from './view-rules.ts'

/**
 * Locks a view for a change, after its creator, whose views have different names. Throws a 404 if the caller does not
 * see it and a 403 if it is someone else's.
 */
export const lockChangeableView = async ({ tx, actor }: Change, id: string) => {
  const { created_by: createdBy } = firstOrNotFound(
    await tx.query(findMakerOfView, { id, personId: actor.id }),
    'saved view',
  )
  const maker = firstOrNotFound(await tx.query(lockMaker, { id: createdBy }), 'person')
  const row = firstOrNotFound(await tx.query(lockView, { id, personId: actor.id }), 'saved view')
  if (!mayChangeView(actor, createdBy, row.shared))
    throw new Refusal(
      'forbidden_resource',
      sentence`saved_view.of_another: Only its creator and administrators can change a shared view.`,
    )
  return { row, maker }
}
