import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testMasterKey } from '#test/environment.ts'
import { type ServerProcess, type Setting, urlOf } from '#test/faults/server-process.ts'
import { claimInput, clientSecret, workspace } from '#test/fixture.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { serve } from '#test/serve.ts'
import { until } from '#test/until.ts'

const claims = '/api/v1/governance/evidence/claims'
const processes = 3

/** Uses the PostgreSQL that the run shares, because starting a separate one takes seconds. */
const sharedDatabase = async (t: TestContext): Promise<Setting['env']> => {
  const database = await createTestDatabase()
  t.after(() => database[Symbol.asyncDispose]())
  return { DATABASE_URL: urlOf(database.connection), PROBATA_MASTER_KEY: testMasterKey }
}

const folderFor = async (t: TestContext, env: Setting['env'] = {}): Promise<Setting> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-processes-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [dataDir, provisionFile] = [join(folder, 'data'), join(folder, 'provision.json')]
  await mkdir(dataDir)
  await writeFile(provisionFile, JSON.stringify(workspace))
  return {
    dataDir,
    provisionFile,
    logFile: join(folder, 'server.log'),
    env: { PROBATA_PROCESSES: String(processes), ...env },
  }
}

/** Returns the ids of the serving processes except the first. */
const otherProcessesOf = async ({ pid }: ServerProcess): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '')
  const children = text.trim().split(' ').filter(Boolean)
  const commands = await Promise.all(
    children.map(child => readFile(`/proc/${child}/cmdline`, 'latin1').catch(() => '')),
  )
  return children.filter((_, i) => commands[i]?.split('\0').includes('beside')).map(Number)
}

const isGone = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

/** Sends each request on its own connection, so that the kernel distributes the requests over the processes. */
const ask = async ({ url }: ServerProcess, path: string, init: RequestInit = {}) => {
  const response = await fetch(url + path, { ...init, headers: { connection: 'close', ...init.headers } })
  return { status: response.status, text: await response.text() }
}

const sendRepeatedly = async (
  count: number,
  once: () => Promise<{ status: number }>,
): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (let i = 0; i < count; i++) {
    const { status } = await once()
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const tokenRequest = {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'acme-reader',
    client_secret: clientSecret,
  }),
}

/** Returns the number of answered probes, summed over all processes. */
const countProbes = async (server: ServerProcess): Promise<number> => {
  const { text } = await ask(server, '/metrics')
  const [, count] = /^http_request_duration_seconds_count{[^}]*health\/live[^}]*} (\d+)$/m.exec(text) ?? []
  return Number(count)
}

/** Returns the number of sockets that listen on the port (proc_pid_net_tcp(5): state 0A). */
const countListeningSockets = async ({ url }: ServerProcess): Promise<number> => {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const table = await readFile('/proc/net/tcp', 'latin1')
  return table.split('\n').filter(line => new RegExp(`:${port} 0+:0000 0A `).test(line)).length
}

const isLinux = process.platform === 'linux'

test('several processes serve one port as one: they share limits, metrics and changes', { skip: !isLinux }, async t => {
  const { server, client } = await serve(
    t,
    await folderFor(t, { ...(await sharedDatabase(t)), PROBATA_RATE_LIMITS: 'token-issuance=5' }),
  )
  assert.deepEqual(
    [await countListeningSockets(server), (await otherProcessesOf(server)).length],
    [processes, processes - 1],
  )

  assert.deepEqual(await sendRepeatedly(9, () => ask(server, '/api/v1/auth/token', tokenRequest)), { 200: 5, 429: 4 })
  assert.deepEqual(await sendRepeatedly(30, () => ask(server, '/api/health/live')), { 200: 30 })
  assert.equal(await countProbes(server), 30)

  const token = await client.token('acme-scanner')
  const body = claimInput('of-many')
  assert.equal((await client.call('POST', claims, { token, body, key: 'one-key-for-all' })).status, 201)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': 'one-key-for-all',
  }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  assert.deepEqual(await sendRepeatedly(10, () => ask(server, claims, request)), { 201: 10 })
})

test('a killed process is replaced while the others serve', { skip: !isLinux }, async t => {
  const setting = await folderFor(t, await sharedDatabase(t))
  const { server, client } = await serve(t, setting)
  const [victim = 0, other] = await otherProcessesOf(server)
  process.kill(victim, 'SIGKILL')
  await until('the killed process is gone', () => isGone(victim))
  assert.deepEqual(await sendRepeatedly(10, () => ask(server, '/api/health/ready')), { 200: 10 })
  await until('its replacement serves', async () => (await countListeningSockets(server)) === processes)
  const currentPids = await otherProcessesOf(server)
  assert.ok(currentPids.length === 2 && !currentPids.includes(victim) && currentPids.includes(Number(other)))
  const log = await readFile(setting.logFile, 'utf8')
  assert.match(log, /"level":"error".*"event":"process_ended".*"signal":"SIGKILL"/)
  assert.deepEqual(await sendRepeatedly(10, () => ask(server, '/api/health/ready')), { 200: 10 })
  assert.equal((await client.call('GET', claims, { token: await client.token('acme-reader') })).status, 200)
})

test('the other processes exit with the first: after their responses if it stops, immediately if it is killed', {
  skip: !isLinux,
}, async t => {
  const setting = await folderFor(t, { PROBATA_PROCESSES: '2' })
  const { server } = await serve(t, setting)
  const otherPids = await otherProcessesOf(server)
  server.kill('SIGTERM')
  assert.deepEqual(await server.exited, { code: 0, signal: null })
  assert.deepEqual(otherPids.map(isGone), [true])

  const { server: secondServer } = await serve(t, setting)
  const orphans = await otherProcessesOf(secondServer)
  secondServer.kill('SIGKILL')
  await secondServer.exited
  await until('every process is gone', () => orphans.every(isGone))
  const { server: thirdServer } = await serve(t, {
    ...setting,
    env: { ...setting.env, PORT: new URL(secondServer.url).port },
  })
  assert.equal(thirdServer.url, secondServer.url)
})
