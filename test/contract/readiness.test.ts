import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtempDisposable, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { hour, iso } from '#lib/clock.ts'
import { claimInput, oneAccount } from '#test/fixture.ts'
import { keepLog } from '#test/keep-log.ts'
import { query } from '#test/postgres.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const claims = '/api/v1/governance/evidence/claims'
const mib = 1024 * 1024

interface Folder extends AsyncDisposable {
  readonly path: string
}

const makeFolder = async (): Promise<Folder> => {
  const folder = await mkdtempDisposable(join(tmpdir(), 'probata-ready-'))
  await chmod(folder.path, 0o755)
  return folder
}

/** Mounts a file system with this many MiB. Skips the test if this user may not mount one. */
const smallDisk = async (t: TestContext, size: number): Promise<Folder | undefined> => {
  await using resources = new AsyncDisposableStack()
  const { path } = resources.use(await makeFolder())
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    t.skip('this user may not mount file systems')
    return undefined
  }
  resources.defer(() => void execFileSync('/bin/umount', ['-l', path]))
  const owned = resources.move()
  return { path, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const withoutTimes = (lines: readonly Record<string, unknown>[], about: RegExp) =>
  lines.filter(({ event }) => about.test(String(event))).map(({ time, pid, ...line }) => line)

const readyOf = async (p: Probata) => (await p.call('GET', '/api/health/ready')).status
const untilReady = (p: Probata, status: number) =>
  until(`ready is ${status}`, async () => (await readyOf(p)) === status)
const get = async (p: Probata, path: string) => (await fetch(`${p.url}${path}`)).text()
const detailOf = async (p: Probata) => JSON.parse(await get(p, '/api/health/detail'))

const fill = async (folder: string): Promise<string> => {
  const file = join(folder, 'filled')
  await writeFile(file, Buffer.alloc(512 * mib)).catch(error => assert.equal(error.code, 'ENOSPC'))
  return file
}

test('a database that becomes read-only is reported as not ready', async () => {
  await using folder = await makeFolder()
  const dataDir = folder.path
  await using postgres = await startEmbeddedPostgres({ dataDir, log() {} })
  const { log, lines } = keepLog()
  await using p = await boot({ database: postgres.connection, provision: oneAccount, log })
  const token = await p.token('acme-scanner')
  const setReadOnly = async (value: string) => {
    await query(postgres.connection, `alter system set default_transaction_read_only = ${value}`)
    await query(postgres.connection, 'select pg_reload_conf()')
  }
  await setReadOnly('on')
  await untilReady(p, 503)
  assert.equal((await p.call('GET', '/api/health/live')).status, 200)
  const { database, ready } = await detailOf(p)
  assert.deepEqual([ready, database.state, database.code], [false, 'read_only', '25006'])
  const response = await p.call('POST', claims, { token, body: claimInput('read-only') })
  assert.deepEqual(
    [response.status, response.body.message],
    [503, 'The database accepts no changes now; try again in a few seconds.'],
  )
  assert.equal((await p.call('GET', claims, { token })).status, 200)
  const metrics = await get(p, '/metrics')
  assert.match(metrics, /probata_unavailable_total\{cause="database_read_only",code="25006"\} 1\n/)
  assert.match(metrics, /probata_usable\{part="database"\} 0\n/)

  await setReadOnly('off')
  await untilReady(p, 200)
  assert.equal((await p.call('POST', claims, { token, body: claimInput('read-only') })).status, 201)
  assert.deepEqual(withoutTimes(lines, /^database_/), [
    { level: 'error', event: 'database_read_only', errorCode: '25006' },
    { level: 'warn', event: 'database_ok' },
  ])
})

test('a database with a full disk is not ready, and ready again when space is freed', async t => {
  await using mounted = await smallDisk(t, 256)
  if (!mounted) return
  const disk = mounted.path
  const dataDir = join(disk, 'data')
  await mkdir(dataDir)
  await using postgres = await startEmbeddedPostgres({ dataDir, log() {}, settings: { max_wal_size: '64MB' } })
  const { log, lines } = keepLog()
  await using p = await boot({ database: postgres.connection, provision: null, log })
  assert.equal(await readyOf(p), 200)
  const file = await fill(disk)
  await untilReady(p, 503)
  assert.equal((await detailOf(p)).database.code, '53100')
  await rm(file)
  await untilReady(p, 200)
  assert.deepEqual(withoutTimes(lines, /^database_/), [
    { level: 'error', event: 'database_full', errorCode: '53100' },
    { level: 'warn', event: 'database_ok' },
  ])
})

test('file storage with a full disk or a missing folder is not ready', async t => {
  await using mounted = await smallDisk(t, 64)
  if (!mounted) return
  const disk = mounted.path
  const { log, lines } = keepLog()
  await using p = await boot({ env: { PROBATA_DATA_DIR: disk }, log })
  const blobs = join(disk, 'blobs')
  assert.equal(await readyOf(p), 200)
  assert.match(await get(p, '/metrics'), /probata_free_bytes\{part="storage"\} 6\d{7}\n/)
  const file = await fill(disk)
  await untilReady(p, 503)
  const { storage, database } = await detailOf(p)
  assert.deepEqual([database.state, storage], ['ok', { state: 'full', path: blobs, freeBytes: 0, code: 'ENOSPC' }])
  await rm(file)
  await untilReady(p, 200)
  await rename(blobs, `${blobs}-away`)
  await untilReady(p, 503)
  await rename(`${blobs}-away`, blobs)
  await untilReady(p, 200)
  const [full, freed, ...otherLines] = withoutTimes(lines, /^storage_/)
  assert.deepEqual(full, { level: 'error', event: 'storage_full', errorCode: 'ENOSPC', path: blobs, freeBytes: 0 })
  assert.deepEqual(
    [freed?.event, ...otherLines.map(({ event }) => event)],
    ['storage_ok', 'storage_missing', 'storage_ok'],
  )
})

test('the detailed response names every part, and only this machine or a caller with the token gets it', async () => {
  await using p = await boot({ env: { PROBATA_METRICS_TOKEN: 'a-token-for-the-metrics-page' } })
  // Sets the times of the next runs, because no worker runs here and the database may be a copy that is an hour old.
  const nextRuns = (time: number) => p.sql('update job set next_run_at = $1', [iso(time)])
  await nextRuns(p.clock.now() - hour)
  assert.equal((await detailOf(p)).jobs.state, 'overdue')
  await nextRuns(p.clock.now() + hour)
  const parts = await detailOf(p)
  assert.deepEqual(Object.keys(parts), ['ready', 'database', 'storage', 'redis', 'jobs'])
  assert.match(parts.database.version, /^\d\d/)
  assert.deepEqual([parts.ready, parts.redis.state, parts.jobs.state], [true, 'unused', 'ok'])
  const viaProxy = (headers: Record<string, string>) =>
    fetch(`${p.url}/api/health/detail`, { headers: { 'x-forwarded-for': '203.0.113.9', ...headers } })
  assert.equal((await viaProxy({})).status, 404)
  assert.equal((await viaProxy({ authorization: 'Bearer a-token-for-the-metrics-page' })).status, 200)
})
