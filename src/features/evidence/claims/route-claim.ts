import type { Database } from '#db/database.ts'
import type { Change } from '#http/call.ts'
import { second } from '#lib/clock.ts'
import { overlap } from '#shared/four-eyes.ts'
import { findReviewer, listReviewers, type Reviewer } from './queries.ts'

interface ReviewerList {
  readonly reviewers: readonly Reviewer[]
  readonly readAt: number
}

const listLifetime = second

interface Rotation {
  /** Keyed by organization, like `counts`. */
  readonly lists: Map<string, ReviewerList>
  readonly counts: Map<string, number>
}

// One rotation per database, because the workspaces of a copied database have the same identifiers.
const byDatabase = new WeakMap<Database, Rotation>()

const getRotation = ({ db }: Change): Rotation => {
  const rotation = byDatabase.get(db) ?? { lists: new Map(), counts: new Map() }
  byDatabase.set(db, rotation)
  return rotation
}

const readReviewers = async (change: Change): Promise<readonly Reviewer[]> => {
  const { organizationId } = change
  const { lists } = getRotation(change)
  const cached = lists.get(organizationId)
  const readAt = performance.now()
  if (cached && readAt - cached.readAt < listLifetime) return cached.reviewers
  // One creation rereads the list. Concurrent creations use the previous list.
  if (cached) lists.set(organizationId, { ...cached, readAt })
  const reviewers = await change.read(listReviewers, {}).catch((error: unknown) => {
    if (cached) lists.set(organizationId, cached)
    throw error
  })
  lists.set(organizationId, { reviewers, readAt })
  return reviewers
}

interface RoutingInput {
  /** Who reviews the claim if they may: the owner of its requirement, or its reviewer so far. */
  readonly preferredId: string | null
  /** The unit of the claim; only people who see it review the claim. */
  readonly unitId: string | null
  /** All contributors to the claim, and everyone behind its approvals. */
  readonly involved: readonly string[]
}

/** Whether a person sees the records of a unit. `unitIds` is null for people who are not limited to units. */
export const seesUnit = ({ unit_ids: unitIds }: Pick<Reviewer, 'unit_ids'>, unitId: string | null): boolean =>
  unitId === null || unitIds === null || unitIds.includes(unitId)

/**
 * Chooses the reviewer of a claim: the preferred person if they may review it, otherwise the next reviewer in a
 * rotation. Each process has its own rotation, because every creation would contend for a shared counter row
 * (decision 016). Never chooses someone involved. Returns null if there is no other reviewer.
 */
export const routeClaim = async (
  change: Change,
  { preferredId, unitId, involved }: RoutingInput,
): Promise<string | null> => {
  const { organizationId } = change
  if (preferredId && !involved.includes(preferredId)) {
    const [preferred] = await change.read(findReviewer, { id: preferredId })
    if (preferred && seesUnit(preferred, unitId) && !overlap(preferred.hands, involved)) return preferred.id
  }
  const reviewers = (await readReviewers(change)).filter(
    reviewer => seesUnit(reviewer, unitId) && !overlap(reviewer.hands, involved),
  )
  if (reviewers.length === 0) return null
  const { counts } = getRotation(change)
  const count = counts.get(organizationId) ?? 0
  counts.set(organizationId, count + 1)
  return reviewers[count % reviewers.length]?.id ?? null
}

/** The audit detail of a change of reviewer; empty without a change. */
export const describeRerouting = (before: string | null, after: string | null): string[] =>
  before === after ? [] : [`reviewer ${before ?? 'none'} → ${after ?? 'none'}`]
