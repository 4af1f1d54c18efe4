import { Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { hour } from '#lib/clock.ts'

/** Long enough for anyone in the workspace to notice on a working day. */
export const factorResetDelay = 24 * hour

/** A second factor that the operator removes, announced to everyone in the workspace. */
const FactorReset = Type.Object(
  {
    id: Id('fre'),
    personId: Reference('prs'),
    status: Type.Enum(['open', 'cancelled', 'done']),
    reason: Type.String({ description: 'The reason that the operator gave.' }),
    dueAt: Type.String({ format: 'date-time', description: 'When the second factor is removed.' }),
    endedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'FactorReset' },
)

/** Everyone in the workspace sees factor resets, so that someone notices an unrequested one. */
export const factorResets = family({
  name: 'FactorReset',
  label: 'factor reset',
  prefix: 'fre',
  table: 'factor_reset',
  plural: 'factorResets',
  record: FactorReset,
  columns: ['personId', 'status'],
  filters: ['status'],
  tag: 'People',
  roles: [...roles],
  list: { workspace: '/factor-resets' },
})

export const factorResetRecords = records(factorResets)

export const findOpenReset = statement(
  'find_open_factor_reset',
  { personId: text },
  `select id from factor_reset where organization_id = :organization and person_id = :personId and status = 'open'`,
)

export const listDueResets = statement(
  'list_due_factor_resets',
  { now: text },
  `select id from factor_reset
    where organization_id = :organization and status = 'open'
      and (record::json ->> 'dueAt')::timestamptz <= :now::timestamptz
    order by id limit 100`,
)

export const organizationsWithResets = statement(
  'organizations_with_factor_resets',
  {},
  'select * from organizations_with_factor_resets() as id',
)
