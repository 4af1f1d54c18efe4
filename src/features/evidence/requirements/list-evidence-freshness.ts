import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Pagination, Reference, Timestamp } from '#http/schema.ts'
import { calendarDays } from '#lib/time-zone.ts'
import { anyState, dueSoonDays, freshnessAt, freshnessStates, stateNames } from '#shared/freshness.ts'
import { readsTogether } from '#shared/read-together.ts'
import { timeZoneOf } from '#shared/settings.ts'
import { Claim } from '#src/features/evidence/claims/claim.ts'
import { findFreshness, listFreshness, listFreshnessOfOwner, maxPending } from './freshness-queries.ts'
import { Requirement, RequirementOwner, requirementOwner } from './requirement.ts'

const { requirementKey, title, status } = Requirement.properties

const Freshness = Type.Object(
  {
    id: Id('ger'),
    requirementKey,
    title,
    status,
    validityDays: Type.Integer(),
    owner: Nullable(RequirementOwner),
    newestAccepted: Nullable(
      Type.Object(
        {
          claimId: Id('gec'),
          claimKey: Claim.properties.claimKey,
          title: Claim.properties.title,
          validUntil: Timestamp,
          daysLeft: Type.Integer({
            description:
              "Whole calendar days until the claim's validity ends, in the workspace's time zone; 0 within a day of the end, then negative.",
          }),
        },
        {
          description:
            'The accepted claim with the latest validUntil, even if expired; null if no claim was ever accepted.',
        },
      ),
    ),
    state: Type.Enum([...stateNames], {
      description: `missing: no claim was ever accepted; stale: the accepted proof has ended; due_soon: the accepted proof ends within ${dueSoonDays} days.`,
    }),
    pendingClaims: Type.Integer({ description: `Submitted claims, counted up to ${maxPending}.` }),
  },
  { title: 'EvidenceFreshness' },
)

type Freshness = Static<typeof Freshness>

const renderAccepted = (record: string | null, now: number, zone: string): Freshness['newestAccepted'] => {
  if (record === null) return null
  const { id, claimKey, title, validUntil } = readRecord(Claim, record)
  return { claimId: id, claimKey, title, validUntil, daysLeft: calendarDays(now, Date.parse(validUntil), zone) }
}

const endpoint = 'listEvidenceFreshness'

/** The freshness board: missing proof first, then proof that has been stale longest, then proof that expires next. */
export const listEvidenceFreshness = readEndpoint({
  name: endpoint,
  summary:
    'List active requirements by the freshness of their proof: missing first, then by the end of the accepted proof',
  tag: 'Evidence',
  workspace: { path: '/evidence-freshness', roles: [...roles] },
  query: Type.Object({
    state: Type.Optional(Type.Enum([...stateNames])),
    ownerId: Type.Optional(Reference('prs')),
    requirementId: Type.Optional(Reference('ger')),
    ...pageQuery,
  }),
  response: Type.Object({ requirements: Type.Array(Freshness), pagination: Pagination }),
  errors: ['invalid_cursor'],
  async run(incoming, { query: { state, ownerId, requirementId, ...query } }) {
    const call = readsTogether(incoming)
    const { now } = call
    let zone = 'UTC'
    const { from, before } = state ? freshnessStates[state](now) : anyState
    return respondWithPage(call, {
      endpoint,
      plural: 'requirements',
      async read(page) {
        const range = { ...page, from, before }
        const matches =
          requirementId !== undefined
            ? call.read(findFreshness, { ...range, requirementId })
            : ownerId === undefined
              ? call.read(listFreshness, range)
              : call.read(listFreshnessOfOwner, { ...range, ownerId })
        const [rows, timeZone] = await Promise.all([matches, timeZoneOf(call)])
        zone = timeZone
        // A page of one requirement has at most one row.
        return ownerId === undefined ? rows : rows.filter(row => row.owner_id === ownerId)
      },
      filters: {
        ...(state && { state }),
        ...(ownerId !== undefined && { ownerId }),
        ...(requirementId !== undefined && { requirementId }),
      },
      query,
      render(row) {
        const { requirementKey, title, status } = readRecord(Requirement, row.record)
        const freshness: Freshness = {
          id: row.requirement_id,
          requirementKey,
          title,
          status,
          validityDays: row.validity_days,
          owner: requirementOwner(row.owner_id, row.owner_name),
          newestAccepted: renderAccepted(row.claim, now, zone),
          state: freshnessAt(row.fresh_until, now),
          pendingClaims: row.pending,
        }
        return JSON.stringify(freshness)
      },
    })
  },
})
