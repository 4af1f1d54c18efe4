import type { Database } from '#db/database.ts'
import type { Change } from '#http/call.ts'
import { second } from '#lib/clock.ts'
import { share } from '#shared/four-eyes.ts'
import { findReviewer, listReviewers, type Reviewer } from './queries.ts'

interface ReviewerList {
  readonly reviewers: readonly Reviewer[]
  readonly readAt: number
}

const remembered = second

interface Rotation {
  /** Keyed by organization, like `counts`. */
  readonly lists: Map<string, ReviewerList>
  readonly counts: Map<string, number>
}

// One for each database, because the workspaces of a copied database have the same identifiers.
const byDatabase = new WeakMap<Database, Rotation>()

const rotationOf = ({ db }: Change): Rotation => {
  const known = byDatabase.get(db) ?? { lists: new Map(), counts: new Map() }
  byDatabase.set(db, known)
  return known
}

const reviewersOf = async (change: Change): Promise<readonly Reviewer[]> => {
  const { organizationId } = change
  const { lists } = rotationOf(change)
  const known = lists.get(organizationId)
  const readAt = performance.now()
  if (known && readAt - known.readAt < remembered) return known.reviewers
  // One creation reads the list again; concurrent ones use the previous list meanwhile.
  if (known) lists.set(organizationId, { ...known, readAt })
  const reviewers = await change.read(listReviewers, {}).catch((error: unknown) => {
    if (known) lists.set(organizationId, known)
    throw error
  })
  lists.set(organizationId, { reviewers, readAt })
  return reviewers
}

interface Routed {
  /** The owner of the claim's requirement. */
  readonly ownerId: string | null
  /** All contributors to the claim. */
  readonly involved: readonly string[]
}

/**
 * Chooses the reviewer of a claim: the requirement's owner if they may review it, otherwise the reviewers in turn
 * (decision 016: each process takes its own turns, because a counter row would be a hot spot of every create). Never
 * chooses a contributor to the claim; returns null if no one is left.
 */
export const routeClaim = async (change: Change, { ownerId, involved }: Routed): Promise<string | null> => {
  const { organizationId } = change
  if (ownerId && !involved.includes(ownerId)) {
    const [owner] = await change.read(findReviewer, { id: ownerId })
    if (owner && !share(owner.hands, involved)) return owner.id
  }
  const reviewers = (await reviewersOf(change)).filter(({ hands }) => !share(hands, involved))
  if (reviewers.length === 0) return null
  const { counts } = rotationOf(change)
  const count = counts.get(organizationId) ?? 0
  counts.set(organizationId, count + 1)
  return reviewers[count % reviewers.length]?.id ?? null
}
