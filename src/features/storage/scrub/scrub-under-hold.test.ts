import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newBlobKey } from '#lib/blob-store.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { clearCustodians } from '#test/custodians.ts'
import { password } from '#test/fixture.ts'
import { prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { flipBit } from '#test/storage/damage.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

describe('storage under a hold', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let acme: WorkspaceClient
  let bucket: MemoryS3
  let dataDir: string

  before(async () => {
    await using opening = new AsyncDisposableStack()
    bucket = opening.use(await startMemoryS3())
    dataDir = await mkdtemp(join(tmpdir(), 'probata-held-'))
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
    bucket.clock = p.clock
    acme = createWorkspaceClient(p)
    const second = { email: 'second@acme.example', name: 'Second', role: 'admin', password }
    assert.equal((await acme.ask('admin', 'POST', '/people', second)).status, 201)
    await clearCustodians(p)
    const cookie = await p.signIn('admin@acme.example')
    await bindingsOf(p, () => cookie).activate(bucket, { encryption: 'none' })
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  const hold = async (claimId: string | null) => {
    const response = await acme.ask('admin', 'POST', '/storage-holds', { claimId })
    assert.equal(response.status, 201, response.text)
    return async () => {
      for (const [person, verb] of [
        ['admin', ''],
        ['second', '/confirm'],
      ] as const) {
        const released = await acme.ask(person, 'POST', `/storage-holds/${response.body.id}/release${verb}`)
        assert.equal(released.status, 200, released.text)
      }
    }
  }
  const scrub = () => p.system.runJob('scrub-stored-files')

  /** Attaches a file, damages its copy in the bucket, and adds an intact copy in the folder. Returns the bucket key. */
  const attachDamaged = async (claimKey: string) => {
    const token = await p.token('acme-scanner')
    const client = prover(p, () => token)
    const bytes = randomBytes(3000)
    const proof = { name: 'proof.bin', type: 'application/octet-stream', bytes }
    const { claimId, artifactId } = await client.attach(await acme.claim(claimKey), proof)
    const [copy] = await p.sql(
      `select c.organization_id, c.object_key from blob_copy c join artifact a using (organization_id, blob_key)
        where a.id = $1`,
      [artifactId],
    )
    const key = newBlobKey()
    const folder = join(dataDir, 'blobs', String(copy?.organization_id), key.slice(0, 2))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, key), bytes)
    await p.sql(
      `insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
       select a.organization_id, $2, a.blob_key, b.id, 'verified', a.byte_size, $3, $3 from artifact a
         join storage_binding b on b.organization_id = a.organization_id and b.kind = 'folder' where a.id = $1`,
      [artifactId, key, iso(p.clock.now())],
    )
    const full = [...bucket.objects.keys()].find(name => name.endsWith(String(copy?.object_key))) ?? ''
    const object = bucket.objects.get(full)
    assert.ok(object)
    object.bytes = flipBit(Buffer.from(object.bytes))
    await scrub()
    p.clock.advance(11 * minute)
    await scrub()
    return { claimId, key: full }
  }

  test('keeps damaged copies, which may be evidence, until the hold is released', async () => {
    const [held, free] = [await attachDamaged('held'), await attachDamaged('free')]
    const release = await hold(held.claimId)
    p.clock.advance(91 * day)
    await scrub()
    assert.deepEqual([bucket.objects.has(held.key), bucket.objects.has(free.key)], [true, false])
    await release()
    await scrub()
    assert.equal(bucket.objects.has(held.key), false)
  })

  test('keeps objects without a record if all files are on hold', async () => {
    const [row] = await p.sql(`select id from organization where slug = 'acme'`)
    const [sample = ''] = [...bucket.objects.keys()]
    const orphan = newBlobKey()
    const key = `${sample.slice(0, sample.indexOf(String(row?.id)))}${row?.id}/${orphan.slice(0, 2)}/${orphan}`
    bucket.objects.set(key, { bytes: Buffer.from('x'), at: new Date(p.clock.now() - 8 * day) })
    const sweep = () => p.system.runJob('sweep-stored-orphans')
    const release = await hold(null)
    for (let i = 0; i < 3; i++) {
      await sweep()
      p.clock.advance(day)
    }
    assert.ok(bucket.objects.has(key))
    await release()
    await sweep()
    assert.equal(bucket.objects.has(key), false)
  })
})
