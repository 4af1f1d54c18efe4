import { number, statement } from '#db/statement.ts'
import type { ProblemSource } from '#shared/problem-source.ts'

const maxProblems = 200

const listDeviating = statement(
  'list_deviating_storage_bindings',
  { limit: number },
  `select binding_id as id, (extract(epoch from min(opened_at)) * 1000)::bigint as since from storage_deviation
    where organization_id = :organization and closed_at is null group by binding_id order by binding_id limit :limit`,
)

export const storageProblems: readonly ProblemSource[] = [
  {
    kind: 'storage_deviating',
    read: async ({ db }, organizationId) =>
      (await db.read(organizationId, listDeviating, { limit: maxProblems })).flatMap(({ id, since }) =>
        since === null ? [] : [{ id, since }],
      ),
  },
]
