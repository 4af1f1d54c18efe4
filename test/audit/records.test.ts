import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { RecordFinding, RecordPage, RecordPosition, VerifyRecords } from '#shared/record-verifier.ts'
import { alterations, referencedRows } from './alterations.ts'
import { type Population, startPopulation } from './population.ts'
import { unbound } from './unbound.ts'

let population: Population
let owner: pg.Client

before(async () => {
  population = await startPopulation()
  owner = new pg.Client(population.p.connection)
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await population?.[Symbol.asyncDispose]()
})

const pageAt = (position?: RecordPosition, organizationId = population.organizationId): Promise<RecordPage> => {
  const query: Parameters<VerifyRecords>[0] = async (statement, values) =>
    (await owner.query(statement.text, [...statement.bind(organizationId, values)])).rows
  return population.p.system.services.verifyRecords(query, position)
}

const walk = async (organizationId?: string) => {
  const findings: RecordFinding[] = []
  let [earlier, next]: [number, RecordPosition | undefined] = [0, undefined]
  do {
    const page = await pageAt(next, organizationId)
    findings.push(...page.findings)
    earlier += page.earlier
    next = page.next
  } while (next)
  return { findings, earlier }
}

const verify = async (organizationId?: string): Promise<readonly RecordFinding[]> =>
  (await walk(organizationId)).findings

/** Runs a function as the owner of the database, without triggers, in a transaction that is rolled back. */
const withRollback = async <T>(run: () => Promise<T>): Promise<T> => {
  await owner.query('begin')
  try {
    await owner.query('set local session_replication_role = replica')
    return await run()
  } finally {
    await owner.query('rollback')
  }
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly checks: string
}

const columns = async (): Promise<Column[]> => {
  const { rows } = await owner.query(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
           coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)), '') as checks
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (c.relname = 'organization' or exists (
         select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id'))
     order by c.relname, a.attnum`)
  return rows
}

const isListed = ({ table, column }: Column): boolean =>
  Object.hasOwn(unbound, table) || Object.hasOwn(unbound, `${table}.${column}`)

type Outcome = 'found' | 'unseen' | 'untried'

const dropChecks = async (table: string): Promise<void> => {
  const { rows } = await owner.query(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  for (const { name } of rows) await owner.query(`alter table ${table} drop constraint ${name}`)
}

/**
 * Changes a column in one row, within the limits that the database imposes on its owner, who may also drop check
 * constraints.
 */
const changeOne = async (column: Column): Promise<boolean> => {
  for (const prepare of [async () => {}, () => dropChecks(column.table)]) {
    await prepare()
    for (const change of alterations(column)) {
      await owner.query('savepoint before_it')
      try {
        const { rowCount } = await owner.query(change, [population.organizationId])
        if (rowCount === 1) return true
      } catch {
        await owner.query('rollback to before_it')
      }
    }
  }
  return false
}

/**
 * Verifies the changed table first, which detects nearly every change to it. Verifying all tables takes thirty times as
 * long.
 */
const isDetected = async (table: string): Promise<boolean> => {
  for (let position: RecordPosition | undefined = { table, walk: 'rows', key: [] }; position?.table === table; ) {
    const page = await pageAt(position)
    if (page.findings.length > 0) return true
    position = page.next
  }
  return (await verify()).length > 0
}

const outcomeOf = (column: Column): Promise<Outcome> =>
  withRollback(async () => {
    if (!(await changeOne(column))) return 'untried'
    return (await isDetected(column.table)) ? 'found' : 'unseen'
  })

type Row = Readonly<Record<string, string>>

/** Returns the id by which the trail names a row, for tables in which it differs from the row's own id. */
const resourceOf: Readonly<Record<string, (row: Row) => string | undefined>> = {
  attachment_link: row => row.artifact_id,
  storage_quota: row => row.organization_id,
  clause_control: row => `${row.clause_id}/${row.control_id}`,
  risk_control: row => `${row.risk_id}/${row.control_id}`,
  assessment_answer: row => `${row.assessment_id}/${row.clause_id}`,
  room_mark: row => `${row.room_id}/${row.claim_id}`,
  control_requirement: row => `${row.control_id}/${row.requirement_id}`,
  policy_acknowledgement: row => `${row.campaign_id}/${row.person_id}`,
  questionnaire_response: row => `${row.round_id}/${row.person_id}`,
  finding_claim: row => `${row.finding_id}/${row.claim_id}`,
  finding_due_days: row => row.organization_id,
  submission_content: row => `${row.package_id}/${row.claim_id}`,
}

/** Columns that determine to which files the trail refers, and in which order. A change to them may be detected. */
const decisive: ReadonlySet<string> = new Set([
  'evidence_export_entry.is_own',
  'ledger_leaf.event_id',
  'ledger_leaf.generation',
  'ledger_leaf.leaf_index',
])

describe('a workspace with records of every kind', () => {
  test('before any change, every record matches its audit rows', async () => {
    assert.deepEqual(await verify(), [])
  })

  test('a change to any column is detected, unless the column is on the list of exceptions', async () => {
    const mismatches: Record<string, Outcome> = {}
    for (const column of await columns()) {
      if (column.column === 'organization_id' || isListed(column)) continue
      const outcome = await outcomeOf(column)
      if (outcome !== 'found') mismatches[`${column.table}.${column.column}`] = outcome
    }
    assert.deepEqual(mismatches, {})
  })

  test('every listed exception exists, and changes to it are not detected', async () => {
    const allColumns = await columns()
    const columnNames = new Set(allColumns.flatMap(({ table, column }) => [table, `${table}.${column}`]))
    assert.deepEqual(
      Object.keys(unbound).filter(name => !columnNames.has(name)),
      [],
    )
    const listedColumns = allColumns.filter(isListed).filter(
      ({ table, column }) =>
        // Verification queries only one organization.
        column !== 'organization_id' && table !== 'audit_event' && !decisive.has(`${table}.${column}`),
    )
    const findingsByColumn: Record<string, readonly RecordFinding[]> = {}
    // Checks a whole table at once: verifying all records after each change would take a minute.
    for (const [table, tableColumns = []] of Map.groupBy(listedColumns, ({ table }) => table)) {
      const findings = await withRollback(async () => {
        for (const column of tableColumns) await changeOne(column)
        return verify()
      })
      if (findings.length > 0) findingsByColumn[table] = findings
    }
    assert.deepEqual(findingsByColumn, {})
  })

  test('a record that is moved to another organization, or inserted, is unbound', async () => {
    const findings = await withRollback(async () => {
      const { rows } = await owner.query(
        `update evidence_claim set organization_id = (select id from organization where id <> $1 limit 1)
          where ctid = (select ctid from evidence_claim where organization_id = $1 limit 1) returning organization_id as id`,
        [population.organizationId],
      )
      return verify(rows[0].id)
    })
    assert.deepEqual(
      findings.map(({ table, what }) => [table, what]),
      [['evidence_claim', 'unbound']],
    )
    const added = await withRollback(async () => {
      await owner.query(
        `insert into review_decision select d.organization_id, 'rvd_added', c.id, d.reviewer_id, d.decision, d.reason,
           d.reviewed_digest, d.decided_at, d.self_decided
           from review_decision d join evidence_claim c on c.organization_id = d.organization_id
            and not exists (select from review_decision where claim_id = c.id)
          where d.organization_id = $1 limit 1`,
        [population.organizationId],
      )
      return verify()
    })
    assert.deepEqual(added, [{ table: 'review_decision', resourceId: 'rvd_added', what: 'unbound' }])
  })

  test('a deleted record is reported as missing', async () => {
    const tables = new Set((await columns()).map(({ table }) => table).filter(table => !Object.hasOwn(unbound, table)))
    assert.ok(tables.size > 15)
    for (const table of tables) {
      const missing = await withRollback(async () => {
        const { rows } = await owner.query(
          `delete from ${table} where ctid = (select o.ctid from ${table} o
             where o.${table === 'organization' ? 'id' : 'organization_id'} = $1 and ${referencedRows[table] ?? 'true'} limit 1) returning *`,
          [population.organizationId],
        )
        const found = (await verify()).filter(({ what }) => what === 'missing')
        return { found, resourceId: (resourceOf[table] ?? (row => row.id))(rows[0]) }
      })
      assert.deepEqual(missing.found, [{ table, resourceId: missing.resourceId, what: 'missing' }])
    }
  })

  test('a record that has only rows of an earlier release is counted, not reported', async () => {
    const earlier = await withRollback(async () => {
      const { rows } = await owner.query('select id from evidence_claim where organization_id = $1 limit 1', [
        population.organizationId,
      ])
      const withoutContent = `(record::jsonb - 'contentDigest')::text`
      await owner.query(`update audit_event set record = ${withoutContent} where resource_id = $1`, [rows[0].id])
      return { findings: await verify(), count: (await walk()).earlier }
    })
    assert.deepEqual(earlier, { findings: [], count: 1 })
  })

  test('a record reset to an earlier state is detected, although an old audit row contains its digest', async () => {
    const [change] = await population.p.sql(
      `select c.id, e.body::json -> 'data' ->> 'claim' as earlier from evidence_claim c
         join outbox_event e on e.organization_id = c.organization_id and e.type = 'evidence.claim.created'
          and e.body::json -> 'data' -> 'claim' ->> 'id' = c.id
        where c.organization_id = $1 and c.status = 'accepted'`,
      [population.organizationId],
    )
    const findings = await withRollback(async () => {
      await owner.query(`update evidence_claim set status = 'submitted', record = $2 where id = $1`, [
        change?.id,
        change?.earlier,
      ])
      return verify()
    })
    assert.deepEqual(findings, [{ table: 'evidence_claim', resourceId: change?.id, what: 'record' }])
  })
})
