import { renderAuditEvent } from '#http/audit.ts'
import { iso } from '#lib/clock.ts'
import { createIds } from '#lib/ids.ts'
import { noon } from '#test/fixture.ts'

const ids = createIds()

/** Creates audit rows in the program's format without calling the API. Returns them as columns for unnest(). */
export const createAuditRows = (count: number, now = noon) => {
  const events = Array.from({ length: count }, (_, i) => ({
    id: ids.next('aud', now),
    action: 'evidence.claim.create',
    outcome: 'done' as const,
    actorKind: 'service_account' as const,
    actorId: 'sva_01J9ZZZZZZZZZZZZZZZZZZZZZZ',
    resourceId: ids.next('xyz', now),
    reason: `Nightly scan ${i} of the backup estate`,
    beforeDigest: null,
    afterDigest: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    contentDigest: null,
    detail: null,
    requestId: ids.next('req', now),
    createdAt: iso(now),
  }))
  return [
    events.map(({ id }) => id),
    events.map(({ action }) => action),
    events.map(({ actorId }) => actorId),
    events.map(({ resourceId }) => resourceId),
    events.map(event => renderAuditEvent(event)),
  ] as const
}

/** `$1` is the organization; the other parameters are the result of manyRows(). */
export const insertAuditRows = `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
  select $1, i, a, w, r, t from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as u (i, a, w, r, t)`
