import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { release } from '#lib/version.ts'
import { variables } from '#src/config/variables.ts'
import { testMasterKey } from './environment.ts'
import { keepLog } from './keep-log.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { query } from './postgres.ts'
import { skipWithoutRedis as skip, startRedis, type TestRedis } from './redis.ts'
import { commandsWith } from './run-command.ts'
import { boot } from './system.ts'
import { administrator, startTcpPostgres, type TcpPostgres } from './tcp-postgres.ts'

// An address of this machine that the program does not recognize as loopback. No packet leaves the machine.
const unknownLoopback = '127.1'

const kinds = { database: 'DATABASE_URL', redis: 'REDIS_URL', mail: 'SMTP_URL' } as const
const allKinds = Object.keys(kinds).join(',')

describe('connections to other machines without TLS', { concurrency: false, skip }, () => {
  let server: TcpPostgres
  let redis: TestRedis
  let mail: MailServer
  let databaseCount = 0
  const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-without-tls-'))
  before(async () => {
    ;[server, redis, mail] = await Promise.all([startTcpPostgres(), startRedis(), startMailServer()])
  })
  after(async () => {
    for (const resource of [mail, redis, server]) await resource?.[Symbol.asyncDispose]()
    folder.remove()
  })

  const asOwner = (url: string, text: string) => query({ connectionString: url }, text)

  /** Creates a separate database; returns its URL, whose address is not recognized as loopback. */
  const newDatabase = async (): Promise<string> => {
    const name = `install_${++databaseCount}`
    await asOwner(server.urlOf(administrator, 'postgres'), `create database ${name}`)
    return server.urlOf(administrator, name).replace('127.0.0.1', unknownLoopback)
  }

  /** Creates a database from the release before this rule, which contains a workspace. */
  const oldDatabase = async (): Promise<string> => {
    const url = await newDatabase()
    await migrate({ connectionString: url })
    await asOwner(
      url,
      `set probata.migrating = 'on'; update installation set upgraded = true;
       insert into organization (id, slug, name, created_at) values ('org_1', 'old', 'Old', now())`,
    )
    return url
  }

  const environment = (url: string) => ({
    DATABASE_URL: url,
    REDIS_URL: redis.url.replace('127.0.0.1', unknownLoopback),
    SMTP_URL: mail.url.replace('127.0.0.1', unknownLoopback),
    PROBATA_MASTER_KEY: testMasterKey,
  })

  const start = (url: string, env: Readonly<Record<string, string>> = {}) => {
    const { log, lines } = keepLog()
    const database = { connectionString: url }
    const fullEnv = { ...environment(url), ...env }
    const booted = boot({ database, log, env: fullEnv })
    return { booted, warnings: () => lines.filter(({ event }) => event === 'connection_without_tls') }
  }

  const problemOf = async (booted: Promise<AsyncDisposable>): Promise<string> => {
    const error = await booted.then(
      async system => system[Symbol.asyncDispose](),
      (caught: Error) => caught,
    )
    assert.ok(error instanceof Error, 'it started')
    assert.ok(!error.message.includes(redis.password), 'no secret')
    return error.message
  }

  test('a new install rejects them at once, each with the remedy', async () => {
    const url = await newDatabase()
    const message = await problemOf(start(url).booted)
    for (const [kind, variable] of Object.entries(kinds)) {
      const line = message.split('\n').find(text => text.includes(`${variable} `))
      const form = `leads to 127\\.1, which is not this machine, and insists on no TLS: .+, or allow it with PROBATA_PLAINTEXT_ALLOW=${kind}$`
      assert.match(line ?? message, new RegExp(form))
    }
    const [row] = await asOwner(url, 'select count(*)::int as workspaces from organization')
    assert.equal(row?.workspaces, 0, 'nothing was started')
  })

  for (const [kind, variable] of Object.entries(kinds))
    test(`rejects ${kind} even if the others are allowed`, async () => {
      const otherKinds = Object.keys(kinds).filter(name => name !== kind)
      const message = await problemOf(
        start(await newDatabase(), { PROBATA_PLAINTEXT_ALLOW: otherKinds.join(',') }).booted,
      )
      assert.deepEqual(message.match(/[A-Z_]+(?= leads to)/g), [variable])
    })

  test('are used without a warning if each is allowed by name', async () => {
    const { booted, warnings } = start(await newDatabase(), { PROBATA_PLAINTEXT_ALLOW: allKinds })
    await using p = await booted
    assert.equal((await p.call('GET', '/api/health/ready')).status, 200)
    assert.equal(p.system.services.limiter.redis(), 'ok')
    const body = { reason: 'To read mail', email: 'new@acme.example', name: 'New', role: 'auditor' }
    const cookie = await p.signIn('admin@acme.example')
    const invitation = await p.call('POST', '/api/workspace/people/invitations', { cookie, body })
    assert.equal(invitation.body.invitation.mailed, true)
    assert.deepEqual(warnings(), [])
  })

  test('nothing is required on loopback', async () => {
    const url = (await newDatabase()).replace(unknownLoopback, '127.0.0.1')
    const { booted, warnings } = start(url, { REDIS_URL: redis.url, SMTP_URL: mail.url })
    await using p = await booted
    assert.equal((await p.call('GET', '/api/health/ready')).status, 200)
    assert.deepEqual(warnings(), [])
  })

  const { run } = commandsWith(folder.path)
  const doctor = async (url: string, env: Readonly<Record<string, string>> = {}) => {
    const { out } = await run(['doctor', '--json'], { ...environment(url), ...env })
    const lines = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    return lines.filter(({ check }) => check === 'connections')
  }

  test('an upgraded install gets one release of warnings, in the log and from doctor; then it rejects them', async () => {
    const url = await oldDatabase()
    const { booted, warnings } = start(url)
    {
      await using p = await booted
      assert.equal((await p.call('GET', '/api/health/ready')).status, 200)
    }
    assert.deepEqual(
      warnings().map(({ level, detail, host }) => [level, `${detail}`.split(' ')[0], host]),
      Object.values(kinds).map(variable => ['warn', variable, unknownLoopback]),
    )
    for (const { detail } of warnings()) assert.match(`${detail}`, /From the next release on this stops the start\.$/)
    const results = await doctor(url)
    assert.deepEqual(
      results.map(({ what, good }) => [what, good]),
      Object.values(kinds).map(variable => [variable, false]),
    )
    for (const { says } of results) assert.match(says, /The next release refuses to start with it$/)
    assert.equal((await asOwner(url, 'select warned_by from installation'))[0]?.warned_by, release)
    await asOwner(url, `update installation set warned_by = '0.0'`)
    assert.match(await problemOf(start(url).booted), /DATABASE_URL leads to 127\.1/)
    for (const { says } of await doctor(url)) assert.match(says, /A start is refused with it$/)
    const eventList = await run(['security-events'], environment(url))
    assert.deepEqual([eventList.out, eventList.status], ['', 1])
    assert.match(eventList.err, /DATABASE_URL leads to 127\.1/)
  })

  test('doctor reports allowed connections, unverified certificates, and networks with plain HTTP', async () => {
    const url = await newDatabase()
    const env = { PROBATA_PLAINTEXT_ALLOW: allKinds, PROBATA_WEBHOOK_ALLOW: '10.1.0.0/16' }
    await (await start(url, env).booted)[Symbol.asyncDispose]()
    const tls = { SMTP_URL: 'smtps://mail.example.com', REDIS_URL: 'rediss://cache.example.com' }
    const results = await doctor(url, { ...env, PROBATA_PLAINTEXT_ALLOW: 'database', ...tls })
    assert.deepEqual(
      results.map(({ what, good, says }) => [what, good, says]),
      [
        ['DATABASE_URL', true, '127.1 may be unencrypted, as allowed by PROBATA_PLAINTEXT_ALLOW'],
        ['REDIS_URL', true, 'cache.example.com uses TLS, and its certificate is checked'],
        ['SMTP_URL', true, 'mail.example.com uses TLS, and its certificate is checked'],
        ['webhook receivers', true, 'by https, or plain http to 10.1.0.0/16 (PROBATA_WEBHOOK_ALLOW)'],
      ],
    )
    const unchecked = await doctor(url, {
      ...env,
      PROBATA_PLAINTEXT_ALLOW: 'database',
      SMTP_URL: 'smtps://mail.example.com?tls.rejectUnauthorized=false',
      REDIS_URL: 'redis://127.0.0.1',
    })
    assert.deepEqual(
      unchecked.slice(1, 3).map(({ what, good }) => [what, good]),
      [
        ['REDIS_URL', true],
        ['SMTP_URL', false],
      ],
    )
    assert.match(unchecked[2].says, /^leads to mail\.example\.com, which .+ checks no certificate, or not the name/)
    const allResults = await doctor(url, {
      ...env,
      ...tls,
      PROBATA_PLAINTEXT_ALLOW: 'database',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    })
    for (const { says } of allResults.slice(1, 3))
      assert.match(says, /checks no certificate.*unset NODE_TLS_REJECT_UNAUTHORIZED/)
  })
})

/**
 * Variables that can contain the address of another machine and that the rule does not cover, with the way in which
 * each is protected instead.
 */
const otherProtections: Readonly<Record<string, string>> = {
  url: 'where this install is reached',
  checkpointS3: 'https, or plain http to PROBATA_STORAGE_ALLOW',
  tsaUrl: 'https, or plain http to PROBATA_STORAGE_ALLOW',
  witnesses: 'https, or plain http to PROBATA_STORAGE_ALLOW',
  securityLog: 'TLS or a file',
  malwareScanner: 'this machine only',
  otlpEndpoint: 'not used yet',
}

test('every variable with an address has a rule or a reason', () => {
  const addresses = Object.entries(variables)
    .filter(([, { says, ...row }]) => /\w:\/\/|clamd:/.test(`${says} ${Object(row).example ?? ''}`))
    .map(([name]) => name)
  const checkedVariables = ['databaseUrl', 'databaseAppUrl', 'redisUrl', 'smtpUrl', 'httpsProxy', 'httpProxy']
  assert.deepEqual(addresses.sort(), [...checkedVariables, ...Object.keys(otherProtections)].sort())
})

test('a command warns before it sends its secret over plain HTTP to another machine', async () => {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-plain-export-'))
  const { run } = commandsWith(folder.path)
  const env = { PROBATA_CLIENT_ID: 'acme-scanner', PROBATA_CLIENT_SECRET: 'a-secret-of-a-test-client' }
  const exportArgs = ['export', '--everything', '--reason', 'To read it', '--wait', '0', '--url']
  const remote = await run([...exportArgs, 'http://probata.invalid'], env)
  assert.match(
    remote.err,
    /^http:\/\/probata\.invalid is plain http to another machine: the secret can be read in transit\./,
  )
  const onLoopback = await run([...exportArgs, 'http://127.0.0.1:1'], env)
  assert.doesNotMatch(onLoopback.err, /plain http/)
  assert.deepEqual([remote.status, onLoopback.status], [1, 1])
  folder.remove()
})
