import type { Actor } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { countViewsOf, findViewNamed } from './queries.ts'
import type { SavedView, StoredView } from './saved-view.ts'

/** The maximum number of views of a person. */
const maxViews = 100

/** Throws a 422 if the person already has the maximum number of views. */
export const requireBelowViewLimit = async ({ tx }: Change, createdBy: string): Promise<void> => {
  const [existing] = await tx.query(countViewsOf, { createdBy })
  if (existing && existing.views >= maxViews)
    throw new Refusal(
      'unprocessable',
      sentence`saved_view.limit: You already have ${{ most: maxViews }} saved views; delete one first.`,
    )
}

/** Throws a 409 if the person has another view of the list under the name. */
export const requireFreeName = async (
  { tx }: Change,
  { createdBy, list, name, id }: Pick<StoredView, 'createdBy' | 'list' | 'name' | 'id'>,
): Promise<void> => {
  const [other] = await tx.query(findViewNamed, { createdBy, list, name, exceptId: id })
  if (other)
    throw new Refusal(
      'conflict',
      sentence`saved_view.name_taken: A view of this list already has this name; choose another name.`,
    )
}

/** The unit that a shared view is seen in: that of a sharer who is limited to units. */
export const unitToShare = (shared: boolean, { units }: Actor): string | null => (shared ? (units?.[0] ?? null) : null)

export const mayChangeView = (actor: Actor, createdBy: string, shared: boolean): boolean =>
  createdBy === actor.id || (shared && actor.role === 'admin')

/** A view as the caller sees it. */
export const presentView = (actor: Actor, view: StoredView, createdByName: string): SavedView => ({
  ...view,
  createdByName,
  mayChange: mayChangeView(actor, view.createdBy, view.shared),
})
