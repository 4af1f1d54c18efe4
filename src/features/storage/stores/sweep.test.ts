import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { newBlobKey } from '#lib/blob-store.ts'
import { day, iso, minute, second } from '#lib/clock.ts'
import { ungoverned } from '#lib/governor.ts'
import { sha256Hex } from '#lib/hash.ts'
import { emptyEvidence } from '#test/empty-evidence.ts'
import { prover } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { sweepStagedBlobs } from './sweep-staged-blobs.ts'

const resources = new AsyncDisposableStack()
let probata: Probata
let folder: string
let acme: string
let globex: string

before(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-sweep-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  folder = join(dataDir, 'blobs')
  probata = resources.use(await boot({ env: { PROBATA_DATA_DIR: dataDir } }))
  const rows = await probata.sql('select id from organization order by slug')
  ;[acme = '', globex = ''] = rows.map(row => String(row.id))
})
beforeEach(async () => {
  await emptyEvidence(probata)
  for (const { parentPath, name } of await entries()) await rm(join(parentPath, name))
})
after(() => resources.disposeAsync())

const entries = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
const files = async () => (await entries()).map(({ name }) => name).toSorted()

const record = (organizationId: string, key: string, node: string) =>
  probata.sql('insert into staged_blob values ($1, $2, $3, $4)', [organizationId, key, node, iso(probata.clock.now())])

const readStaged = () => probata.sql('select blob_key, node_id from staged_blob order by blob_key')

const bytesOf = async function* (bytes: Buffer) {
  yield bytes
}

const sweepAs = (nodeId: string) =>
  sweepStagedBlobs.run(
    { ...probata.system.services, nodeId },
    { id: 'jrn_test', signal: new AbortController().signal, slice: ungoverned },
  )

/** Begins an upload. Returns a function that sends the rest of its body and returns the status. */
const beginUpload = async (bytes: Buffer) => {
  const token = await probata.token('acme-scanner')
  const { announce, newClaim } = prover(probata, () => token)
  const announced = await announce(await newClaim(), { name: 'proof.txt', type: 'text/plain', bytes })
  const boundary = 'probata-test-boundary'
  const upload = request(probata.url + announced.body.upload.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="proof.txt"\r\nContent-Type: text/plain\r\n\r\n`
  upload.write(head)
  upload.write(bytes.subarray(0, 1000))
  await until('staged', async () => (await readStaged()).length > 0)
  return async (): Promise<number | undefined> => {
    const responding = once(upload, 'response')
    upload.end(Buffer.concat([bytes.subarray(1000), Buffer.from(`\r\n--${boundary}--\r\n`)]))
    const [response] = await responding
    response.resume()
    return response.statusCode
  }
}

const place = { bindingId: 'stb_1', kind: 'folder', encryption: 'none', revision: 1 } as const
const folderOptions = { maxBytes: 100, place, begun: async () => {} }

test('objects and half-written files of a dead process are removed; those of a running process stay', async () => {
  const { blobs, clock } = probata.system.services
  const [objectKey, halfKey, liveKey] = [newBlobKey(), newBlobKey(), newBlobKey()]
  for (const [key, node] of [
    [objectKey, 'nod_dead'],
    [halfKey, 'nod_forgotten'],
    [liveKey, 'nod_alive'],
  ] as const)
    await record(acme, key, node)
  await blobs.put(acme, objectKey, bytesOf(Buffer.from('whole')), folderOptions)
  await writeFile(join(folder, 'staging', halfKey), 'hal')
  await blobs.put(acme, liveKey, bytesOf(Buffer.from('in use')), folderOptions)
  const lease = (until: number) => [iso(until)]
  await probata.sql(`insert into node values ('nod_dead', $1)`, lease(clock.now() - 1))
  await probata.sql(`insert into node values ('nod_alive', $1)`, lease(clock.now() + 15 * second))

  assert.equal(await probata.system.runJob('sweep-staged-blobs'), 2)
  assert.deepEqual(await readStaged(), [{ blob_key: liveKey, node_id: 'nod_alive' }])
  assert.deepEqual(await files(), [liveKey])
  assert.deepEqual(await probata.sql(`select id from node where id = 'nod_dead'`), [])

  probata.clock.advance(16 * second)
  assert.equal(await probata.system.runJob('sweep-staged-blobs'), 1)
  assert.deepEqual([await readStaged(), await files()], [[], []])
})

test('an organization whose storage fails does not delay the others', async () => {
  const { blobs } = probata.system.services
  const key = newBlobKey()
  await record(acme, 'not a blob key', 'nod_dead')
  await record(globex, key, 'nod_dead')
  await blobs.put(globex, key, bytesOf(Buffer.from('whole')), folderOptions)
  await assert.rejects(probata.system.runJob('sweep-staged-blobs'), { name: 'PartlyFailed', processed: 1 })
  assert.deepEqual(await readStaged(), [{ blob_key: 'not a blob key', node_id: 'nod_dead' }])
  assert.deepEqual(await files(), [])
})

test('a sweep does not remove an upload in progress of its own process, even if the clock has advanced', async () => {
  const bytes = Buffer.alloc(5000, 'x')
  const finish = await beginUpload(bytes)
  probata.clock.advance(minute)
  assert.equal(await probata.system.runJob('sweep-staged-blobs'), 0)
  assert.equal(await finish(), 201)
  assert.deepEqual(await readStaged(), [])
  const [artifact] = await probata.sql('select blob_key, checksum_sha256 from artifact')
  assert.equal(artifact?.checksum_sha256, sha256Hex(bytes))
  assert.deepEqual(await files(), [artifact?.blob_key])
  assert.equal(await sweepAs('nod_other'), 0)
  assert.deepEqual(await files(), [artifact?.blob_key])
})

test('leftovers that a running process failed to remove are removed after a week', async () => {
  const { blobs, nodeId, clock } = probata.system.services
  const key = newBlobKey()
  await record(acme, key, nodeId)
  await blobs.put(acme, key, bytesOf(Buffer.from('left')), folderOptions)
  probata.clock.advance(7 * day - minute)
  await probata.sql('update node set lease_until = $2 where id = $1', [nodeId, iso(clock.now() + day)])
  assert.equal(await probata.system.runJob('sweep-staged-blobs'), 0)
  probata.clock.advance(2 * minute)
  assert.equal(await probata.system.runJob('sweep-staged-blobs'), 1)
  assert.deepEqual([await readStaged(), await files()], [[], []])
})

test('an upload whose bytes another process has removed is not attached and leaves nothing behind', async () => {
  const bytes = Buffer.alloc(5000, 'x')
  const finish = await beginUpload(bytes)
  probata.clock.advance(minute)
  assert.equal(await sweepAs('nod_other'), 1)
  assert.equal(await finish(), 503)
  assert.deepEqual([await readStaged(), await probata.sql('select from artifact'), await files()], [[], [], []])
})
