import { type Static, Type } from 'typebox'
import { number } from '#db/statement.ts'
import { sortedList } from '#family/sorted/list.ts'
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
import {
  boardColumns,
  type FreshnessRow,
  findFreshness,
  listFreshness,
  listFreshnessOfOwner,
  maxPending,
} from './freshness-queries.ts'
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

/** The name of the parameter with the time before which proof of a state ends. */
const endOf = (state: string): string => `${state}Before`

const sorted = sortedList<FreshnessRow>({
  table: 'evidence_requirement',
  prefix: 'ger',
  of: 'freshness_board',
  record: Type.Object({
    ...Requirement.properties,
    freshUntil: Type.Integer(),
    ownerId: Nullable(Reference('prs')),
  }),
  sorts: ['freshUntil', 'requirementKey', 'title', 'owner'],
  usualSort: 'freshUntil',
  statuses: ['active'],
  select: `id, ${boardColumns}`,
  alias: 'r',
  filters: {
    status: 'r.status',
    ownerId: 'r.owner_id',
    requirementId: 'r.id',
    state: `case ${stateNames.map(name => `when r.fresh_until < :${endOf(name)}::bigint then '${name}'`).join(' ')} end`,
  },
  indexes: [['requirementId'], ['ownerId'], ['status']],
  parameters: Object.fromEntries(stateNames.map(name => [endOf(name), number])),
})

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
    ...sorted.query,
    ...pageQuery,
  }),
  response: Type.Object({ requirements: Type.Array(Freshness), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['listSearch'],
  async run(incoming, { query }) {
    const call = readsTogether(incoming)
    const { now } = call
    const { state, ownerId, requirementId } = query
    const { from, before } = state ? freshnessStates[state](now) : anyState
    const filters = {
      ...(state && { state }),
      ...(ownerId !== undefined && { ownerId }),
      ...(requirementId !== undefined && { requirementId }),
    }
    const timeZone = timeZoneOf(call)
    let zone = 'UTC'
    const request = {
      ...{ endpoint, plural: 'requirements', query },
      filterValues: { ...filters, status: 'active' },
      values: Object.fromEntries(stateNames.map(name => [endOf(name), freshnessStates[name](now).before])),
      async prepare() {
        zone = await timeZone
      },
      render(row: FreshnessRow) {
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
    }
    if (sorted.applies(query)) return sorted.respond(call, request)
    return respondWithPage(call, {
      ...request,
      filters,
      async read(page) {
        const range = { ...page, from, before }
        const matches =
          requirementId !== undefined
            ? call.read(findFreshness, { ...range, requirementId })
            : ownerId === undefined
              ? call.read(listFreshness, range)
              : call.read(listFreshnessOfOwner, { ...range, ownerId })
        const [rows] = await Promise.all([matches, request.prepare()])
        // A page of one requirement has at most one row.
        return ownerId === undefined ? rows : rows.filter(row => row.owner_id === ownerId)
      },
      extra: await sorted.total(call, request),
    })
  },
})
