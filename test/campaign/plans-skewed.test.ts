import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { poolSettings } from '#db/database.ts'
import { sessionOf } from '#db/session.ts'
import { type Prepared, statements } from '#db/statement.ts'
import { columnOf } from '#family/table.ts'
import { families } from '#src/features.ts'
import '#src/system.ts'
import { organization, skewedDistribution } from '#test/plans-expressions.ts'
import {
  doesSortTable,
  findings,
  isList,
  isQuery,
  nodes,
  type Plan,
  readTables,
  workListIndexes,
} from '#test/plans-reading.ts'
import { otherRows, seedPlans } from '#test/plans-seed.ts'
import { createTestDatabase } from '#test/postgres.ts'

// PostgreSQL's statistics say that an organization has 7 rows, but one organization has half of all rows and thousands
// have 3. A plan made for any organization must suit both.

let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: pg.Client
let app: pg.Client

const largeOrganization = organization(0)

const bind = (organizationId: string) =>
  app.query(
    `select set_config('probata.organization', $1, false), set_config('probata.units', '*', false), set_config('probata.room', '', false)`,
    [organizationId],
  )

const prepareDatabase = async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.connection)
  app = new pg.Client(sessionOf({ ...database.connection, options: '-c role=probata_app' }, poolSettings))
  await Promise.all([owner.connect(), app.connect()])
  await seedPlans(database.connection, skewedDistribution(otherRows))
  await bind(largeOrganization)
}

before(prepareDatabase, { timeout: 600_000 })
after(async () => {
  await Promise.all([owner?.end(), app?.end()])
  await database?.[Symbol.asyncDispose]()
})

const prepared = new Set<string>()

/** Returns the plan of a statement in a session of the program. */
const planOf = async ({ name, text }: Prepared, values: readonly unknown[] = [], options = ''): Promise<Plan> => {
  if (!prepared.has(name)) await app.query(`prepare "${name}" as ${text}`)
  prepared.add(name)
  const count = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, n]) => Number(n)))
  const args = Array.from({ length: count }, (_, i) => values[i] ?? null)
  const literals = args.map(value => (value === null ? 'null' : pg.escapeLiteral(String(value))))
  const { rows } = await app.query(
    `explain (format json${options}) execute "${name}"${count > 0 ? `(${literals.join()})` : ''}`,
  )
  return rows[0]['QUERY PLAN'][0].Plan
}

test('every statement uses its indexes by organization, and no list sorts', async () => {
  const tables = await readTables(owner)
  const problems: string[] = []
  for (const statement of statements().values()) {
    if (!isQuery(statement.name)) continue
    const plan = await planOf(statement)
    problems.push(...findings(statement.name, plan, tables))
    if (isList(statement) && doesSortTable(statement.name, plan)) problems.push(`${statement.name}: sorts`)
  }
  assert.deepEqual(problems, [])
})

/** If PostgreSQL expects few rows, it reads a partial index of the open requests instead, and sorts the rows. */
const smallIndexes: Readonly<Record<string, string>> = { approval: 'approval_request_open' }

test('the work lists follow an index in its order', async () => {
  for (const [work, index] of Object.entries(workListIndexes)) {
    const statement = statements().get(`page_of_work_${work}`)
    assert.ok(statement)
    const indexes = nodes(await planOf(statement)).map(node => node['Index Name'])
    assert.ok(indexes.includes(index) || indexes.includes(smallIndexes[work]), `${statement.name}: ${indexes}`)
  }
})

const partialIndexes = `select indexrelid::regclass::text as name from pg_index where indpred is not null`

/** Whether a plan searches an index only by organization, to find the ids of a list. */
const searchesOnlyByOrganization = (node: Plan, partial: ReadonlySet<unknown>): boolean =>
  !partial.has(node['Index Name']) &&
  node['Index Cond']?.includes('organization_id') === true &&
  !node['Index Cond'].includes(' AND ') &&
  /= ANY \(\$\d/.test(node.Filter ?? '')

test('a statement with a list of ids that would read all rows of an organization is planned for its values', async () => {
  const { rows } = await owner.query(partialIndexes)
  const partial = new Set(rows.map(({ name }) => name))
  const problems: string[] = []
  let declaredCount = 0
  for (const statement of statements().values()) {
    if (!isQuery(statement.name)) continue
    if (statement.isForValues) declaredCount++
    else if (nodes(await planOf(statement)).some(node => searchesOnlyByOrganization(node, partial)))
      problems.push(statement.name)
  }
  assert.deepEqual(problems, [])
  assert.ok(declaredCount >= 10, `${declaredCount} statements are declared`)
})

test('a statement that is planned for its values reads only their rows', async () => {
  const statement = statements().get('find_ledger_places')
  assert.ok(statement?.isForValues)
  const { rows } = await owner.query('select event_id from ledger_leaf where organization_id = $1 limit 2', [
    largeOrganization,
  ])
  const values = [largeOrganization, `{${rows.map(({ event_id }) => event_id).join()}}`]
  assert.ok(rowsRead(await planOf(statement, values, ', analyze')) > 1000, 'a generic plan is as good')
  await app.query('set plan_cache_mode = force_custom_plan')
  const plan = await planOf(statement, values, ', analyze')
  await app.query('set plan_cache_mode = force_generic_plan')
  assert.equal(rowsRead(plan), 2)
})

/** Returns the number of rows that the scans of a plan visit. */
const rowsRead = (plan: Plan): number =>
  nodes(plan)
    .filter(node => node['Relation Name'] !== undefined)
    .reduce((sum, { 'Actual Rows': rows = 0, 'Actual Loops': loops = 1, 'Rows Removed by Filter': removed = 0 }) => {
      return sum + (rows + removed) * loops
    }, 0)

const limit = 51

const subsets = ([first, ...rest]: readonly string[]): string[][] =>
  first === undefined ? [[]] : subsets(rest).flatMap(subset => [subset, [first, ...subset]])

const pagesOf = ({ table, filters, order }: (typeof families)[number]) =>
  subsets(filters).flatMap(names => {
    const statement = statements().get(['list', table, ...names].join('_'))
    return statement ? [{ statement, table, columns: names.map(columnOf), start: order === 'oldest' ? '' : '~' }] : []
  })

test('a page reads only its own rows, in a large organization and in one with three rows', async t => {
  let pages = 0
  for (const family of families) {
    const { rows } = await owner.query(
      `select organization_id as small from ${family.table} group by 1 having count(*) = 3 limit 1`,
    )
    assert.ok(rows[0], `${family.table} has no organization with three`)
    for (const { statement, table, columns, start } of pagesOf(family)) {
      for (const tenant of [largeOrganization, String(rows[0].small)]) {
        const nonNullConditions = columns.map(column => ` and ${column} is not null`).join('')
        const sample = await owner.query(
          `select ${['id', ...columns].join()} from ${table} where organization_id = $1${nonNullConditions} order by id limit 1`,
          [tenant],
        )
        if (sample.rows.length === 0) continue
        await bind(tenant)
        const filters = columns.map(column => sample.rows[0][column])
        const plan = await planOf(statement, [tenant, start, limit, ...filters], ', analyze')
        const read = rowsRead(plan)
        assert.ok((plan['Actual Rows'] ?? 0) >= 1, `${statement.name} of ${tenant} finds nothing`)
        assert.ok(read <= limit, `${statement.name} of ${tenant} reads ${read} rows`)
        pages++
      }
    }
  }
  await bind(largeOrganization)
  t.diagnostic(`${pages} pages`)
  assert.ok(pages >= 100, `${pages} pages`)
})
