import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newBlobKey } from '#lib/blob-store.ts'
import { iso, minute } from '#lib/clock.ts'
import { openPath, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'

describe('a file whose active copy is damaged, with a good copy elsewhere', () => {
  let p: Probata
  let dataDir: string
  let bucket: Awaited<ReturnType<typeof startMemoryS3>>
  let client: ReturnType<typeof prover>
  let token: string

  before(async () => {
    bucket = await startMemoryS3()
    dataDir = await mkdtemp(join(tmpdir(), 'probata-copies-'))
    p = await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } })
    bucket.clock = p.clock
    const cookie = await p.signIn('admin@acme.example')
    await bindingsOf(p, () => cookie).activate(bucket, { encryption: 'none' })
    token = await p.token('acme-scanner')
    client = prover(p, () => token)
  })
  after(async () => {
    await p[Symbol.asyncDispose]()
    await bucket[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Attaches a file whose copy in the bucket is damaged, with an intact or damaged copy in the folder. */
  const attachDamaged = async (size: number, isSecondIntact: boolean) => {
    const bytes = randomBytes(size)
    const proof = { name: 'proof.bin', type: 'application/octet-stream', bytes }
    const { claimId, artifactId } = await client.attach(await client.newClaim(), proof)
    const [copy] = await p.sql(
      `select c.organization_id, c.object_key from blob_copy c join artifact a using (organization_id, blob_key) where a.id = $1`,
      [artifactId],
    )
    const key = newBlobKey()
    const folder = join(dataDir, 'blobs', String(copy?.organization_id), key.slice(0, 2))
    await mkdir(folder, { recursive: true })
    const second = Buffer.from(bytes)
    if (!isSecondIntact) second.writeUInt8(second.readUInt8(0) ^ 1, 0)
    await writeFile(join(folder, key), second)
    await p.sql(
      `insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
       select a.organization_id, $2, a.blob_key, b.id, 'verified', a.byte_size, $3, $3 from artifact a
         join storage_binding b on b.organization_id = a.organization_id and b.kind = 'folder' where a.id = $1`,
      [artifactId, key, iso(p.clock.now())],
    )
    const object = [...bucket.objects].find(([name]) => name.endsWith(String(copy?.object_key)))?.[1]
    assert.ok(object)
    object.bytes = Buffer.from(object.bytes)
    object.bytes.writeUInt8(object.bytes.readUInt8(size - 1) ^ 1, size - 1)
    const open = async (): Promise<'intact' | 'failed'> => {
      try {
        const response = await fetch(`${p.url}${openPath(claimId, artifactId)}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        const body = (await response.json()) as { content?: { dataBase64: string } }
        if (response.status !== 200) return 'failed'
        assert.equal(body.content?.dataBase64, bytes.toString('base64'))
        return 'intact'
      } catch {
        return 'failed'
      }
    }
    const stateOf = async (): Promise<string> => {
      const rows = await p.sql(
        `select c.state, c.suspect_since is not null as suspect from blob_copy c
          where c.organization_id = $1 and c.object_key = $2`,
        [copy?.organization_id, copy?.object_key],
      )
      return `${rows[0]?.state}${rows[0]?.suspect ? ', suspect' : ''}`
    }
    return { open, stateOf }
  }

  test('is served from the good copy in the same request if no byte was sent yet', async () => {
    const { open, stateOf } = await attachDamaged(3000, true)
    assert.deepEqual([await open(), await stateOf()], ['intact', 'verified, suspect'])
    assert.equal(await open(), 'intact')
  })

  test('is served from the good copy to the next request if a part was already sent', async () => {
    const { open, stateOf } = await attachDamaged(300_000, true)
    assert.deepEqual([await open(), await stateOf()], ['failed', 'verified, suspect'])
    assert.equal(await open(), 'intact')
  })

  test('is repaired by the scrub, ten minutes after the damage was detected', async () => {
    const { open, stateOf } = await attachDamaged(3000, true)
    await open()
    p.clock.advance(11 * minute)
    await p.system.runJob('scrub-stored-files')
    assert.notEqual(await stateOf(), 'verified, suspect')
    assert.equal(await open(), 'intact')
  })

  test('is not served if the second copy is damaged too', async () => {
    const { open } = await attachDamaged(3000, false)
    assert.deepEqual([await open(), await open()], ['failed', 'failed'])
  })
})
