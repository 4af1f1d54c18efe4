import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { applicationRole } from './application-role.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import type { SchemaSource } from './schema-files.ts'
import { scramVerifier } from './scram.ts'

let base = ''
let postgres: EmbeddedPostgres
let count = 0

before(async () => {
  base = await mkdtemp(join(tmpdir(), 'probata-migrate-'))
  await chmod(base, 0o755)
  postgres = await startEmbeddedPostgres({ dataDir: join(base, 'data'), log: () => undefined })
})
after(async () => {
  await postgres.stop()
  await rm(base, { recursive: true, force: true })
})

const query = async (connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return [await client.query(sql)].flat().at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

const newDatabase = async (owner = 'probata'): Promise<pg.ClientConfig> => {
  const database = `test_${++count}`
  await query(postgres.connection, `create database ${database} owner ${owner}`)
  return { ...postgres.connection, database }
}

const folder = async (files: Record<string, string>): Promise<SchemaSource> => {
  const directory = join(base, `migrations-${++count}`)
  await mkdir(directory)
  await Promise.all(Object.entries(files).map(([name, sql]) => writeFile(join(directory, name), sql)))
  return { migrations: directory }
}

const twoFiles = {
  '0001-first.sql': 'create table first (n int); insert into first values (1);',
  '0002-second.sql': 'alter table first add column m int not null default 2;',
}

describe("the program's roles", { concurrency: false }, () => {
  const login = { user: 'probata_app_test', verifier: scramVerifier('its password') }
  before(() => {
    const { password } = postgres.connection
    const roles = ['owner createrole', 'guest'].map(role => `create role ${role} login password '${password}'`)
    return query(postgres.connection, roles.join(';'))
  })
  const dropRoles = () =>
    query(postgres.connection, `drop role if exists ${login.user}; drop role if exists ${applicationRole}`)
  const credentials = { user: login.user, password: 'its password' }

  test('without CREATEROLE, the error lists the statements that an administrator must run, and running them is enough', async () => {
    await dropRoles()
    const connection = { ...(await newDatabase('guest')), user: 'guest' }
    const source = await folder(twoFiles)
    const message = await migrate(connection, { source, login }).catch(String)
    const [, statements = ''] =
      /run: (CREATE ROLE .*; GRANT probata_app TO "probata_app_test";)$/.exec(`${message}`) ?? []
    await query(postgres.connection, statements)
    assert.equal((await migrate(connection, { source, login })).applied.length, 2)
    const session = { ...connection, ...credentials }
    assert.deepEqual(await query(session, 'select session_user as me'), [{ me: login.user }])
  })

  test('nodes on several databases of one server create and grant the roles simultaneously', async () => {
    await dropRoles()
    const databases = await Promise.all([1, 2, 3].map(() => newDatabase('owner')))
    const connections = [...databases, ...databases].map(database => ({ ...database, user: 'owner' }))
    const source = await folder(twoFiles)
    const results = await Promise.all(connections.map(connection => migrate(connection, { source, login })))
    assert.equal(results.filter(({ applied }) => applied.length === 2).length, 3)
    const roles = await query(
      postgres.connection,
      `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as powerful, rolcanlogin,
         pg_has_role(oid, '${applicationRole}', 'USAGE') as "isMember"
       from pg_roles where rolname like 'probata_app%' order by rolname`,
    )
    assert.deepEqual(roles, [
      { powerful: false, rolcanlogin: false, isMember: true },
      { powerful: false, rolcanlogin: true, isMember: true },
    ])
    const [database] = databases
    assert.deepEqual(await query({ ...database, ...credentials }, 'select 1 as one'), [{ one: 1 }])
    await assert.rejects(query({ ...database, ...credentials, password: 'another' }, 'select 1'), { code: '28P01' })
  })

  for (const role of [applicationRole, login.user])
    test(`${role}: a role that bypasses row-level security, or that is a member of another role, is rejected`, async () => {
      const connection = await newDatabase()
      const source = await folder(twoFiles)
      await migrate(connection, { source, login })
      for (const [grant, revoke] of [
        [`alter role ${role} bypassrls`, `alter role ${role} nobypassrls`],
        [`grant guest to ${role}`, `revoke guest from ${role}`],
      ] as const) {
        await query(postgres.connection, grant)
        await assert.rejects(migrate(connection, { source, login }), new RegExp(`"${role}".*ALTER ROLE "${role}"`))
        await query(postgres.connection, revoke)
      }
    })
})

describe('migrate', { concurrency: false }, () => {
  test('eight simultaneous nodes apply each file once', async () => {
    const connection = await newDatabase()
    const source = await folder(twoFiles)
    const results = await Promise.all(Array.from({ length: 8 }, () => migrate(connection, { source })))
    const applied = results.map(result => result.applied).filter(names => names.length > 0)
    assert.deepEqual(applied, [['0001-first', '0002-second']])
    assert.deepEqual(await query(connection, 'table first'), [{ n: 1, m: 2 }])
    const rows = await query(connection, 'select version, name, length(sha256) as digest from schema_migration')
    assert.deepEqual(rows, [
      { version: 1, name: 'first', digest: 64 },
      { version: 2, name: 'second', digest: 64 },
    ])
  })

  test('a later start applies new files', async () => {
    const connection = await newDatabase()
    const lines: string[] = []
    const { '0001-first.sql': first } = twoFiles
    await migrate(connection, { source: await folder({ '0001-first.sql': first }) })
    const { applied } = await migrate(connection, { source: await folder(twoFiles), log: line => lines.push(line) })
    assert.deepEqual(applied, ['0002-second'])
    assert.deepEqual(lines, ['migration 0002-second applied'])
  })

  test('a failed migration is rolled back and reported with its line, and earlier migrations stay', async () => {
    const connection = await newDatabase()
    const broken = {
      ...twoFiles,
      '0003-third.sql': 'create table third (n int);\ninsert into third\nvalues (nonsense);',
    }
    await assert.rejects(
      migrate(connection, { source: await folder(broken) }),
      /Migration 0003-third failed at line 3 \(SQLSTATE 42703\): column "nonsense" does not exist/,
    )
    const [state] = await query(
      connection,
      `select to_regclass('third') as third, (select max(version) from schema_migration) as newest`,
    )
    assert.deepEqual(state, { third: null, newest: 2 })
    const corrected = await folder({ ...twoFiles, '0003-third.sql': 'create table third (n int);' })
    assert.deepEqual((await migrate(connection, { source: corrected })).applied, ['0003-third'])
  })

  test('a file that changed after it was applied is rejected', async () => {
    const connection = await newDatabase()
    await migrate(connection, { source: await folder(twoFiles) })
    const changed = await folder({ ...twoFiles, '0001-first.sql': 'create table first (n bigint);' })
    await assert.rejects(migrate(connection, { source: changed }), /Migration 0001 was changed after it was applied/)
  })

  test('a database newer than the program is rejected', async () => {
    const connection = await newDatabase()
    await migrate(connection, { source: await folder(twoFiles) })
    const { '0001-first.sql': first } = twoFiles
    const older = await folder({ '0001-first.sql': first })
    await assert.rejects(migrate(connection, { source: older }), /newer schema \(0002-second\).*upgrade the program/)
  })

  for (const [fault, files] of [
    ['a gap in the numbers', ['0001-a.sql', '0003-c.sql']],
    ['a duplicate number', ['0001-a.sql', '0001-b.sql']],
    ['a first number other than 0001', ['0002-b.sql']],
    ['a malformed file name', ['1-a.sql']],
  ] as const) {
    test(`${fault} is rejected before anything is applied`, async () => {
      const source = await folder(Object.fromEntries(files.map(file => [file, 'select 1;'])))
      await assert.rejects(migrate({ host: '/nonexistent' }, { source }), /gap or a duplicate|not called NNNN-name/)
    })
  }

  test('the shipped migrations can be applied', async () => {
    const { applied } = await migrate(await newDatabase())
    assert.equal(applied[0], '0071-schema')
  })
})
