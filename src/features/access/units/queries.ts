import { composed, forItsValues, nullable, rows, statement, text, texts } from '#db/statement.ts'
import { lockUnitSql } from '#shared/unit-lock.ts'

/** Returns the ids that belong to active units. */
export const findActiveUnits = forItsValues(
  statement(
    'find_active_units',
    { ids: texts },
    `select id from unit where organization_id = :organization and id = any(:ids::text[]) and status = 'active'`,
  ),
)

export const findUnitsOfKeys = forItsValues(
  statement(
    'find_units_of_keys',
    { keys: texts },
    'select id, unit_key from unit where organization_id = :organization and unit_key = any(:keys::text[])',
  ),
)

/**
 * Tables whose rows are placed in units, by the prefix of their ids. Rows of other tables are in the unit of the record
 * that they belong to.
 */
const placedTables = {
  ger: 'evidence_requirement',
  subreq: 'submission_requirement',
  gfd: 'finding',
  gas: 'assessment',
  gpl: 'policy',
  gqn: 'questionnaire',
} as const

const followingTables = { gec: 'evidence_claim', subpkg: 'submission_package' } as const

/** Finds the unit of a record of any of these tables. */
export const findPlacement = statement(
  'find_placement',
  { id: text },
  `select p.unit_id, u.record from (${Object.values({ ...placedTables, ...followingTables })
    .map(table => `select unit_id from ${table} where organization_id = :organization and id = :id`)
    .join(' union all ')}) p left join unit u on u.organization_id = :organization and u.id = p.unit_id`,
)

/** Waits for concurrent requests that add records to a requirement. */
export const lockUnitOf = statement('lock_unit_of_record', { id: text }, `select ${lockUnitSql(':id::text', '')}`)

const placingStatements = (table: string) => ({
  lock: composed(
    `lock_${table}_to_place`,
    { id: text },
    `select unit_id from ${table} where organization_id = :organization and id = :id for update`,
    rows<{ unit_id: string | null }>,
  ),
  write: statement(
    `place_${table}`,
    { id: text, unitId: nullable(text) },
    `update ${table} set unit_id = :unitId where organization_id = :organization and id = :id`,
  ),
})

export const placingByPrefix: ReadonlyMap<string, ReturnType<typeof placingStatements>> = new Map(
  Object.entries(placedTables).map(([prefix, table]) => [prefix, placingStatements(table)]),
)

export const findWebhookOfAccount = statement(
  'find_webhook_of_account',
  { accountId: text },
  `select id from webhook_endpoint
    where organization_id = :organization and service_account_id = :accountId and status <> 'deleted' limit 1`,
)
