import type { RowOf } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { type FrozenDecision, frozenClaim } from '#shared/frozen-claim.ts'
import { claimsToFreeze, clausesToFreeze, controlsToFreeze, listDigests, writeItems } from './freeze-queries.ts'
import type { Item, kinds } from './item.ts'
import { type Room, scopeDigest } from './room.ts'

/** The maximum number of claims that a room can show. */
const maxClaims = 5000
/** The number of items written at a time: a record has at most 128 KiB of snapshots. */
const batchSize = 200

const isClaim = (id: string): boolean => id.startsWith('gec_')

const decisionOf = (claim: RowOf<typeof claimsToFreeze>): FrozenDecision | null => {
  const { outcome, reason, decided_at: decidedAt, reviewer: decidedByName } = claim
  if (outcome === null || reason === null || decidedAt === null || decidedByName === null) return null
  return {
    outcome: outcome === 'accepted' ? outcome : 'rejected',
    reason,
    decidedByName,
    decidedAt: iso(decidedAt.getTime()),
  }
}

/** Returns the current content of claims. Throws a 404 if a claim is unknown, and a 422 if there are too many. */
export const claimItems = async ({ tx }: Change, ids: readonly string[]): Promise<Item[]> => {
  if (ids.length > maxClaims)
    throw new Refusal(
      'unprocessable',
      sentence`room.too_many_claims_chosen: A room can show at most ${{ maxClaims }} claims; these are ${{ count: ids.length }}.`,
    )
  const claims = await tx.query(claimsToFreeze, { ids })
  if (claims.length < ids.length) throw notFound('evidence claim')
  return claims.map(claim => frozenClaim({ ...claim, decision: decisionOf(claim) }))
}

/** Returns the current scope of an assessment: its clauses, their controls, and the proof of both. */
export const gatherAssessment = async (
  change: Change,
  assessment: { readonly assessmentId: string; readonly frameworkId: string },
  otherClaimIds: readonly string[] = [],
): Promise<Item[]> => {
  const { tx } = change
  const clauses = await tx.query(clausesToFreeze, assessment)
  const linked = new Set(clauses.flatMap(({ related }) => related))
  const controls = await tx.query(controlsToFreeze, { ids: [...linked].filter(id => !isClaim(id)) })
  const claims = new Set([
    ...otherClaimIds,
    ...[...linked, ...controls.flatMap(({ related }) => related)].filter(isClaim),
  ])
  const proof = await claimItems(change, [...claims])
  const keys = new Map(proof.map(({ id, key }) => [id, key]))
  const withKeys = (ids: readonly string[]) => ids.map(id => ({ id, key: keys.get(id) ?? id }))
  const controlItems = controls.map(({ id, record, related }): Item => {
    const { controlKey, title, description } = JSON.parse(record)
    keys.set(id, controlKey)
    return { id, kind: 'control', key: controlKey, title, text: description, related: withKeys(related), claim: null }
  })
  const clauseItems = clauses.map(({ id, record, related }): Item => {
    const { clauseKey, title, text } = JSON.parse(record)
    return { id, kind: 'clause', key: clauseKey, title, text, related: withKeys(related), claim: null }
  })
  return [...clauseItems, ...controlItems, ...proof]
}

type Scope = Pick<Room, 'clauses' | 'controls' | 'claims' | 'scopeDigest'>

export interface FrozenScope {
  readonly scope: Scope
  /** Writes the items into an existing room. */
  write(roomId: string): void
}

/**
 * Prepares items to freeze in a room, in addition to its existing items. Those stay even if their originals no longer
 * exist.
 */
export const freeze = async ({ tx }: Change, roomId: string, items: readonly Item[]): Promise<FrozenScope> => {
  const existing = await tx.query(listDigests, { roomId })
  const isNew = existing.length === 0
  const newItems = items.map((item, i) => ({
    ...{ id: item.id, kind: item.kind, place: isNew ? i : existing.length + i },
    ...{ digest: canonicalDigest(item), record: JSON.stringify(item) },
  }))
  const all = new Map([...existing, ...newItems].map(item => [item.id, item] as const))
  if ([...all.values()].filter(({ kind }) => kind === 'claim').length > maxClaims)
    throw new Refusal('unprocessable', sentence`room.claim_limit: A room can show at most ${{ maxClaims }} claims.`)
  const count = (kind: (typeof kinds)[number]) => [...all.values()].filter(item => item.kind === kind).length
  return {
    scope: {
      ...{ clauses: count('clause'), controls: count('control'), claims: count('claim') },
      scopeDigest: scopeDigest([...all.values()]),
    },
    write(targetId) {
      for (let from = 0; from < newItems.length; from += batchSize)
        tx.write(writeItems, { roomId: targetId, items: JSON.stringify(newItems.slice(from, from + batchSize)) })
    },
  }
}

/** Returns the ids of the claims in a room. */
export const claimsIn = async ({ tx }: Change, roomId: string): Promise<string[]> =>
  (await tx.query(listDigests, { roomId })).flatMap(({ id, kind }) => (kind === 'claim' ? [id] : []))
