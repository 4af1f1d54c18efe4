import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { day, minute, second } from '#lib/clock.ts'
import { openPath, type Proof, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { boot, type Probata } from '#test/system.ts'

interface AttachedFile {
  readonly claimId: string
  readonly artifactId: string
  readonly bytes: Buffer
}

describe('storage migrations', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let dataDir: string
  let cookie: string
  let token: string
  let bindings: ReturnType<typeof bindingsOf>
  let migrations: ReturnType<typeof migrationsOf>
  let client: ReturnType<typeof prover>
  const proofs: AttachedFile[] = []
  const buckets: MemoryS3[] = []

  const signIn = async () => {
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
  }
  const advance = (ms: number) => {
    p.clock.advance(ms)
    return signIn()
  }

  before(async () => {
    await using opening = new AsyncDisposableStack()
    dataDir = await mkdtemp(join(tmpdir(), 'probata-migrations-'))
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
    bindings = bindingsOf(p, () => cookie)
    migrations = migrationsOf(p, () => cookie)
    client = prover(p, () => token)
    resources = opening.move()
  })
  beforeEach(signIn)
  after(() => resources.disposeAsync())
  const attach = async (size: number): Promise<AttachedFile> => {
    const bytes = randomBytes(size)
    const proof: Proof = { name: 'proof.bin', type: 'application/octet-stream', bytes }
    const file = { ...(await client.attach(await client.newClaim(), proof)), bytes }
    proofs.push(file)
    return file
  }
  const open = ({ claimId, artifactId }: AttachedFile) => p.call('GET', openPath(claimId, artifactId), { token })
  const requireAllOpen = async () => {
    for (const file of proofs) {
      const { status, text, body } = await open(file)
      assert.equal(status, 200, text)
      assert.ok(Buffer.from(body.content.dataBase64, 'base64').equals(file.bytes))
    }
  }
  const findActive = async (): Promise<string> => {
    const { storageBindings } = await bindings.list()
    return storageBindings.find(({ status }: { status: string }) => status === 'active').id
  }
  const statusOf = async (id: string) => (await bindings.done(bindings.get(id))).status
  const bucketFor = async (encryption = 'none'): Promise<{ bucket: MemoryS3; targetId: string }> => {
    const bucket = resources.use(await startMemoryS3())
    bucket.clock = p.clock
    buckets.push(bucket)
    const { id } = await bindings.done(bindings.create(bucket, { encryption }), 201)
    assert.equal((await bindings.done(bindings.act(id, 'validate'))).passed, true)
    return { bucket, targetId: id }
  }
  const begin = async (options = {}, encryption = 'none') => {
    const sourceId = await findActive()
    const { bucket, targetId } = await bucketFor(encryption)
    const { id } = await migrations.done(migrations.start({ sourceId, targetId, mode: 'move', ...options }), 201)
    return { id, bucket, sourceId, targetId }
  }
  const eventsOf = (id: string) => migrations.events(p.sql, id)
  const files = async () =>
    (await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  /** Completes a migration: passes the hold time and the time for readers. */
  const finish = async (id: string) => {
    await advance(7 * day + minute)
    await migrations.run()
    await advance(minute + second)
    await migrations.run()
    return migrations.get(id)
  }

  test('files move from the folder to a bucket, and can be opened throughout', async () => {
    for (const size of [1, 3000, 300_000, 9 * 1024 * 1024]) await attach(size)
    const sourceId = await findActive()
    const { bucket, targetId } = await bucketFor()
    const plan = { sourceId, targetId, mode: 'move' }
    const estimate = await migrations.done(migrations.start({ ...plan, dryRun: true }))
    const total = proofs.reduce((sum, { bytes }) => sum + bytes.length, 0)
    assert.deepEqual(estimate, { dryRun: true, items: 4, bytes: total, seconds: 1 })
    const started = await migrations.done(migrations.start(plan), 201)
    assert.match(started.id, /^stm_[0-9A-Z]{26}$/)
    assert.deepEqual([started.status, started.items.left, started.bytes.left], ['copying', 4, total])
    assert.equal((await migrations.start(plan)).status, 409)
    await migrations.run()
    const { status, items, bytes, deleteAfter } = await migrations.get(started.id)
    assert.deepEqual([status, items.copied, items.left, bytes.copied], ['holding', 4, 0, total])
    assert.equal(Math.round((Date.parse(deleteAfter) - p.clock.now()) / day), 7)
    assert.deepEqual([await statusOf(sourceId), await statusOf(targetId)], ['draining', 'active'])
    assert.equal((await files()).length, 4)
    await requireAllOpen()
    await attach(2000)
    assert.equal((await files()).length, 4)

    await advance(7 * day + minute)
    await migrations.run()
    assert.equal((await migrations.get(started.id)).status, 'deleting')
    assert.equal((await files()).length, 4)
    await requireAllOpen()
    await advance(minute + second)
    await migrations.run()
    const finished = await migrations.get(started.id)
    assert.deepEqual([finished.status, finished.items.removed, finished.items.left], ['done', 4, 0])
    assert.deepEqual(await files(), [])
    assert.equal(bucket.objects.size, 5)
    assert.deepEqual(await eventsOf(started.id), ['storageOperationsMigrationCompleted'])
    assert.deepEqual(await p.sql(`select from blob_copy where state <> 'verified' or migration_id is not null`), [])
    await requireAllOpen()
  })

  test('activating the source while files are in both bindings undoes the move', async () => {
    const { id, sourceId, targetId } = await begin()
    await migrations.run()
    assert.equal((await migrations.get(id)).status, 'holding')
    await bindings.done(bindings.act(sourceId, 'activate'))
    assert.deepEqual([await statusOf(sourceId), await statusOf(targetId)], ['active', 'draining'])
    assert.equal((await finish(id)).status, 'cancelled')
    const [{ copies } = { copies: 0 }] = await p.sql(
      'select count(*)::int as copies from blob_copy where binding_id = $1',
      [sourceId],
    )
    assert.equal(copies, proofs.length)
    await requireAllOpen()
  })

  test('a file that is altered at the source is left there once its failure is accepted', async () => {
    const { id, sourceId } = await begin()
    const damagedFile = await attach(5000)
    const [row] = await p.sql(
      `select c.object_key from blob_copy c join artifact a on a.blob_key = c.blob_key where a.id = $1 and c.binding_id = $2`,
      [damagedFile.artifactId, sourceId],
    )
    const [bucket] = buckets.filter(({ objects }) =>
      [...objects.keys()].some(key => key.endsWith(String(row?.object_key))),
    )
    const [key, stored] = [...(bucket?.objects ?? [])].find(([name]) => name.endsWith(String(row?.object_key))) ?? []
    assert.ok(key && stored)
    stored.bytes = Buffer.concat([stored.bytes.subarray(1), Buffer.from([0])])
    await migrations.run()
    const stopped = await migrations.get(id)
    assert.deepEqual([stopped.status, stopped.waitsFor, stopped.items.failed], ['copying', 'failures', 1])
    const [failure] = await migrations.failures(id)
    assert.deepEqual(
      [failure.artifactId, failure.claimId, failure.originalFilename, failure.code, failure.acceptedAt],
      [damagedFile.artifactId, damagedFile.claimId, 'proof.bin', 'altered', null],
    )
    assert.equal((await migrations.accept(id, 'art_unknown')).status, 404)
    const accepted = await migrations.done(migrations.accept(id, damagedFile.artifactId))
    assert.deepEqual([accepted.reason, typeof accepted.acceptedBy], ['files move house', 'string'])
    assert.equal((await migrations.accept(id, damagedFile.artifactId)).status, 422)
    await migrations.run()
    assert.equal((await migrations.get(id)).status, 'holding')
    const finished = await finish(id)
    assert.deepEqual([finished.status, finished.items.accepted], ['done', 1])
    assert.deepEqual((await eventsOf(id)).toSorted(), [
      'storageOperationsDigestMismatch',
      'storageOperationsMigrationCompleted',
    ])
    const remaining = await p.sql('select object_key from blob_copy where binding_id = $1', [sourceId])
    assert.deepEqual(remaining, [{ object_key: row?.object_key }])
    assert.match((await bindings.act(sourceId, 'retire')).text, /The storage binding still holds files/)
    proofs.splice(proofs.indexOf(damagedFile), 1)
    await requireAllOpen()
  })

  test('a migration can be paused, resumed and cancelled, and its rate changed', async () => {
    const { id, bucket } = await begin()
    const paused = await migrations.done(migrations.act(id, 'pause'))
    assert.equal(paused.paused, true)
    assert.equal((await migrations.act(id, 'pause')).status, 422)
    await migrations.run()
    assert.equal(bucket.objects.size, 0)
    const rate = await migrations.done(migrations.act(id, 'rate', { bytesPerSecond: 5_000_000 }))
    assert.equal(rate.rate.bytesPerSecond, 5_000_000)
    assert.equal((await migrations.act(id, 'rate', { bytesPerSecond: 1 })).status, 400)
    await migrations.done(migrations.act(id, 'resume'))
    assert.equal((await migrations.act(id, 'resume')).status, 422)
    const cancelled = await migrations.done(migrations.act(id, 'cancel'))
    assert.equal(cancelled.status, 'cancelled')
    await migrations.run()
    assert.equal(bucket.objects.size, 0)
    for (const verb of ['pause', 'resume', 'cancel']) assert.equal((await migrations.act(id, verb)).status, 422)
  })

  test('rejected credentials fail a migration at once, an unavailable target the fifth time; it can be resumed', async () => {
    const { id, bucket } = await begin()
    bucket.intercept = () => ({ status: 503, body: '<Error><Code>ServiceUnavailable</Code></Error>' })
    await migrations.run()
    const waiting = await migrations.get(id)
    assert.deepEqual([waiting.status, waiting.waitsFor], ['copying', 'store'])
    for (let turn = 2; turn <= 5; turn++) await migrations.run()
    const failed = await migrations.get(id)
    assert.equal(failed.status, 'failed')
    assert.ok(['unreachable', 'slow'].includes(failed.code), failed.code)
    await migrations.done(migrations.act(id, 'resume'))
    bucket.accept({ accessKeyId: 'AKIAsomebodyelse', secretAccessKey: 'x'.repeat(40) }, 'only')
    bucket.intercept = () => undefined
    await migrations.run()
    assert.deepEqual([(await migrations.get(id)).status, (await migrations.get(id)).code], ['failed', 'credential'])
    bucket.accept(bucket.credentials)
    await migrations.done(migrations.act(id, 'resume'))
    await migrations.run()
    assert.equal((await migrations.get(id)).status, 'holding')
    assert.deepEqual(await eventsOf(id), ['storageOperationsMigrationFailed', 'storageOperationsMigrationFailed'])
    assert.equal(bucket.objects.size, proofs.length)
    await requireAllOpen()
    assert.equal((await finish(id)).status, 'done')
  })

  test('a file is copied again if its copy at the target is altered before the removal', async () => {
    const { id, bucket } = await begin()
    await migrations.run()
    const [stored] = bucket.objects.values()
    assert.ok(stored)
    stored.bytes = Buffer.from(stored.bytes.map(byte => byte ^ 1))
    const finished = await finish(id)
    assert.equal(finished.status, 'done')
    assert.ok((await eventsOf(id)).includes('storageOperationsDigestMismatch'))
    await requireAllOpen()
  })

  test('mode copy keeps the files in both bindings and leaves the source active', async () => {
    const { id, sourceId, bucket } = await begin({ mode: 'copy' })
    await migrations.run()
    assert.equal((await migrations.get(id)).status, 'done')
    assert.equal(await statusOf(sourceId), 'active')
    assert.equal(bucket.objects.size, proofs.length)
    const { storageMigrations } = await migrations.list()
    assert.equal(storageMigrations[0].id, id)
  })

  test('files are encrypted on their way into a bucket with encryption, and decrypted on their way out', async () => {
    const countEncrypted = ({ objects }: MemoryS3) =>
      [...objects.values()].filter(({ bytes }) => bytes.subarray(0, 4).toString() === 'PBE1').length
    const sealed = await begin({}, 'envelope')
    await migrations.run()
    assert.deepEqual([sealed.bucket.objects.size, countEncrypted(sealed.bucket)], [proofs.length, proofs.length])
    await requireAllOpen()
    assert.equal((await finish(sealed.id)).status, 'done')
    const plain = await begin()
    await migrations.run()
    assert.deepEqual([plain.bucket.objects.size, countEncrypted(plain.bucket)], [proofs.length, 0])
    await requireAllOpen()
    assert.equal((await finish(plain.id)).status, 'done')
  })

  test('the target becomes active only after uploads to the source have ended', async () => {
    const { id, sourceId } = await begin()
    await p.sql(
      `insert into staged_blob (organization_id, blob_key, node_id, created_at, binding_id, usable)
       select organization_id, $2, $3, now(), id, true from storage_binding where id = $1`,
      [sourceId, 'a'.repeat(32), p.system.services.nodeId],
    )
    await migrations.run()
    const waiting = await migrations.get(id)
    assert.deepEqual([waiting.status, waiting.waitsFor, waiting.items.left], ['copying', 'uploads', 0])
    assert.equal(await statusOf(sourceId), 'active')
    await p.sql('delete from staged_blob')
    await migrations.run()
    assert.equal((await migrations.get(id)).status, 'holding')
    assert.equal((await finish(id)).status, 'done')
  })

  test('migrations that cannot run are rejected', async () => {
    const sourceId = await findActive()
    const { id: draft } = await bindings.done(bindings.create(resources.use(await startMemoryS3())), 201)
    const expect = async (body: object, status: number) => assert.equal((await migrations.start(body)).status, status)
    await expect({ sourceId, targetId: sourceId, mode: 'move' }, 400)
    await expect({ sourceId, targetId: draft, mode: 'move' }, 422)
    await expect({ sourceId, targetId: 'stb_unknown', mode: 'move' }, 404)
    await expect({ sourceId, targetId: draft, mode: 'steal' }, 400)
    await expect({ sourceId, targetId: draft, mode: 'move', holdHours: 0 }, 400)
  })
})
