import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, mkdtempDisposable, readdir, readFile, rename, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testEnvironment } from '#test/environment.ts'
import { type Setting, startServer, urlOf } from '#test/faults/server-process.ts'
import { keepLog } from '#test/keep-log.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { openPath, prover, textFile } from '#test/proof.ts'
import { serve } from '#test/serve.ts'
import { shortStop } from '#test/short-stop.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'

test('a stop does not wait for a slow upload, and leaves nothing of the upload', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-stop-'))
  const staging = join(folder.path, 'blobs', 'staging')
  const { log, lines } = keepLog()
  await using p = await boot({ env: { PROBATA_DATA_DIR: folder.path }, finishMs: 300, log })
  const token = await p.token('acme-scanner')
  const client = prover(p, () => token)
  const bytes = randomBytes(4_000_000)
  const file = { name: 'slow.bin', type: 'application/octet-stream', bytes }
  const { body } = await client.announce(await client.newClaim(), file)
  const upload = request(p.url + body.upload.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=xYz',
      'content-length': bytes.length + 1000,
    },
  })
  const failure = once(upload, 'error')
  upload.write(
    '--xYz\r\ncontent-disposition: form-data; name="file"; filename="slow.bin"\r\ncontent-type: application/octet-stream\r\n\r\n',
  )
  upload.write(bytes.subarray(0, 1_000_000))
  await until('the upload is in progress', async () => (await readdir(staging)).length === 1)
  await p.system[Symbol.asyncDispose]()
  const [error] = await failure
  assert.equal(error.code, 'ECONNRESET')
  assert.deepEqual(await readdir(staging), [])
  assert.deepEqual(await p.sql('select from staged_blob'), [])
  assert.deepEqual(
    lines.map(({ event, connections }) => [event, connections]),
    [['requests_cut', 1]],
  )
})

/** Returns the setting of a server in its own process that gives up its stop after 3 s. */
const settingFor = async (t: TestContext): Promise<Setting> => {
  const database = await createTestDatabase('workspace')
  const folder = await mkdtemp(join(tmpdir(), 'probata-stop-'))
  t.after(async () => {
    await database[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  return {
    dataDir,
    logFile: join(folder, 'server.log'),
    env: { ...testEnvironment, ...shortStop, DATABASE_URL: urlOf(database.connection) },
  }
}

const readLog = async ({ logFile }: Setting): Promise<string[][]> => {
  const lines = (await readFile(logFile, 'utf8')).trim().split('\n')
  return lines.map(line => JSON.parse(line)).map(({ level, event }) => [level, event])
}

/** Creates a pipe. Opening it for reading hangs, as on an unresponsive network file system. */
const makePipe = (path: string): void => void execFileSync('/usr/bin/mkfifo', [path])

const timedOutExit = { code: 1, signal: null }

test('a stop delayed by a request is given up at its limit, and nothing is lost', async t => {
  const setting = await settingFor(t)
  const { server, client } = await serve(t, setting)
  const token = await client.token('acme-scanner')
  const files = prover(client, () => token)
  const claimId = await files.newClaim()
  const { artifactId } = await files.attach(claimId, textFile('held up'))
  const blobs = await readdir(join(setting.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
  const [blob] = blobs.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  assert.ok(blob)
  await rename(blob, `${blob}.away`)
  makePipe(blob)

  const path = openPath(claimId, artifactId)
  const heldRequest = server.send({ method: 'GET', path, token }).catch(error => error.code)
  assert.equal((await client.call('GET', '/api/health/ready')).status, 200)
  server.kill('SIGTERM')
  assert.deepEqual(await server.exited, timedOutExit)
  assert.equal(await heldRequest, 'ECONNRESET')
  assert.deepEqual(await readLog(setting), [['fatal', 'stop_timed_out']])

  await rename(`${blob}.away`, blob)
  const nextServer = await serve(t, setting)
  const { status, body } = await nextServer.client.call('GET', path, { token })
  assert.deepEqual([status, Buffer.from(body.content.dataBase64, 'base64').toString()], [200, 'held up'])
})

test('a stop delayed only by a thread, without a pending request, is given up as well', async t => {
  const setting = await settingFor(t)
  const pipe = join(setting.dataDir, 'pipe')
  makePipe(pipe)
  const { server } = await serve(t, { ...setting, env: { ...setting.env, TEST_HUNG_FILE: pipe } })
  server.kill('SIGTERM')
  assert.deepEqual(await server.exited, timedOutExit)
  assert.deepEqual(await readLog(setting), [['fatal', 'stop_timed_out']])
})

test('a start that fails exits as well while a thread hangs', async t => {
  const setting = await settingFor(t)
  const pipe = join(setting.dataDir, 'pipe')
  makePipe(pipe)
  const env = { ...setting.env, TEST_HUNG_FILE: pipe, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
  await assert.rejects(startServer({ ...setting, env }), /exited before it was ready \({"code":1,"signal":null}/)
  const [, lastLine] = (await readLog(setting)).slice(-2)
  assert.deepEqual(lastLine, ['fatal', 'stop_timed_out'])
})
