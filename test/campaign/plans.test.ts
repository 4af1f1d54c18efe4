import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { poolSettings } from '#db/database.ts'
import { sessionOf } from '#db/session.ts'
import { statements } from '#db/statement.ts'
import { organization } from '#test/plans-expressions.ts'
import {
  doesSortTable,
  explain,
  findings,
  isList,
  isQuery,
  nodes,
  type Plan,
  readTables,
  type Tables,
  workListIndexes,
} from '#test/plans-reading.ts'
import { claimCount, seedPlans } from '#test/plans-seed.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { loadStatements } from '#test/rows/load-statements.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: pg.Client
let app: pg.Client
let tables: Tables

const prepareDatabase = async () => {
  await loadStatements()
  database = await createTestDatabase()
  owner = new pg.Client(database.connection)
  app = new pg.Client(sessionOf({ ...database.connection, options: '-c role=probata_app' }, poolSettings))
  await Promise.all([owner.connect(), app.connect()])
  await seedPlans(database.connection)
  await app.query(`select set_config('probata.organization', $1, false)`, [organization(0)])
  tables = await readTables(owner)
}

// Inserting a million claims with their indexes takes 33 s, or 118 s on a busy machine.
before(prepareDatabase, { timeout: 600_000 })
after(async () => {
  await Promise.all([owner?.end(), app?.end()])
  await database?.[Symbol.asyncDispose]()
})

// PostgreSQL 16 and later can show a generic plan.
const generic = { skip: process.env.TEST_POSTGRES !== undefined && 'the expected plans are those of PostgreSQL 18' }

test('every tenant table has enough rows for a meaningful plan', async () => {
  for (const table of tables.tenants) {
    const { rows } = await owner.query('select reltuples::int as count from pg_class where relname = $1', [table])
    assert.ok(rows[0].count >= 10_000, `${table} has ${rows[0].count} rows: give it some in plans-seed.ts`)
  }
  const { rows } = await owner.query('select count(*)::int as count from evidence_claim')
  assert.ok(rows[0].count >= claimCount)
})

test('a sequential scan, and an index shared with other organizations, would be detected', generic, async () => {
  const badQueries = {
    scan: 'select record from evidence_claim where claim_snapshot = $1',
    unled: 'select record from evidence_claim where claim_key = $1',
  }
  for (const [name, text] of Object.entries(badQueries)) {
    // Explained as the owner: for the program's login, row-level security would add the organization.
    const plan = await explain(owner, 'generic_plan', text)
    assert.notDeepEqual(findings(name, plan, tables), [], name)
  }
})

test(
  'every statement of the program reads tenant tables only through an index of one organization',
  generic,
  async () => {
    const problems: string[] = []
    const lists: string[] = []
    for (const { name, text } of statements().values()) {
      if (!isQuery(name)) continue
      const plan = await explain(app, 'generic_plan', text).catch(error => {
        throw new Error(`${name}: ${error.message}`)
      })
      problems.push(...findings(name, plan, tables))
      if (!isList({ name, text })) continue
      lists.push(name)
      if (doesSortTable(name, plan)) problems.push(`${name}: sorts`)
    }
    assert.deepEqual(problems, [])
    assert.ok(lists.length >= 10, lists.join())
    assert.ok(statements().size >= 70, `${statements().size} statements`)
  },
)

test('the work lists follow an index in its order', generic, async () => {
  const workQueries = [...statements().values()].flatMap(({ name, text }) => {
    const [, kind] = /^(?:page|overview)_of_work_(\w+)$/.exec(name) ?? []
    return kind === undefined || kind.endsWith('_for_deputy') ? [] : [{ name, kind, text }]
  })
  const kinds = Object.keys(workListIndexes)
  assert.deepEqual(workQueries.map(({ kind }) => kind).toSorted(), [...kinds, ...kinds].toSorted())
  for (const { name, kind, text } of workQueries) {
    const index = workListIndexes[kind]
    const planNodes = nodes(await explain(app, 'generic_plan', text))
    const walks = planNodes.filter(node => node['Index Name'] === index)
    assert.ok(walks.length > 0, `${name} does not walk ${index}`)
    for (const node of planNodes)
      if (node['Node Type'].includes('Sort'))
        assert.ok(!(node.Plans ?? []).some(({ 'Index Name': sorted }) => sorted === index), `${name} sorts ${index}`)
  }
})

test('a sorted list reads each status in the order of an index', generic, async () => {
  const walks = [...statements().values()].filter(({ name }) => name.startsWith('walk_'))
  assert.ok(walks.length > 150, `${walks.length}`)
  const isOfTable = (node: Plan): boolean => nodes(node).some(child => child['Relation Name'] !== undefined)
  const sorting: unknown[] = []
  for (const { name, text } of walks.filter(({ name }) => name !== 'walk_searched_records'))
    for (const node of nodes(await explain(app, 'generic_plan', text)))
      if (node['Node Type'].includes('Sort') && isOfTable(node))
        if (!nodes(node).some(child => child['Node Type'] === 'Nested Loop')) sorting.push(name, node)
  assert.deepEqual(sorting, [])
})

test('queries across organizations do the same inside their functions', generic, async () => {
  const { rows } = await owner.query(`select p.proname as name, p.prosrc as text, p.proargnames[1:p.pronargs] as names,
      array(select format_type(type, null) from unnest(p.proargtypes) with ordinality a (type, i) order by i) as types
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and l.lanname = 'sql'`)
  assert.ok(rows.length >= 6)
  const problems: string[] = []
  for (const { name, text, names, types } of rows) {
    const body = (names ?? []).reduce(
      (sql: string, parameter: string, i: number) =>
        sql.replaceAll(new RegExp(`\\b${parameter}\\b`, 'g'), `$${i + 1}::${types[i]}`),
      text,
    )
    for (const sql of body.split(';').filter((part: string) => part.trim()))
      problems.push(...findings(name, await explain(owner, 'generic_plan', sql), tables))
  }
  // Partial indexes that contain only the waiting rows, of all organizations, so that a job needs a single query.
  const waiting =
    /: (submission_requirement_to_create|submission_occurrence_to_create|notification_progress_wake|notification_new|notification_digest|notification_delivery_(?:pending|due|old)) is not entered/
  assert.deepEqual(
    problems.filter(problem => !waiting.test(problem)),
    [],
  )
})

test("a reviewer's claims are found through an index of assigned claims", generic, async () => {
  for (const name of ['list_evidence_claim_by_assigneeId', 'list_evidence_claim_by_assigneeId_oldest']) {
    const statement = statements().get(name)
    assert.ok(statement)
    const indexes = nodes(await explain(app, 'generic_plan', statement.text)).map(node => node['Index Name'])
    assert.ok(indexes.includes('evidence_claim_by_reviewer'), `${name}: ${indexes}`)
  }
  const { rows } =
    await owner.query(`select (select count(*)::int from evidence_claim where reviewer_id is not null) as assigned,
    (select reltuples::int from pg_class where relname = 'evidence_claim_by_reviewer') as entries`)
  assert.ok(rows[0].assigned < claimCount / 2)
  // The number of index entries is the planner's estimate.
  assert.ok(rows[0].entries < 1.2 * rows[0].assigned, `${rows[0].entries} entries of ${rows[0].assigned}`)
})

const buffers = async (name: string, values: readonly (string | number)[]): Promise<number> => {
  const args = values.map(value => (typeof value === 'number' ? value : `'${value}'`)).join()
  const plan = await explain(app, 'analyze, buffers', `execute "${name}"(${args})`)
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

test('a record is found by its key without walking the list', async () => {
  const name = 'find_evidence_claim_of_key'
  const statement = statements().get(name)
  assert.ok(statement)
  await app.query(`prepare "${name}" (text, text, int, text, text, text) as ${statement.text}`)
  const condition = `organization_id = '${organization(0)}'`
  const { rows } = await owner.query(`select claim_key from evidence_claim where ${condition} order by id limit 1`)
  const args = `'${organization(0)}', '~', 51, '${rows[0].claim_key}', null, null`
  const plan = await explain(app, 'analyze, buffers', `execute "${name}"(${args})`)
  const read = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  assert.ok(read <= 10, `${read} buffers`)
  assert.equal(plan['Actual Rows'], 1)
})

const pageSize = 50

for (const [name, filters, deepPage] of [
  ['list_evidence_claim', {}, claimCount / pageSize],
  ['list_evidence_claim_status', { status: 'accepted' }, undefined],
  ['list_evidence_claim_evidenceRequirementId', { evidence_requirement_id: 'ger_3' }, undefined],
  [
    'list_evidence_claim_evidenceRequirementId_status',
    { evidence_requirement_id: 'ger_3', status: 'expired' },
    undefined,
  ],
] as const) {
  test(`${name}: ${deepPage ? `page ${deepPage}` : 'the last page'} reads as much as the first`, async t => {
    const statement = statements().get(name)
    assert.ok(statement)
    await app.query(`prepare "${name}" as ${statement.text}`)
    const organizationId = organization(0)
    const conditions = Object.entries(filters).map(([column, value]) => ` and ${column} = '${value}'`)
    const condition = `organization_id = '${organizationId}'${conditions.join('')}`
    const { rows } = await owner.query(
      `select id from evidence_claim where ${condition} order by id limit 1 offset ${pageSize}`,
    )
    const total = await owner.query(`select count(*)::int as count from evidence_claim where ${condition}`)
    const measure = async (position: string) => {
      await buffers(name, [organizationId, position, pageSize + 1, ...Object.values(filters)])
      return buffers(name, [organizationId, position, pageSize + 1, ...Object.values(filters)])
    }
    const [first, deep] = [await measure('~'), await measure(rows[0].id)]
    t.diagnostic(`${total.rows[0].count} rows: the first page reads ${first} buffers, the last ${deep}`)
    assert.ok(total.rows[0].count > claimCount / 100)
    assert.ok(deep <= Math.max(first * 1.2, first + 2), `first ${first}, deep ${deep}`)
  })
}
