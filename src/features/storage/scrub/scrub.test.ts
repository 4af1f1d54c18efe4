import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newBlobKey } from '#lib/blob-store.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { openPath, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { flipBit, truncateBytes } from '#test/storage/damage.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'

const file = (size: number) => ({ name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(size) })

describe('the scrub of stored files', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let dataDir: string
  let bucket: MemoryS3
  let bindingId: string
  let folderId: string
  let acme: string
  let cookie: string
  let token: string
  let client: ReturnType<typeof prover>

  before(async () => {
    await using opening = new AsyncDisposableStack()
    bucket = opening.use(await startMemoryS3())
    dataDir = await mkdtemp(join(tmpdir(), 'probata-scrub-'))
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
    bucket.clock = p.clock
    await signIn()
    client = prover(p, () => token)
    bindingId = await bindingsOf(p, () => cookie).activate(bucket, { encryption: 'none' })
    const [row] = await p.sql('select organization_id from storage_binding where id = $1', [bindingId])
    acme = String(row?.organization_id)
    const [folder] = await p.sql(`select id from storage_binding where organization_id = $1 and kind = 'folder'`, [
      acme,
    ])
    folderId = String(folder?.id)
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  // Needed after each advance of the clock, because sessions expire.
  const signIn = async () => {
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
  }

  interface StoredFile {
    readonly claimId: string
    readonly artifactId: string
    readonly bytes: Buffer
    /** The full key of the object in the bucket. */
    readonly key: string
  }

  const objectKeys = async (artifactId: string, state: string) =>
    (
      await p.sql(
        `select c.object_key from blob_copy c join artifact a using (organization_id, blob_key) where a.id = $1 and c.state = $2`,
        [artifactId, state],
      )
    ).map(row => String(row.object_key))
  const fullKey = (key = '') => [...bucket.objects.keys()].find(full => full.endsWith(key)) ?? ''

  const attach = async (): Promise<StoredFile> => {
    const proof = file(3000)
    const { claimId, artifactId } = await client.attach(await client.newClaim(), proof)
    const [key] = await objectKeys(artifactId, 'verified')
    return { claimId, artifactId, bytes: proof.bytes, key: fullKey(key) }
  }

  const folderPath = (key: string) => join(dataDir, 'blobs', acme, key.slice(0, 2), key)
  const writeToFolder = async (key: string, bytes: Buffer, at?: number) => {
    await mkdir(join(dataDir, 'blobs', acme, key.slice(0, 2)), { recursive: true })
    await writeFile(folderPath(key), bytes)
    if (at !== undefined) await utimes(folderPath(key), at / 1000, at / 1000)
  }

  /** Creates the state that a migration in mode copy leaves. */
  const copyToFolder = async ({ artifactId, bytes }: StoredFile) => {
    const key = newBlobKey()
    await writeToFolder(key, bytes)
    await p.sql(
      `insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
       select organization_id, $2, blob_key, $3, 'verified', byte_size, $4, $4 from artifact where id = $1`,
      [artifactId, key, folderId, iso(p.clock.now())],
    )
    return key
  }

  const alter = (key: string, change: (bytes: Buffer) => Buffer) => {
    const object = bucket.objects.get(key)
    assert.ok(object)
    object.bytes = change(Buffer.from(object.bytes))
  }

  const open = ({ claimId, artifactId }: StoredFile) => p.call('GET', openPath(claimId, artifactId), { token })
  const requireOpens = async (stored: StoredFile) => {
    const { status, text, body } = await open(stored)
    assert.equal(status, 200, text)
    assert.ok(Buffer.from(body.content.dataBase64, 'base64').equals(stored.bytes))
  }
  const coverage = async () => {
    const { status, text, body } = await p.call('GET', '/api/workspace/storage/scrub', { cookie })
    assert.equal(status, 200, text)
    return body
  }
  const countEvents = async () =>
    Number((await p.sql('select count(*) from security_event where organization_id <> $1', ['install']))[0]?.count)
  const eventsAfter = async (count: number): Promise<readonly { type: string; context: Record<string, unknown> }[]> =>
    (
      await p.sql('select record from security_event where organization_id <> $2 order by id offset $1', [
        count,
        'install',
      ])
    ).map(({ record }) => JSON.parse(String(record)))
  const scrub = () => p.system.runJob('scrub-stored-files')

  test('a copy found damaged twice is reported and repaired from another copy; without another copy, it is not served', async () => {
    const [altered, missing, onlyCopy, truncated, intact] = [
      await attach(),
      await attach(),
      await attach(),
      await attach(),
      await attach(),
    ]
    const copies = [await copyToFolder(altered), await copyToFolder(missing)]
    alter(altered.key, flipBit)
    alter(onlyCopy.key, flipBit)
    alter(truncated.key, truncateBytes)
    bucket.objects.delete(missing.key)
    const eventCount = await countEvents()
    await scrub()
    assert.equal((await coverage()).suspects, 4)
    await requireOpens(altered)
    await requireOpens(missing)
    await scrub()
    assert.deepEqual([(await coverage()).suspects, (await coverage()).damaged], [4, 0])
    assert.deepEqual(await eventsAfter(eventCount), [])

    p.clock.advance(11 * minute)
    await scrub()
    const events = await eventsAfter(eventCount)
    const summaries = events.map(({ type, context }) => [type.replace('storageOperations', ''), context.resourceId])
    assert.deepEqual(
      summaries.toSorted(),
      [
        ['DigestMismatch', altered.artifactId],
        ['DigestMismatch', onlyCopy.artifactId],
        ['DigestMismatch', truncated.artifactId],
        ['ObjectMissing', missing.artifactId],
        ['CopyRepaired', altered.artifactId],
        ['CopyRepaired', missing.artifactId],
      ].toSorted(),
    )
    for (const { context } of events)
      assert.deepEqual([context.bindingId, typeof context.requestId], [bindingId, 'string'])
    const { suspects, damaged, lost, copies: count, checked } = await coverage()
    assert.deepEqual(
      { suspects, damaged, lost, count, checked },
      { suspects: 0, damaged: 4, lost: 2, count: 5, checked: 5 },
    )

    // The bucket has intact copies under other keys, besides the damaged objects.
    for (const key of copies) await rm(folderPath(key))
    for (const stored of [altered, missing, intact]) await requireOpens(stored)
    assert.ok(bucket.objects.has(altered.key))
    for (const stored of [onlyCopy, truncated]) {
      const response = await open(stored)
      assert.deepEqual([response.status, response.body.error, response.body.file], [503, 'internal_error', 'altered'])
    }
    assert.deepEqual(await p.sql('select from staged_blob'), [])
    assert.equal((await eventsAfter(eventCount)).length, 6)

    // An operator restores one object.
    alter(onlyCopy.key, () => onlyCopy.bytes)
    await scrub()
    await requireOpens(onlyCopy)
    assert.equal((await coverage()).lost, 1)

    p.clock.advance(91 * day)
    await signIn()
    await scrub()
    assert.equal(bucket.objects.has(altered.key), false)
    assert.ok(bucket.objects.has(truncated.key))
    for (const stored of [altered, missing, intact]) await requireOpens(stored)
  })

  test('each file is read again after 25 days, and not earlier', async () => {
    const stored = await attach()
    await scrub()
    const reads = () => bucket.requests.filter(line => line === `GET ${stored.key}`).length
    const before = reads()
    p.clock.advance(day)
    await p.system.worker.runDue()
    assert.equal(reads(), before)
    p.clock.advance(25 * day)
    await p.system.worker.runDue()
    assert.equal(reads(), before + 1)
    await signIn()
    const { checked, copies, damaged, oldestCheckAt, everyDays, bytesPerSecond } = await coverage()
    assert.ok(checked >= copies - damaged - 2, `${checked} of ${copies}`)
    assert.ok(Date.parse(oldestCheckAt) > 0)
    assert.deepEqual([everyDays, bytesPerSecond], [30, 5_000_000])
  })

  test('files in an unavailable store do not count as damaged', async () => {
    await scrub()
    const { suspects, damaged } = await coverage()
    bucket.intercept = () => ({ status: 500 })
    for (let i = 0; i < 3; i++) {
      p.clock.advance(11 * minute)
      await scrub()
    }
    bucket.intercept = () => undefined
    const current = await coverage()
    assert.deepEqual([current.suspects, current.damaged], [suspects, damaged])
  })

  test('objects without a record are reported and removed a day later; other objects stay', async () => {
    for (let i = 0; i < 3; i++) await p.system.runJob('storage-active-binding-posture-sweep')
    await signIn()
    const stored = await attach()
    const root = stored.key.slice(0, stored.key.indexOf(acme))
    const at = new Date(p.clock.now() - 8 * day)
    const put = (key: string, when = at) => bucket.objects.set(key, { bytes: Buffer.from('x'), at: when })
    const ownKey = (key: string) => `${root}${acme}/${key.slice(0, 2)}/${key}`
    const [orphan, young, later] = [newBlobKey(), newBlobKey(), newBlobKey()]
    put(ownKey(orphan))
    put(ownKey(young), new Date(p.clock.now() - 6 * day))
    const otherKeys = [
      `other/${acme}/aa/${'a'.repeat(32)}`,
      `${root}${acme}/aa/report.pdf`,
      `${root}org_other/aa/${'a'.repeat(32)}`,
      'x',
    ]
    for (const key of otherKeys) put(key)
    const file = newBlobKey()
    await writeToFolder(file, Buffer.from('left'), p.clock.now() - 8 * day)
    bucket.uploads.set('left', { key: ownKey(later), at: new Date(p.clock.now() - 2 * day), parts: new Map() })
    bucket.uploads.set('new', { key: ownKey(later), at: new Date(p.clock.now()), parts: new Map() })
    const eventCount = await countEvents()

    await p.system.runJob('sweep-stored-orphans')
    const events = await eventsAfter(eventCount)
    assert.deepEqual(
      events.map(({ type, context }) => [type, context.count]),
      [
        ['storageOperationsOrphansFound', 1],
        ['storageOperationsOrphansFound', 1],
      ],
    )
    assert.deepEqual(events.map(({ context }) => context.bindingId).toSorted(), [bindingId, folderId].toSorted())
    assert.equal((await coverage()).orphans, 2)
    assert.ok(bucket.objects.has(ownKey(orphan)))
    assert.deepEqual([...bucket.uploads.keys()], ['new'])
    await p.system.runJob('sweep-stored-orphans')
    assert.ok(bucket.objects.has(ownKey(orphan)))

    p.clock.advance(day)
    await signIn()
    await p.system.runJob('sweep-stored-orphans')
    assert.equal(bucket.objects.has(ownKey(orphan)), false)
    await assert.rejects(readFile(folderPath(file)), { code: 'ENOENT' })
    // A day later, the young object is found but not yet removed.
    assert.ok(bucket.objects.has(ownKey(young)))
    for (const key of otherKeys) assert.ok(bucket.objects.has(key), key)
    await requireOpens(stored)
    assert.equal((await coverage()).orphans, 1)
  })

  test('more than 100 objects without a record at once, which suggest a restored database, are reported and kept', async () => {
    await signIn()
    const { key } = await attach()
    const root = key.slice(0, key.indexOf(acme) + acme.length)
    const at = new Date(p.clock.now() - 30 * day)
    const keys = Array.from({ length: 120 }, () => newBlobKey())
    for (const hex of keys) bucket.objects.set(`${root}/${hex.slice(0, 2)}/${hex}`, { bytes: Buffer.from('x'), at })
    const eventCount = await countEvents()
    await p.system.runJob('sweep-stored-orphans')
    p.clock.advance(2 * day)
    await p.system.runJob('sweep-stored-orphans')
    const [event] = await eventsAfter(eventCount)
    assert.deepEqual([event?.context.count, event?.context.state], [120, 'kept'])
    for (const hex of keys) assert.ok(bucket.objects.has(`${root}/${hex.slice(0, 2)}/${hex}`))
  })

  test('administrators and auditors can read the coverage; other roles cannot', async () => {
    const statusFor = async (email: string) =>
      (await p.call('GET', '/api/workspace/storage/scrub', { cookie: await p.signIn(email) })).status
    assert.deepEqual([await statusFor('auditor@acme.example'), await statusFor('contributor@acme.example')], [200, 403])
  })
})
