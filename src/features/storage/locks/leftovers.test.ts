import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { newBlobKey } from '#lib/blob-store.ts'
import { day, minute } from '#lib/clock.ts'
import { openPath, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { boot, type Probata } from '#test/system.ts'

describe('locked objects that should be removed from a bucket', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let bucket: MemoryS3
  let bindingId: string
  let cookie: string
  let token: string
  let bindings: ReturnType<typeof bindingsOf>
  let migrations: ReturnType<typeof migrationsOf>
  let client: ReturnType<typeof prover>

  const advance = async (ms: number) => {
    p.clock.advance(ms)
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
  }
  before(async () => {
    await using opening = new AsyncDisposableStack()
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } }))
    bucket = opening.use(await startMemoryS3({ lock: true }))
    bucket.clock = p.clock
    bindings = bindingsOf(p, () => cookie)
    migrations = migrationsOf(p, () => cookie)
    client = prover(p, () => token)
    await advance(0)
    bindingId = await bindings.activate(bucket, { encryption: 'none', retention: 'governance' })
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  const versions = () => bucket.versions?.all.filter(({ key }) => !key.includes('.probata-probe')) ?? []
  /** The lock that a provider's default retention or another client would set. */
  const lockFor = (ms: number) => ({ mode: 'GOVERNANCE', until: new Date(p.clock.now() + ms).toISOString() })

  test('an object without a record is removed once its lock ends, and does not delay others', async () => {
    const [row] = await p.sql('select organization_id from storage_binding where id = $1', [bindingId])
    const put = (lock: object) => {
      const objectKey = newBlobKey()
      const key = `proof/${row?.organization_id}/${objectKey.slice(0, 2)}/${objectKey}`
      bucket.versions?.put(key, { bytes: randomBytes(10), at: new Date(p.clock.now()) }, lock)
    }
    put(lockFor(30 * day))
    put({})
    const sweep = () => p.system.runJob('sweep-stored-orphans')
    await advance(8 * day)
    await sweep()
    await advance(day)
    await sweep()
    const findOrphans = () => p.sql('select from storage_orphan')
    assert.deepEqual([versions().length, (await findOrphans()).length], [1, 1])
    const requests = bucket.requests.filter(request => request.startsWith('DELETE')).length
    await advance(day)
    await sweep()
    assert.equal(
      bucket.requests.filter(request => request.startsWith('DELETE')).length,
      requests,
      'no removal was attempted',
    )
    await advance(30 * day)
    await sweep()
    assert.equal(versions().length, 0)
    assert.deepEqual(await findOrphans(), [])
  })

  test('a move keeps a copy that proves to be locked when it is removed', async () => {
    const bytes = randomBytes(100)
    const proof = { name: 'proof.bin', type: 'application/octet-stream', bytes }
    const { claimId, artifactId } = await client.attach(await client.newClaim(), proof)
    const [version] = versions()
    assert.ok(version)
    Object.assign(version, { mode: 'GOVERNANCE', until: p.clock.now() + 30 * day })
    const { storageBindings } = await bindings.list()
    const { id: folder } = storageBindings.find(({ kind }: { kind: string }) => kind === 'folder')
    const plan = { sourceId: bindingId, targetId: folder, mode: 'move', holdHours: 1 }
    const { id } = await bindings.done(migrations.start(plan), 201)
    await migrations.run()
    for (let n = 1; n <= 3; n++) {
      await advance(61 * minute)
      await migrations.run()
    }
    const { status, items, keptUntil } = await migrations.get(id)
    assert.deepEqual([status, items.kept, items.removed, items.left], ['done', 1, 0, 0])
    assert.equal(Date.parse(keptUntil), version.until)
    assert.equal((await p.call('GET', openPath(claimId, artifactId), { token })).status, 200)
    await advance(30 * day)
    for (let n = 1; n <= 2; n++) {
      await p.system.runJob('remove-kept-copies')
      await advance(2 * minute)
    }
    assert.deepEqual(versions(), [])
    const { content } = (await p.call('GET', openPath(claimId, artifactId), { token })).body
    assert.ok(Buffer.from(content.dataBase64, 'base64').equals(bytes))
  })
})
