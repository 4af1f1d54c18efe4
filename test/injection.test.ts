import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { programLogin } from '#db/login.ts'
import { sqlState } from '#db/sql-error.ts'
import { testMasterKey } from './environment.ts'
import { claimInput } from './fixture.ts'
import { query } from './postgres.ts'
import { boot, type Probata } from './system.ts'

/** Statements that an injection could try, by their goal. PostgreSQL rejects each of them for lack of privileges. */
const attempts: Readonly<Record<string, readonly string[]>> = {
  'another role': [
    'set role probata',
    `select set_config('role', 'probata', false)`,
    'set session authorization probata',
    `select set_config('session_authorization', 'probata', false)`,
    'create role mine superuser',
    'alter role current_user superuser',
    'alter role current_user bypassrls',
    'grant pg_execute_server_program to current_user',
    'grant probata to current_user',
    'reassign owned by probata to current_user',
  ],
  'programs and files of the server': [
    `copy (select 1) to program 'true'`,
    `copy audit_event from program 'true'`,
    `copy (select 1) to '/tmp/probata-out'`,
    `copy audit_event from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_read_binary_file('postgresql.conf')`,
    `select pg_ls_dir('.')`,
    `select pg_stat_file('PG_VERSION')`,
    'select * from pg_ls_waldir()',
    `select lo_import('/etc/passwd')`,
    `select lo_export(1, '/tmp/probata-out')`,
    'select lo_create(0)',
    `select lo_from_bytea(0, 'x')`,
    `load 'dblink'`,
  ],
  'code of its own': [
    'create extension dblink',
    'create extension file_fdw',
    'create extension plperlu',
    `create function mine() returns int language sql security definer as 'select 1'`,
    `create function pg_temp.mine() returns int language sql as 'select 1'`,
    `create function mine() returns int language c as 'libc', 'system'`,
    'create language mine handler plpgsql_call_handler',
    'create view mine as select 1',
    'create trigger mine before insert on evidence_claim for each row execute function refuse_change()',
    'create event trigger mine on ddl_command_end execute function refuse_change()',
    'create temporary table evidence_claim (id text)',
    'create table mine (id text)',
    'create schema mine',
    'create foreign data wrapper mine',
    'create publication mine',
  ],
  'control of the protections': [
    'alter table evidence_claim disable row level security',
    'alter table evidence_claim no force row level security',
    'drop policy bound_organization on evidence_claim',
    'create policy mine on evidence_claim using (true)',
    'alter table audit_event disable trigger all',
    `select set_config('session_replication_role', 'replica', false)`,
    'update audit_event set id = id',
    'truncate audit_event',
    `alter function bound_organization() stable`,
    `grant select on setup_link to current_user`,
    `set log_statement = 'all'`,
    'select pg_reload_conf()',
    `update pg_class set relrowsecurity = false where relname = 'evidence_claim'`,
    'delete from pg_policy',
    `update pg_authid set rolsuper = true where rolname = current_user`,
  ],
  'data and processes of other roles': [
    'select * from pg_authid',
    'select * from pg_shadow',
    'select * from pg_hba_file_rules()',
    'select * from setup_link',
    'select * from schema_migration',
    'select * from outbox_event_other',
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    'select pg_cancel_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    'select pg_create_physical_replication_slot($$mine$$)',
    'select pg_switch_wal()',
  ],
}

/** The error codes of statements that the login may not run, or that the bundled server does not support. */
const refusals: ReadonlySet<string | undefined> = new Set(['42501', '0A000', '58P01'])

describe("an injected statement in a session of the program's login", () => {
  let p: Probata
  let acme: string
  let globex: string
  before(async () => {
    p = await boot()
    const organizations = await p.sql('select id from organization order by slug')
    ;[acme = '', globex = ''] = organizations.map(({ id }) => String(id))
  })
  after(() => p[Symbol.asyncDispose]())

  let count = 0
  const run = (...texts: string[]) =>
    p.system.services.db.transaction(acme, async tx => {
      let rows: Record<string, unknown>[] = []
      for (const text of texts) rows = await tx.query({ name: `attempt ${count++}`, text, bind: () => [] }, {})
      return rows
    })
  const stateOf = (...texts: string[]) =>
    run(...texts).then(
      () => undefined,
      error => sqlState(error),
    )

  for (const [goal, statements] of Object.entries(attempts))
    test(`does not get ${goal}`, async () => {
      for (const text of statements) assert.ok(refusals.has(await stateOf(text)), `${text}: ${await stateOf(text)}`)
    })

  test('does not change anything on the server outside a transaction either', async () => {
    const masterKey = Buffer.from(testMasterKey, 'base64')
    const { connection } = programLogin(p.connection, { masterKey, appUrl: undefined })
    for (const text of [
      `alter system set fsync = 'off'`,
      'create database mine',
      `create tablespace mine location '/tmp'`,
      `create subscription mine connection 'host=/tmp' publication mine`,
    ])
      await assert.rejects(query(connection, text), { code: '42501' }, text)
  })

  test('does not get another role after giving up its own, by any statement', async () => {
    for (const reset of [
      'reset role',
      'set role none',
      `select set_config('role', 'none', false)`,
      'reset session authorization',
      'set session authorization default',
    ]) {
      const [session] = await run(reset, 'select current_user as me, session_user as login')
      assert.match(String(session?.me), /^probata_app_[0-9a-f]{16}$/, reset)
      assert.equal(session?.me, session?.login)
      assert.equal(await stateOf(reset, `copy (select 1) to program 'true'`), '42501', reset)
    }
  })

  test('sees no row of other organizations without naming them, and none of their statements', async () => {
    const token = await p.token('globex-scanner')
    await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('their-own-words') })
    const [row] =
      await run(`select (select count(*)::int from evidence_claim where organization_id <> '${acme}') as claims,
      (select count(*)::int from organization where id <> '${acme}') as organizations`)
    assert.deepEqual(row, { claims: 0, organizations: 0 })
    assert.equal(
      await stateOf('set row_security = off', `select * from evidence_claim where organization_id = '${globex}'`),
      '42501',
    )
    const activity = JSON.stringify(await run('select query from pg_stat_activity where pid <> pg_backend_pid()'))
    assert.doesNotMatch(activity, /their-own-words/)
  })
})
