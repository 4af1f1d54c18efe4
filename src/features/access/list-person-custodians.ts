import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { day, iso } from '#lib/clock.ts'
import { listCustodians } from './custodian-queries.ts'
import { custodies } from './custody.ts'
import { findPerson } from './queries.ts'
import { findConnection, findLinkedSince } from './single-sign-on/link-queries.ts'

const Custodian = Type.Object(
  {
    id: Id('prs'),
    name: Type.String(),
    why: Type.Enum([...custodies], { description: 'Why they can act as the person.' }),
    since: Timestamp,
    appliesFrom: Timestamp,
    releasedAt: Nullable(Timestamp),
    releasedBy: Nullable(Type.String({ description: 'mail, administrator, operator, factor or before.' })),
  },
  { title: 'Custodian' },
)

/** How long a new connection to a sign-on is shown as recent. */
const recentPeriod = 30 * day

const timestamp = (date: Date | null) => date && iso(date.getTime())

export const listPersonCustodians = readEndpoint({
  name: 'listPersonCustodians',
  summary:
    "List the first 200 people who could act as a person; neither they nor the person may decide on the other's records",
  tag: 'People',
  workspace: { path: '/people/{personId}/custodians', roles: [...roles] },
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Object({
    custodians: Type.Array(Custodian),
    /** When the account was connected to a sign-on at the provider. */
    connectedAt: Nullable(Timestamp),
    signOnConnected: Nullable(Type.Object({ at: Timestamp, how: Type.Enum(['session', 'mail']) })),
  }),
  errors: ['not_found'],
  async run(call, { params: { personId } }) {
    firstOrNotFound(await call.read(findPerson, { id: personId }), 'person')
    const custodians = await call.read(listCustodians, { personId })
    const [recentLink] = await call.read(findLinkedSince, { personId, since: iso(call.now - recentPeriod) })
    const [connection] = await call.read(findConnection, { personId })
    return {
      connectedAt: timestamp(connection?.created_at ?? null),
      signOnConnected: recentLink ? { at: iso(recentLink.created_at.getTime()), how: recentLink.linked_by } : null,
      custodians: custodians.map(row => ({
        id: row.custodian_id,
        name: row.name,
        why: row.why,
        since: iso(row.since.getTime()),
        appliesFrom: iso(row.applies_from.getTime()),
        releasedAt: timestamp(row.released_at),
        releasedBy: row.released_by,
      })),
    }
  },
})
