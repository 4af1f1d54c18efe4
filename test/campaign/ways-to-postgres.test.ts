import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chooseAccount, commandFor } from '#db/embedded/account.ts'
import { spawnChild } from '#db/embedded/child.ts'
import { migrate } from '#db/migrate.ts'
import { readConfig } from '#src/config.ts'
import { freePort } from '#test/free-port.ts'
import { query } from '#test/postgres.ts'
import { boot } from '#test/system.ts'
import { administrator, startTcpPostgres, type TcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { findExecutable } from '#test/tools.ts'

const masterKey = (n: number) => Buffer.alloc(32, n).toString('base64')
const folder = mkdtempSync(join(tmpdir(), 'probata-ways-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const failureOf = async (url: string): Promise<string> => {
  const error = await migrate({ connectionString: url }).catch((caught: Error) => caught)
  assert.ok(error instanceof Error, 'it was migrated')
  assert.ok(!error.message.includes(tcpPassword) && !error.message.includes(encodeURIComponent(tcpPassword)))
  return error.message
}

const tablesOf = (server: TcpPostgres, database = 'postgres') =>
  query(
    { connectionString: server.urlOf(administrator, database) },
    "select relname from pg_class where relnamespace = 'public'::regnamespace union select rolname from pg_roles where rolname like 'probata%'",
  )

/** Creates a certificate authority, and its certificate for `localhost`, both in PEM. */
const certificate = (name: string, ...valid: readonly string[]) => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const [authority, key, request, cert] = ['ca.pem', 'key', 'csr', 'pem'].map(end => `${name}.${end}`) as [
    string,
    string,
    string,
    string,
  ]
  openssl('req', '-x509', ...ec, '-keyout', `${name}.ca.key`, '-out', authority, '-days', '2', '-subj', `/CN=${name}`)
  openssl('req', ...ec, '-keyout', key, '-out', request, '-subj', '/CN=db', '-addext', 'subjectAltName=DNS:localhost')
  const signingArgs = ['-CA', authority, '-CAkey', `${name}.ca.key`, '-copy_extensions', 'copyall', ...valid]
  openssl('x509', '-req', '-in', request, ...signingArgs, '-out', cert)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  return { cert: read(cert), key: read(key), authority: join(folder, authority) }
}

describe('TLS to PostgreSQL, with a private authority', { concurrency: false }, () => {
  const ownCertificate = certificate('own', '-days', '2')
  let server: TcpPostgres
  before(async () => {
    server = await startTcpPostgres({ tls: ownCertificate })
  })
  after(() => server?.[Symbol.asyncDispose]())
  const urlOf = (host: string, parameters: string) =>
    `${server.urlOf(administrator, 'postgres').replace('127.0.0.1', host)}?${parameters}`
  const verifiedParameters = () => `sslmode=verify-full&sslrootcert=${ownCertificate.authority}`

  test("with the authority's certificate, the start and each session of the program are encrypted", async () => {
    const url = urlOf('localhost', verifiedParameters())
    const env = { DATABASE_URL: url, PROBATA_MASTER_KEY: masterKey(1) }
    await using p = await boot({ database: { connectionString: url }, env })
    assert.equal((await p.call('GET', '/api/health/ready')).status, 200)
    const sessions = await p.sql(
      `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename like 'probata_app_%'`,
    )
    assert.deepEqual(sessions, [{ ssl: true }])
  })

  test('without it, the start says which parameters to add', async () => {
    assert.match(
      await failureOf(urlOf('localhost', 'sslmode=verify-full')),
      /^DATABASE_URL: .*authority that this machine does not trust: add \?sslmode=verify-full&sslrootcert=/,
    )
  })

  test('a host name that the certificate does not contain', async () => {
    assert.match(
      await failureOf(urlOf('127.0.0.1', verifiedParameters())),
      /its certificate is not for 127\.0\.0\.1: use a name/,
    )
  })

  test('an expired certificate', async () => {
    const expiredCertificate = certificate('old', '-days', '-1')
    await using expired = await startTcpPostgres({ tls: expiredCertificate })
    const url = expired.urlOf(administrator, 'postgres').replace('127.0.0.1', 'localhost')
    const message = await failureOf(`${url}?sslmode=verify-full&sslrootcert=${expiredCertificate.authority}`)
    assert.match(message, /its certificate is not valid now: renew it/)
  })

  test('a server without TLS', async () => {
    await using plain = await startTcpPostgres()
    const url = `${plain.urlOf(administrator, 'postgres')}?${verifiedParameters()}`
    assert.match(await failureOf(url), /it offers no TLS: set ssl = on on the server/)
  })

  test('a missing certificate is reported before any connection', () => {
    const DATABASE_URL = 'postgres://u:hush@h/d?sslmode=verify-full&sslrootcert=/nonexistent/ca.pem'
    assert.throws(
      () => readConfig({ DATABASE_URL, PROBATA_MASTER_KEY: masterKey(2) }),
      (error: Error) => /DATABASE_URL.*sslrootcert: the file/.test(error.message) && !error.message.includes('hush'),
    )
  })
})

test('several hosts are rejected by name', () => {
  for (const DATABASE_URL of [
    'postgres://u:p@one,two/d',
    'postgres://u:p@one:5432,two:5432/d?target_session_attrs=read-write',
    'postgres://u:p@/d?host=one,two',
    'postgresql:///d?host=/run/a,/run/b&port=1,2',
  ])
    assert.throws(
      () => readConfig({ DATABASE_URL, PROBATA_MASTER_KEY: masterKey(3) }),
      /DATABASE_URL .*: names several hosts: use the primary/,
    )
})

test('a standby is rejected by name', async () => {
  await using server = await startTcpPostgres({ standby: true })
  const message = await failureOf(server.urlOf(administrator, 'postgres'))
  assert.match(message, /it is a standby and accepts no changes\. Connect to the primary/)
})

const program = findExecutable('pgbouncer')

describe('PgBouncer in between', { skip: !program && 'pgbouncer is missing: apt-get install pgbouncer' }, () => {
  let server: TcpPostgres
  before(async () => {
    server = await startTcpPostgres()
  })
  after(() => server?.[Symbol.asyncDispose]())

  const withPooler = async (settings: Readonly<Record<string, string>>, database = 'postgres'): Promise<string> => {
    const account = await chooseAccount(folder)
    const port = await freePort()
    const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')]
    writeFileSync(users, `"${administrator}" "${tcpPassword}"\n`)
    const poolerSettings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      auth_type: 'scram-sha-256',
      auth_file: users,
      ...settings,
    }
    const lines = Object.entries({ unix_socket_dir: '', ...poolerSettings }).map(
      ([name, value]) => `${name} = ${value}`,
    )
    writeFileSync(
      file,
      ['[databases]', `* = host=127.0.0.1 port=${server.port}`, '[pgbouncer]', ...lines, ''].join('\n'),
    )
    chmodSync(folder, 0o755)
    for (const path of [file, users]) if (account.switched) chownSync(path, account.uid, account.gid)
    const ready = Promise.withResolvers<void>()
    const child = await spawnChild(
      commandFor(account, program ?? '', [file]),
      line => /process up/.test(line) && ready.resolve(),
    )
    try {
      await Promise.race([ready.promise, child.exited.then(async () => assert.fail(await child.tail()))])
      const tablesBefore = await tablesOf(server, database)
      const url = server.urlOf(administrator, database).replace(`:${server.port}/`, `:${port}/`)
      const message = await failureOf(url)
      assert.deepEqual(await tablesOf(server, database), tablesBefore)
      return message
    } finally {
      child.kill('SIGINT')
      await child.exited
    }
  }

  for (const pool_mode of ['session', 'transaction']) {
    test(`${pool_mode} mode rejects startup options by default`, async () => {
      assert.match(await withPooler({ pool_mode }), /rejects startup options.*connect to PostgreSQL directly/)
    })
    test(`${pool_mode} mode that ignores startup options: the start detects it`, async () => {
      const message = await withPooler({ pool_mode, ignore_startup_parameters: 'options' })
      assert.match(message, /drops startup options.*Connect to PostgreSQL directly\. Nothing was changed\.$/)
    })
  }

  test('transaction mode, with the settings on the database: the start detects shared sessions', async () => {
    const asAdministrator = (text: string) => query({ connectionString: server.urlOf(administrator, 'postgres') }, text)
    await asAdministrator('create database shared')
    await asAdministrator('alter database shared set probata.session = on')
    const poolerSettings = { pool_mode: 'transaction', ignore_startup_parameters: 'options' }
    assert.match(await withPooler(poolerSettings, 'shared'), /shares server connections between sessions/)
  })
})
