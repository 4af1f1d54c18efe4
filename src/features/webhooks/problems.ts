import { number, statement } from '#db/statement.ts'
import type { ProblemSource } from '#shared/problem-source.ts'

const maxProblems = 200

const listFailing = statement(
  'list_failing_webhooks',
  { limit: number },
  `select w.id, (extract(epoch from l.failing_since) * 1000)::bigint as since
     from webhook_endpoint w
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id
    where w.organization_id = :organization and w.status = 'active' and l.failing_since is not null
    order by w.id limit :limit`,
)

const listRotations = statement(
  'list_webhook_secret_rotations',
  { limit: number },
  `select w.id, (extract(epoch from (w.record::json ->> 'secretRotatedAt')::timestamptz) * 1000)::bigint
            + (w.record::json ->> 'rotationIntervalDays')::bigint * 86400000 as since
     from webhook_endpoint w
    where w.organization_id = :organization and w.status = 'active'
      and w.record::json ->> 'rotationIntervalDays' is not null
    order by w.id limit :limit`,
)

const sinceOf = (rows: readonly { id: string; since: number | null }[]) =>
  rows.flatMap(({ id, since }) => (since === null ? [] : [{ id, since }]))

export const webhookProblems: readonly ProblemSource[] = [
  {
    kind: 'receiver_failing',
    read: async ({ db }, organizationId) => sinceOf(await db.read(organizationId, listFailing, { limit: maxProblems })),
  },
  {
    kind: 'secret_overdue',
    read: async ({ db }, organizationId) =>
      sinceOf(await db.read(organizationId, listRotations, { limit: maxProblems })),
  },
]
