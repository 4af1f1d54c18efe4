import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Pagination, Reference, Timestamp } from '#http/schema.ts'
import { calendarDays } from '#lib/time-zone.ts'
import { anyState, dueSoonDays, freshnessAt, freshnessStates, stateNames } from '#shared/freshness.ts'
import { readsTogether } from '#shared/read-together.ts'
import { timeZoneOf } from '#shared/settings.ts'
import { Claim } from '#src/features/evidence/claims/claim.ts'
import { listFreshness, listFreshnessOfOwner, maxPending } from './freshness-queries.ts'
import { Requirement, RequirementOwner, requirementOwner } from './requirement.ts'

const { requirementKey, title, status } = Requirement.properties

const Fresh = Type.Object(
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
              'Whole calendar days until it ends, in the time zone of the workspace; 0 within a day of the end, negative later.',
          }),
        },
        {
          description: 'The accepted claim that lasts longest, expired ones included; null if none was ever accepted.',
        },
      ),
    ),
    state: Type.Enum([...stateNames], {
      description: `missing: no claim was ever accepted; stale: the accepted proof has ended; due_soon: it ends within ${dueSoonDays} days.`,
    }),
    pendingClaims: Type.Integer({ description: `Submitted claims, counted up to ${maxPending}.` }),
  },
  { title: 'EvidenceFreshness' },
)

type Fresh = Static<typeof Fresh>

const acceptedOf = (record: string | null, now: number, zone: string): Fresh['newestAccepted'] => {
  if (record === null) return null
  const { id, claimKey, title, validUntil } = readRecord(Claim, record)
  return { claimId: id, claimKey, title, validUntil, daysLeft: calendarDays(now, Date.parse(validUntil), zone) }
}

const endpoint = 'listEvidenceFreshness'

/** The freshness board: missing proof first, then the proof stale longest, then the proof that expires next. */
export const listEvidenceFreshness = reading({
  name: endpoint,
  summary:
    'List the freshness of the proof of each active requirement: missing first, then by the end of the accepted proof',
  tag: 'Evidence',
  workspace: { path: '/evidence-freshness', roles: [...roles] },
  query: Type.Object({
    state: Type.Optional(Type.Enum([...stateNames])),
    ownerId: Type.Optional(Reference('prs')),
    ...pageQuery,
  }),
  response: Type.Object({ requirements: Type.Array(Fresh), pagination: Pagination }),
  errors: ['invalid_cursor'],
  async run(given, { query: { state, ownerId, ...query } }) {
    const call = readsTogether(given)
    const { now } = call
    let zone = 'UTC'
    const { from, before } = state ? freshnessStates[state](now) : anyState
    return answerPage(call, {
      endpoint,
      plural: 'requirements',
      async read(at) {
        const range = { ...at, from, before }
        const page =
          ownerId === undefined
            ? call.read(listFreshness, range)
            : call.read(listFreshnessOfOwner, { ...range, ownerId })
        const [rows, found] = await Promise.all([page, timeZoneOf(call)])
        zone = found
        return rows
      },
      filters: { ...(state && { state }), ...(ownerId !== undefined && { ownerId }) },
      query,
      render(row) {
        const { requirementKey, title, status } = readRecord(Requirement, row.record)
        const shown: Fresh = {
          id: row.requirement_id,
          requirementKey,
          title,
          status,
          validityDays: row.validity_days,
          owner: requirementOwner(row.owner_id, row.owner_name),
          newestAccepted: acceptedOf(row.claim, now, zone),
          state: freshnessAt(row.fresh_until, now),
          pendingClaims: row.pending,
        }
        return JSON.stringify(shown)
      },
    })
  },
})
