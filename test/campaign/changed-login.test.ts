import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { programLogin } from '#db/login.ts'
import { migrate } from '#db/migrate.ts'
import { query } from '#test/postgres.ts'
import { administrator, startTcpPostgres, type TcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'

const masterKey = Buffer.alloc(32, 7)

/** Migrates the database like a server that starts; returns the messages to the operator. */
const start = async (owner: pg.ClientConfig, appUrl?: string): Promise<string[]> => {
  const { connection, login } = programLogin(owner, { masterKey, appUrl })
  const warnings: string[] = []
  await migrate(owner, { login, program: connection, warn: sentence => warnings.push(sentence) })
  return warnings
}
const programOf = (owner: pg.ClientConfig) => programLogin(owner, { masterKey, appUrl: undefined })

/** Returns changes that the login can make to itself. Each locks the program out at its next connection. */
const lockOutStatements = (user: string, database: string): string[] => [
  `alter role ${user} set role = 'probata_app'`,
  `alter role ${user} in database ${database} set local_preload_libraries = 'missing'`,
  `alter role ${user} password 'known to an attacker'`,
]

const assertLockedOutAfter = async (connection: pg.ClientConfig, statements: string[]): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
  await assert.rejects(query(connection, 'select 1'))
}

const assertLoginWorks = async (connection: pg.ClientConfig, user: string): Promise<void> =>
  assert.deepEqual(await query(connection, 'select session_user as login, current_user as me'), [
    { login: user, me: user },
  ])

describe('a login that altered itself, in the embedded database', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'probata-changed-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('is repaired at the next start, which reports it and affects no other database', async () => {
    await using server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
    const owner = server.connection
    assert.deepEqual(await start(owner), [])
    const { connection, login } = programOf(owner)
    await assertLoginWorks(connection, login.user)
    for (const database of ['postgres', 'template1'])
      await assert.rejects(query({ ...connection, database }, 'select 1'), { code: '42501' }, database)
    await assertLockedOutAfter(connection, [
      ...lockOutStatements(login.user, owner.database),
      `alter role ${login.user} in database postgres set search_path = 'mine'`,
    ])
    const warnings = await start(owner)
    assert.deepEqual(
      warnings.map(warning => /\((.*)\) and have been reset|password .* and has been reset/.exec(warning)?.[1]),
      // The settings that were reset: for all databases, for `postgres` and for `probata`. The last warning is about
      // the password.
      ['role', 'search_path', 'local_preload_libraries', undefined],
    )
    assert.doesNotMatch(warnings.join(' '), /SCRAM|attacker/)
    await assertLoginWorks(connection, login.user)
    assert.deepEqual(await start(owner), [])
  })
})

const debian = '/usr/lib/postgresql/15/bin'

for (const programs of [undefined, debian])
  describe(`a login that altered itself, on a shared server (${programs ? 15 : 18})`, {
    skip: programs && !existsSync(programs) ? 'postgresql-15 is missing' : false,
    concurrency: false,
  }, () => {
    let server: TcpPostgres
    before(async () => {
      server = await startTcpPostgres({ programs })
    })
    after(() => server?.[Symbol.asyncDispose]())
    const asAdministrator = (text: string) => query({ connectionString: server.urlOf(administrator, 'postgres') }, text)
    const databaseOf = async (name: string, attributes = ''): Promise<pg.ClientConfig> => {
      await asAdministrator(`create role ${name} login ${attributes} password '${tcpPassword}'`)
      await asAdministrator(`create database ${name} owner ${name}`)
      return { connectionString: server.urlOf(name, name) }
    }

    test('is repaired with createrole, in this database only', async () => {
      const owner = await databaseOf('creator', 'createrole')
      await start(owner)
      const { connection, login } = programOf(owner)
      await assertLockedOutAfter(connection, [
        ...lockOutStatements(login.user, 'creator'),
        `alter role ${login.user} in database postgres set search_path = 'mine'`,
      ])
      assert.equal((await start(owner)).length, 3)
      await assertLoginWorks(connection, login.user)
      const remainingRows = await asAdministrator(
        `select datname from pg_db_role_setting join pg_database d on d.oid = setdatabase where setrole <> 0`,
      )
      assert.deepEqual(remainingRows, [{ datname: 'postgres' }])
      assert.deepEqual(
        await asAdministrator(`select has_database_privilege('public', 'postgres', 'CONNECT') as open`),
        [{ open: true }],
      )
      await asAdministrator(`drop database creator with (force)`)
      await asAdministrator(`drop role ${login.user}`)
    })

    test('without createrole the start exits and prints the statement that an administrator must run', async () => {
      const owner = await databaseOf('plain')
      const firstError = await start(owner).catch(String)
      const statements = /run: (.*;)$/.exec(`${firstError}`)?.[1] ?? ''
      await asAdministrator(statements)
      await start(owner)
      const { connection, login } = programOf(owner)
      await assertLockedOutAfter(connection, [`alter role ${login.user} password 'known to an attacker'`])
      const startError = await start(owner).catch(String)
      const [, statement = ''] = /was changed\. .* run: (ALTER ROLE .*;)$/.exec(`${startError}`) ?? []
      await asAdministrator(statement)
      assert.deepEqual(await start(owner), [])
      await assertLoginWorks(connection, login.user)
    })

    test('a login from DATABASE_APP_URL is left unchanged', async () => {
      const owner = await databaseOf('named')
      await asAdministrator(`create role by_hand login password '${tcpPassword}'; grant probata_app to by_hand`)
      await asAdministrator(`alter role by_hand set work_mem = '8MB'; alter role by_hand password 'rotated'`)
      assert.deepEqual(await start(owner, server.urlOf('by_hand', 'named')), [])
      assert.deepEqual(await asAdministrator(`select rolconfig from pg_roles where rolname = 'by_hand'`), [
        { rolconfig: ['work_mem=8MB'] },
      ])
    })
  })
