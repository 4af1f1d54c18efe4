import { Type } from 'typebox'
import { narrows, number, statement, text } from '#db/statement.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Id, Timestamp } from '#http/schema.ts'
import { day, hour, iso } from '#lib/clock.ts'
import { operatesInstall } from '#shared/operates-install.ts'
import { readsTogether } from '#shared/read-together.ts'
import { readSecurityEvents, visibleEventScopes } from './security-event-pages.ts'

const maxListed = 10
/** Counting recent security events stops at this number. */
const maxEvents = 100
/** Publishing is retried every five minutes; shorter failures are not shown. */
const minTroubleAge = hour

const deviatingBindings = statement(
  'deviating_storage_bindings',
  { limit: number },
  `select b.id, b.name, min(d.opened_at) as since
     from storage_deviation d join storage_binding b on b.organization_id = :organization and b.id = d.binding_id
    where d.organization_id = :organization and d.closed_at is null
    group by b.id, b.name order by 3, 1 limit :limit`,
  narrows<{ since: Date }>,
)

const unpublishedPlaces = statement(
  'ledger_places_not_reached',
  { before: text },
  `select place, since from ledger_place_trouble
    where organization_id = :organization and since < :before order by since, place`,
)

const EventCount = Type.Integer({ minimum: 0, maximum: maxEvents })

const sinceField = { since: Timestamp }

export const getOperationsOverview = readEndpoint({
  name: 'getOperationsOverview',
  summary:
    'Get the problems of operation: jobs that fail or are stuck, deviating storage, places without checkpoints, severe security events',
  tag: 'Overview',
  wholeWorkspace: true,
  workspace: { path: '/overview/operations', roles: ['admin', 'auditor'] },
  response: Type.Object(
    {
      jobs: Type.Array(
        Type.Object({
          name: Type.String(),
          failures: Type.Integer({ description: 'Failed runs since the last successful one.' }),
          stuck: Type.Boolean({ description: 'Whether the run in progress lasts far longer than expected.' }),
        }),
        { description: 'Jobs that fail or are stuck, of those that listJobs returns.' },
      ),
      bindings: Type.Array(Type.Object({ id: Id('stb'), name: Type.String(), ...sinceField }), {
        description: `Storage bindings with an open deviation, at most ${maxListed}.`,
      }),
      places: Type.Array(Type.Object({ place: Type.String(), ...sinceField }), {
        description: 'Places outside the install that have not received checkpoints for an hour or more.',
      }),
      securityEvents: Type.Object(
        {
          since: { ...Timestamp, description: 'The beginning, 24 hours ago.' },
          critical: { ...EventCount, description: 'The critical events that listSecurityEvents returns since then.' },
          high: {
            ...EventCount,
            description: 'The events of high severity that listSecurityEvents returns since then.',
          },
          countedUpTo: Type.Integer({
            description: 'The counting limit: a count of this value means this many or more.',
          }),
        },
        { title: 'RecentSecurityEvents' },
      ),
    },
    { title: 'OperationsOverview' },
  ),
  async run(call) {
    const { now, jobs, organizationId } = call
    const { read } = readsTogether(call)
    const since = iso(now - day)
    const page = { order: 'newest', position: '~', since, limit: maxEvents } as const
    const countEvents = async () => {
      const scopes = await visibleEventScopes(call)
      const [critical, high] = await Promise.all([
        readSecurityEvents(call, scopes, { ...page, severity: 'critical' }),
        readSecurityEvents(call, scopes, { ...page, severity: 'high' }),
      ])
      return { since, critical: critical.length, high: high.length, countedUpTo: maxEvents }
    }
    const listJobs = async () => jobs.list((await operatesInstall(call)) ? undefined : organizationId)
    const [bindings, places, events, allJobs] = await Promise.all([
      read(deviatingBindings, { limit: maxListed }),
      read(unpublishedPlaces, { before: iso(now - minTroubleAge) }),
      countEvents(),
      listJobs(),
    ])
    return {
      jobs: allJobs.flatMap(({ name, failures, current }) => {
        const stuck = current?.stuck ?? false
        return failures > 0 || stuck ? [{ name, failures, stuck }] : []
      }),
      bindings: bindings.map(({ id, name, since }) => ({ id, name, since: iso(since.getTime()) })),
      places: places.map(({ place, since }) => ({ place, since: iso(since.getTime()) })),
      securityEvents: events,
    }
  },
})
