import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { jobs } from '#src/features.ts'
import { claimInput } from '#test/fixture.ts'
import { query } from '#test/postgres.ts'
import { boot } from '#test/system.ts'
import { administrator, startTcpPostgres, type TcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, webhooksOf } from '#test/webhooks/webhooks.ts'

let server: TcpPostgres
let receiver: Receiver
before(async () => {
  server = await startTcpPostgres()
  receiver = await startReceiver()
})
after(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const asAdministrator = (text: string, values: unknown[] = [], database = 'postgres') =>
  query({ connectionString: server.urlOf(administrator, database) }, text, values)

/** Creates a database as operating.md describes it; returns its owner's DATABASE_URL. */
const databaseOf = async (owner: string, attributes = ''): Promise<string> => {
  await asAdministrator(`create role ${owner} login ${attributes} password '${tcpPassword}'`)
  await asAdministrator(`create database ${owner} owner ${owner}`)
  return server.urlOf(owner, owner)
}

// Each install has its own key, and therefore its own login on the server that they share.
const keyOf = (n: number): string => Buffer.alloc(32, n).toString('base64')
const start = (url: string, env: Readonly<Record<string, string>>) =>
  boot({ database: { connectionString: url }, env: { DATABASE_URL: url, ...loopback, ...env } })

/** Returns the sessions in an owner's database, with their privileges there. */
const sessionsIn = (owner: string) =>
  asAdministrator(
    `select distinct rolname as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as powerful,
            pg_has_role(r.oid, $1, 'MEMBER') as becomes_owner,
            exists (select from pg_class where relowner = r.oid) as owns
       from pg_stat_activity join pg_roles r on r.oid = usesysid
      where datname = $1 and backend_type = 'client backend' and usename <> $2`,
    [owner, administrator],
    owner,
  )

/** Starts an install on the database and works with it; returns the name of the program's login. */
const assertServes = async (url: string, owner: string, env: Readonly<Record<string, string>>): Promise<string> => {
  await using p = await start(url, env)
  const hooks = webhooksOf(p)
  const { id } = await hooks.create(receiver.url)
  const token = await p.token('acme-scanner')
  for (const key of ['first', 'second']) {
    const body = claimInput(key)
    assert.equal((await p.call('POST', '/api/v1/governance/evidence/claims', { token, body })).status, 201)
  }
  await p.system.delivery.drain()
  const attempts = await hooks.attempts(id)
  assert.deepEqual(
    attempts.map(({ outcome }) => outcome),
    ['delivered', 'delivered'],
  )
  assert.deepEqual(
    receiver.events().slice(-2),
    attempts.map(({ eventId }) => eventId),
  )
  for (const { name } of jobs) await p.system.runJob(name)
  const claimsOf = async (slug: string): Promise<number> => {
    const cookie = await p.signIn(`auditor@${slug}.example`)
    return (await p.call('GET', '/api/workspace/claims', { cookie })).body.claims.length
  }
  assert.deepEqual([await claimsOf('acme'), await claimsOf('globex')], [2, 0])
  const [session, ...otherSessions] = await sessionsIn(owner)
  assert.deepEqual([session?.powerful, session?.becomes_owner, session?.owns, otherSessions], [false, false, false, []])
  return String(session?.name)
}

describe('a separate PostgreSQL over TCP whose owner is not a superuser', { concurrency: false }, () => {
  test("with createrole, the start creates the program's login", async () => {
    const url = await databaseOf('creator', 'createrole')
    const env = { PROBATA_MASTER_KEY: keyOf(1) }
    const name = await assertServes(url, 'creator', env)
    assert.match(name, /^probata_app_[0-9a-f]{16}$/)
    await using restarted = await start(url, env)
    assert.equal((await restarted.call('GET', '/api/health/ready')).status, 200)
  })

  test('without createrole, the start exits with the statements for an administrator, and succeeds after they were run', async () => {
    const url = await databaseOf('plain')
    const env = { PROBATA_MASTER_KEY: keyOf(2) }
    const startError = await start(url, env).then(
      () => '',
      (error: Error) => error.message,
    )
    const [, statements = ''] =
      /"plain" may not create .*administrator of the database to run: (.*;)$/.exec(startError) ?? []
    assert.doesNotMatch(statements, new RegExp(tcpPassword))
    await asAdministrator(statements)
    assert.match(await assertServes(url, 'plain', env), /^probata_app_[0-9a-f]{16}$/)
  })

  test('DATABASE_APP_URL: a login created by an administrator', async () => {
    const url = await databaseOf('named')
    await asAdministrator(`create role by_hand login password '${tcpPassword}'; grant probata_app to by_hand`)
    const env = { PROBATA_MASTER_KEY: keyOf(3), DATABASE_APP_URL: server.urlOf('by_hand', 'named') }
    assert.equal(await assertServes(url, 'named', env), 'by_hand')
  })

  const mistaken: [name: string, make: string, env: (owner: string) => string, message: RegExp][] = [
    ['the owner itself', '', owner => owner, /^Error: DATABASE_APP_URL names "mistaken_0", the owner/],
    [
      'a login that is not a member',
      `create role outside login password '${tcpPassword}'`,
      () => 'outside',
      /GRANT probata_app TO "?outside/,
    ],
    ['a login that does not exist', '', () => 'nobody_here', /nobody_here/],
  ]
  for (const [i, [name, make, user, message]] of mistaken.entries())
    test(`DATABASE_APP_URL: ${name} is rejected with an explanation`, async () => {
      const owner = `mistaken_${i}`
      const url = await databaseOf(owner)
      if (make) await asAdministrator(make)
      const env = { PROBATA_MASTER_KEY: keyOf(4 + i), DATABASE_APP_URL: server.urlOf(user(owner), owner) }
      await assert.rejects(start(url, env), message)
    })
})
