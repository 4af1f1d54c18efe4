import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { agreements } from './agreements.ts'
import { doMixedWork } from './mixed-workload.ts'
import { boot, type Probata } from './system.ts'

/** Tables that have an organization but are not tenant tables, each with the reason. */
const directories: Readonly<Record<string, string>> = {
  login_name: 'read before an organization is known: maps each name to its organization',
  webhook_lane: 'leased for all organizations at once: ids and times only',
}

let p: Probata
let app: pg.Client
let owner: pg.Client
let tables: string[]
let acme: string
let globex: string

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  ;[acme, globex] = await doMixedWork(p)
  owner = new pg.Client(p.connection)
  app = new pg.Client({ ...p.connection, options: '-c role=probata_app' })
  await Promise.all([owner.connect(), app.connect()])
  const { rows } = await owner.query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'organization_id' order by 1`)
  tables = rows.map(({ name }) => name).filter(name => !Object.hasOwn(directories, name))
})
after(async () => {
  await Promise.all([owner?.end(), app?.end()])
  await p[Symbol.asyncDispose]()
})

const count = async (client: pg.Client, table: string, condition = 'true'): Promise<number> =>
  (await client.query(`select count(*)::int as count from ${table} where ${condition}`)).rows[0].count

const bindOrganization = `set_config('probata.organization', $1, true), set_config('probata.units', '*', true)`

const bindRoom = `select set_config('probata.units', '*', true), set_config('probata.room', $1, true)`

/** Runs a function in a transaction of probata_app that is bound to an organization and rolled back. */
const withOrganization = async <T>(organizationId: string | null, run: () => Promise<T>): Promise<T> => {
  await app.query('begin')
  try {
    if (organizationId) await app.query(`select ${bindOrganization}`, [organizationId])
    return await run()
  } finally {
    await app.query('rollback')
  }
}

/** Returns the statement that inserts a copy of an organization's row, without the computed columns. */
const copyOfRow = async (table: string, organizationId: string): Promise<pg.QueryConfig> => {
  const columns = await owner.query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const { names } = columns.rows[0]
  const { rows } = await owner.query(`select to_jsonb(t) as row from ${table} t where organization_id = $1 limit 1`, [
    organizationId,
  ])
  const text = `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`
  return { text, values: [rows[0]?.row] }
}

const sqlState = (run: Promise<unknown>): Promise<string | undefined> =>
  run.then(
    () => undefined,
    error => error.code,
  )

const denied = '42501'

describe('row-level security, for every table with an organization', () => {
  test('tenant tables exist, and each has rows of both organizations', async () => {
    assert.ok(tables.length >= 15, tables.join())
    for (const table of tables)
      for (const id of [acme, globex])
        assert.ok((await count(owner, table, `organization_id = '${id}'`)) > 0, `${table} ${id}`)
  })

  test('each primary key begins with organization_id, and row-level security is on, for its owner too', async () => {
    const { rows } =
      await owner.query(`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured, a.attname as first
      from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace`)
    for (const table of tables) {
      const tableInfo = rows.find(({ name }) => name === table)
      assert.deepEqual([tableInfo?.first, tableInfo?.secured], ['organization_id', true], table)
    }
  })

  test('bound to one organization, no row of another is visible; bound to none, no row at all', async () => {
    for (const table of tables) {
      const ownCount = await count(owner, table, `organization_id = '${acme}'`)
      const [visibleCount, foreignCount] = await withOrganization(acme, async () => [
        await count(app, table),
        await count(app, table, `organization_id <> '${acme}'`),
      ])
      assert.deepEqual([visibleCount, foreignCount], [ownCount, 0], table)
      for (const setting of [null, '', 'install', 'org_unknown']) {
        const visible = await withOrganization(setting, () =>
          count(app, table, `organization_id in ('${acme}', '${globex}')`),
        )
        assert.equal(visible, 0, `${table} bound to ${setting}`)
      }
    }
  })

  test('no row of another organization can be written, changed, taken over or deleted', async () => {
    for (const table of tables) {
      const insert = await copyOfRow(table, globex)
      assert.equal(await withOrganization(acme, () => sqlState(app.query(insert))), denied, `insert ${table}`)
      const writes: [string, string][] = [
        ['change', `update ${table} set organization_id = organization_id where organization_id = '${globex}'`],
        ['take', `update ${table} set organization_id = '${acme}' where organization_id = '${globex}'`],
        ['delete', `delete from ${table} where organization_id = '${globex}'`],
      ]
      for (const [verb, statement] of writes) {
        const affected = await withOrganization(acme, () =>
          app.query(statement).then(
            ({ rowCount }) => rowCount,
            error => error.code,
          ),
        )
        assert.ok(affected === 0 || affected === denied, `${verb} ${table}: ${affected}`)
      }
      const giveAway = `update ${table} set organization_id = '${globex}'`
      const giveAwayError = await withOrganization(acme, () => sqlState(app.query(giveAway)))
      assert.equal(giveAwayError, denied, `give ${table} away`)
      assert.equal(
        await withOrganization(acme, () => sqlState(app.query(`truncate ${table} cascade`))),
        denied,
        `truncate ${table} cascade`,
      )
    }
  })
})

test("bound to a room, only the room's tables show or accept rows, and the trails accept their rows", async () => {
  const { rows } = await owner.query('select id from room where organization_id = $1', [acme])
  const inRoom = (id: string, run: () => Promise<unknown>) =>
    withOrganization(null, async () => {
      await app.query(bindRoom, [`${acme}/${id}/ses`])
      return run()
    })
  for (const table of tables) {
    const isOfRooms = table === 'room' || table.startsWith('room_')
    const roomColumn = table === 'room' ? 'id' : 'room_id'
    const ownCount = isOfRooms ? await count(owner, table, `${roomColumn} = '${rows[0].id}'`) : 0
    assert.equal(await inRoom(rows[0].id, () => count(app, table)), ownCount, table)
    assert.equal(await inRoom('rom_unknown', () => count(app, table)), 0, table)
    if (isOfRooms || ['audit_event', 'security_event'].includes(table)) continue
    const insert = await copyOfRow(table, acme)
    assert.equal(await inRoom(rows[0].id, () => sqlState(app.query(insert))), denied, `insert ${table}`)
  }
})

test('partitions are accessible only through their table', async () => {
  const { rows } =
    await owner.query(`select c.relname as name from pg_class c where c.relispartition and c.relkind = 'r'
    and c.relnamespace = 'public'::regnamespace`)
  assert.ok(rows.length >= 2)
  for (const { name } of rows)
    for (const statement of [`select * from ${name}`, `insert into ${name} default values`, `delete from ${name}`])
      assert.equal(await withOrganization(acme, () => sqlState(app.query(statement))), denied, statement)
})

test('trails are append-only for the program and for the owner', async () => {
  for (const table of [
    'audit_event',
    'review_decision',
    'security_event',
    'submission_event',
    'submission_decision',
    'submission_package_past',
    'ledger_leaf',
    'ledger_subtree',
    'ledger_checkpoint',
    'ledger_publication',
    'ledger_erasure',
  ]) {
    for (const statement of [
      `update ${table} set organization_id = organization_id`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      assert.equal(await withOrganization(acme, () => sqlState(app.query(statement))), denied, `program: ${statement}`)
      await assert.rejects(owner.query(statement), {
        code: denied,
        message: `${table} is append-only`,
      })
    }
  }
})

test('a ledger key can only be retired, even by the owner', async () => {
  for (const statement of [`update ledger_key set vkey = 'y'`, 'delete from ledger_key'])
    await assert.rejects(owner.query(statement), { code: denied, message: 'a key of the ledger only ends' })
  await assert.rejects(owner.query('truncate ledger_key'), { code: denied })
})

test("the program's role owns nothing and is bound by row-level security", async () => {
  const { rows } =
    await owner.query(`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin
    from pg_roles where rolname = 'probata_app'`)
  assert.deepEqual(new Set(Object.values(rows[0])), new Set([false]))
  const owned = await owner.query(`select 1 from pg_shdepend where refclassid = 'pg_authid'::regclass
    and refobjid = 'probata_app'::regrole and deptype = 'o'`)
  assert.equal(owned.rowCount, 0)
  const memberships = await owner.query(`select 1 from pg_auth_members where member = 'probata_app'::regrole`)
  assert.equal(memberships.rowCount, 0)
  for (const statement of [
    'create table mine (id int)',
    'alter table evidence_claim disable row level security',
    'drop policy bound_organization on evidence_claim',
    'alter table audit_event disable trigger all',
    `update schema_migration set name = 'x'`,
    'select pg_read_file($$/etc/passwd$$)',
  ])
    assert.equal(await withOrganization(acme, () => sqlState(app.query(statement))), denied, statement)
})

/** Tables without an organization that the program may read and write directly, each with the reason. */
const openTables: Readonly<Record<string, string>> = {
  webhook_lane: directories.webhook_lane ?? '',
  job: 'names and times of the schedule',
  job_run: 'names, times and counts of the schedule',
  node: 'ids and times of processes',
}

test('data that belongs to no organization is accessible only through functions', async () => {
  const { rows } = await owner.query(`select c.relname as name, has_table_privilege('probata_app', c.oid,
      'select, insert, update, delete, truncate, references, trigger') as open
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not c.relispartition and not c.relrowsecurity order by 1`)
  const names = (isOpen: boolean) => rows.filter(row => row.open === isOpen).map(({ name }) => name)
  assert.deepEqual(names(true), Object.keys(openTables).sort(), 'a table that is open states why')
  const closedTables = `closed_sample installation ledger_cursor license_state login login_link login_name master_key_check passkey
    passkey_challenge schema_function schema_migration security_event_export setup_link`
  assert.deepEqual(names(false), closedTables.split(/\s+/))
  for (const name of names(false))
    for (const statement of [`select from ${name}`, `insert into ${name} default values`, `delete from ${name}`])
      assert.equal(await withOrganization('install', () => sqlState(app.query(statement))), denied, statement)
})

test('only the program can call functions with owner rights; temporary tables cannot hide what they read', async () => {
  const { rows } = await owner.query(`select p.oid::regprocedure::text as name,
      has_function_privilege('public', p.oid, 'execute') as open,
      has_function_privilege('probata_app', p.oid, 'execute') as served,
      (select option from unnest(p.proconfig) option where option like 'search_path=%') as path
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`)
  assert.ok(rows.length >= 15)
  for (const { name, ...privileges } of rows)
    assert.deepEqual(privileges, { open: false, served: true, path: 'search_path=pg_catalog, public, pg_temp' }, name)
})

test('after a mixed workload, records agree with their columns', async () => {
  const withRecord =
    await owner.query(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'record'`)
  const names = withRecord.rows.map(({ name }) => name)
  assert.deepEqual(names.sort(), Object.keys(agreements).sort(), 'a table with a record states what it must agree with')
  for (const [table, pairs] of Object.entries(agreements)) {
    const differences = [
      'false',
      ...Object.entries(pairs).map(([column, path]) => `t.${column} is distinct from (${path})`),
    ]
    const { rows } = await owner.query(
      `select t.* from ${table} t cross join lateral (select t.record::jsonb as r) j where ${differences.join(' or ')}`,
    )
    assert.deepEqual(rows, [], table)
  }
  const states = await owner.query('select status, count(*)::int from evidence_claim group by 1 order by 1')
  assert.deepEqual(
    states.rows.map(({ status }) => status),
    ['accepted', 'expired', 'rejected', 'submitted'],
  )
  const files =
    await owner.query(`select 1 from artifact a join attachment_link l on l.organization_id = a.organization_id
    and l.artifact_id = a.id where (l.record::jsonb->>'byteSize')::bigint <> a.byte_size
    or l.record::jsonb->>'checksumSha256' <> a.checksum_sha256`)
  assert.equal(files.rowCount, 0)
})
