import { number, statement } from '#db/statement.ts'
import type { ProblemSource } from '#shared/problem-source.ts'

const maxProblems = 50

const listTrouble = statement(
  'list_ledger_places_in_trouble',
  { limit: number },
  `select place as id, (extract(epoch from since) * 1000)::bigint as since from ledger_place_trouble
    where organization_id = :organization order by place limit :limit`,
)

export const checkpointProblems: readonly ProblemSource[] = [
  {
    kind: 'checkpoints_unpublished',
    read: async ({ db }, organizationId) =>
      (await db.read(organizationId, listTrouble, { limit: maxProblems })).flatMap(({ id, since }) =>
        since === null ? [] : [{ id, since }],
      ),
  },
]
