import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PartlyFailed } from '#jobs/batches.ts'
import { day, hour, minute } from '#lib/clock.ts'
import { openPath, type Proof, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import type { Version } from '#test/storage/memory-versions.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

interface AttachedFile {
  readonly claimId: string
  readonly artifactId: string
  readonly bytes: Buffer
}

describe('files that are locked in their bucket', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let p: Probata
  let bucket: MemoryS3
  let bindingId: string
  let requirementId: string
  let cookie: string
  let token: string
  let acme: WorkspaceClient
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
    const dataDir = await mkdtemp(join(tmpdir(), 'probata-locks-'))
    opening.defer(() => rm(dataDir, { recursive: true, force: true }))
    p = opening.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
    acme = createWorkspaceClient(p)
    bindings = bindingsOf(p, () => cookie)
    migrations = migrationsOf(p, () => cookie)
    client = prover(p, () => token)
    resources = opening.move()
    bucket = resources.use(await startMemoryS3({ lock: true }))
    bucket.clock = p.clock
    await advance(0)
    const requirement = { requirementKey: 'KEPT-1', title: 'Kept', status: 'active', retentionYears: 2 }
    requirementId = (await bindings.done(acme.ask('admin', 'POST', '/evidence-requirements', requirement), 201)).id
    bindingId = await bindings.activate(bucket, { encryption: 'none', retention: 'compliance' })
  })
  beforeEach(async () => {
    bucket.intercept = () => undefined
    await advance(minute)
  })
  after(() => resources.disposeAsync())

  let files = 0
  const announce = async (
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ proof: Proof; claimId: string; path: string }> => {
    const claimId = await acme.claim(`locked-${++files}`, fields)
    const proof = { name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(1000) }
    return { proof, claimId, path: (await client.announce(claimId, proof)).body.upload.path }
  }
  const attach = async (
    fields: Readonly<Record<string, unknown>> = { evidenceRequirementId: requirementId },
  ): Promise<AttachedFile> => {
    const { proof, claimId, path } = await announce(fields)
    const { artifactId } = (await bindings.done(client.send(path, proof), 201)).attachment
    return { claimId, artifactId, bytes: proof.bytes }
  }
  const requireOpens = async ({ claimId, artifactId, bytes }: AttachedFile) => {
    const { content } = await bindings.done(p.call('GET', openPath(claimId, artifactId), { token }))
    assert.ok(Buffer.from(content.dataBase64, 'base64').equals(bytes))
  }
  /** All versions except the leftovers of probes, which later probes remove. */
  const versions = (): Version[] => bucket.versions?.all.filter(({ key }) => !key.includes('.probata-probe')) ?? []
  const newest = (): Version => versions().at(-1) ?? assert.fail('there is no version')
  const lock = () => p.system.runJob('lock-stored-files')
  const endOf = (file: AttachedFile) =>
    p
      .sql('select retain_until from artifact where id = $1', [file.artifactId])
      .then(([row]) => new Date(String(row?.retain_until)).getTime())
  const events = async () => (await p.sql('select type from security_event order by id')).map(({ type }) => type)

  test('a bucket without Object Lock is rejected for retention', async () => {
    const plain = resources.use(await startMemoryS3())
    plain.clock = p.clock
    const { id, retention } = await bindings.done(bindings.create(plain, { retention: 'governance' }), 201)
    assert.equal(retention, 'governance')
    const run = await bindings.done(bindings.act(id, 'validate'))
    const failing = run.results.filter(
      ({ required, outcome }: Record<string, unknown>) => required && outcome !== 'passed',
    )
    assert.deepEqual(
      [run.passed, failing.map(({ probe, code }: Record<string, string>) => `${probe} ${code}`)],
      [false, ['versioning unsupported', 'lock unsupported']],
    )
    assert.equal((await events()).at(-1), 'storageOperationsValidationFailed')
    assert.equal((await bindings.act(id, 'activate')).status, 422)
    const body = { retention: 'none', reason: 'it cannot lock files' }
    await bindings.done(p.call('PATCH', `${bindings.path}/${id}`, { cookie, body }))
    assert.equal((await bindings.done(bindings.act(id, 'validate'))).passed, true)
    await bindings.done(bindings.act(id, 'retire'))
  })

  test('an active binding keeps its retention mode', async () => {
    const body = { retention: 'none', reason: 'files may be removed' }
    assert.equal((await p.call('PATCH', `${bindings.path}/${bindingId}`, { cookie, body })).status, 422)
  })

  test('a file is locked for a day when it is stored, and then by the job until its retention ends', async () => {
    const file = await attach()
    const lockedVersion = newest()
    assert.deepEqual([lockedVersion.mode, Math.round((lockedVersion.until - p.clock.now()) / hour)], ['COMPLIANCE', 24])
    assert.equal((await bindings.done(bindings.get(bindingId))).locksPending, true)
    assert.equal(await lock(), 1)
    assert.equal(lockedVersion.until, await endOf(file))
    const { locksPending, lockedUntil } = await bindings.done(bindings.get(bindingId))
    assert.deepEqual([locksPending, Date.parse(lockedUntil)], [false, lockedVersion.until])
    assert.equal(await lock(), 0)
    await requireOpens(file)
  })

  test('a file without retention is not locked', async () => {
    const file = await attach({})
    assert.equal(newest().mode, undefined)
    assert.equal(await lock(), 0)
    await requireOpens(file)
  })

  test('a longer retention extends locks; a shorter retention does not change them', async () => {
    const file = await attach()
    const lockedVersion = newest()
    await lock()
    const before = lockedVersion.until
    const change = (retentionYears: number) =>
      bindings.done(acme.ask('admin', 'PATCH', `/evidence-requirements/${requirementId}`, { retentionYears }))
    await change(4)
    await p.system.runJob('extend-retention')
    assert.ok((await lock()) > 0)
    assert.equal(lockedVersion.until, await endOf(file))
    assert.ok(lockedVersion.until > before + 700 * day)
    await change(1)
    await p.system.runJob('extend-retention')
    assert.equal(await lock(), 0)
    assert.equal(lockedVersion.until, await endOf(file))
    await change(2)
  })

  test('a file stays readable if its object gets a newer version or a delete marker', async () => {
    const file = await attach()
    const { key } = newest()
    bucket.versions?.put(key, { bytes: Buffer.from('others'), at: new Date(p.clock.now()) }, {})
    await requireOpens(file)
    bucket.versions?.remove(key, null)
    await requireOpens(file)
    assert.equal(await lock(), 1)
    await requireOpens(file)
  })

  test('leftovers of a failed upload are removed once their lock ends', async () => {
    const { proof, path } = await announce({ evidenceRequirementId: requirementId })
    const before = versions().length
    bucket.intercept = (method, key, query) =>
      method === 'GET' && key.startsWith('proof/org_') && !query.has('retention')
        ? { status: 200, body: 'altered in transit' }
        : undefined
    assert.equal((await client.send(path, proof)).status, 503)
    bucket.intercept = () => undefined
    assert.equal(versions().length, before + 1)
    await p.system.runJob('sweep-staged-blobs')
    assert.equal(versions().length, before + 1)
    await advance(day + minute)
    await p.system.runJob('sweep-staged-blobs')
    assert.deepEqual([versions().length, await p.sql('select from staged_blob')], [before, []])
  })

  test('a store that acknowledges locks without keeping them is detected', async () => {
    const file = await attach()
    const lockedVersion = newest()
    bucket.intercept = (method, _, query) => (method === 'PUT' && query.has('retention') ? { status: 200 } : undefined)
    await assert.rejects(lock(), PartlyFailed)
    assert.equal((await bindings.done(bindings.get(bindingId))).locksPending, true)
    bucket.intercept = () => undefined
    assert.equal(await lock(), 1)
    assert.equal(lockedVersion.until, await endOf(file))
  })

  test('files that cannot be locked do not block the others', async () => {
    for (let n = 0; n < 12; n++) await attach()
    const bad = new Set(versions().slice(-6, -1))
    const good = versions()
      .slice(-12)
      .filter(version => !bad.has(version))
    bucket.intercept = (method, key, query) => {
      const version = bucket.versions?.find(key, query.get('versionId'))
      return method === 'PUT' && query.has('retention') && version && bad.has(version) ? { status: 200 } : undefined
    }
    await assert.rejects(lock(), PartlyFailed)
    for (const { until } of good) assert.ok(until > p.clock.now() + 365 * day)
    bucket.intercept = () => undefined
    assert.equal(await lock(), 5)
  })

  test('a bucket that drops its locks causes a deviation', async () => {
    await p.system.runJob('storage-active-binding-posture-sweep')
    const eventCount = (await events()).length
    bucket.intercept = (method, key, query) => {
      const version = bucket.versions?.find(key, query.get('versionId'))
      if (method === 'DELETE' && query.has('versionId') && version) version.until = 0
      return undefined
    }
    await p.system.runJob('storage-active-binding-posture-sweep')
    assert.deepEqual((await events()).slice(eventCount), ['storageOperationsPostureDrift'])
    const { deviations } = await bindings.done(p.call('GET', `${bindings.path}/${bindingId}/deviations`, { cookie }))
    assert.deepEqual([deviations[0].check, deviations[0].closedAt], ['lock', null])
    bucket.intercept = () => undefined
    await p.system.runJob('storage-active-binding-posture-sweep')
    await requireOpens(await attach())
  })

  test('a move leaves locked copies in place, and removes them once their locks end', async () => {
    const file = await attach()
    await lock()
    const lockEnd = newest().until
    const unlockedFile = await attach({})
    const { storageBindings } = await bindings.list()
    const folder = storageBindings.find(({ kind }: { kind: string }) => kind === 'folder').id
    const before = versions().length
    const { id } = await bindings.done(
      migrations.start({ sourceId: bindingId, targetId: folder, mode: 'move', holdHours: 1 }),
      201,
    )
    await migrations.run()
    await advance(2 * hour)
    await migrations.run()
    await advance(2 * minute)
    await migrations.run()
    const migration = await migrations.get(id)
    assert.deepEqual([migration.status, migration.items.left], ['done', 0], JSON.stringify(migration))
    assert.ok(migration.items.kept > 0 && migration.items.removed > 0, JSON.stringify(migration))
    assert.ok(Date.parse(migration.keptUntil) >= lockEnd)
    assert.ok(versions().length < before)
    assert.match((await bindings.act(bindingId, 'retire')).text, /locked/)
    assert.equal(await p.system.runJob('remove-kept-copies'), 0)

    // Activating the source again keeps its copies for good.
    await bindings.done(bindings.act(bindingId, 'activate'))
    assert.deepEqual(await p.sql('select from blob_copy where remove_after is not null'), [])
    await bindings.done(bindings.act(folder, 'activate'))
    const secondMove = await bindings.done(
      migrations.start({ sourceId: bindingId, targetId: folder, mode: 'move', holdHours: 1 }),
      201,
    )
    await migrations.run()
    await advance(2 * hour)
    await migrations.run()
    assert.equal((await migrations.get(secondMove.id)).items.kept, migration.items.kept)

    await advance(5 * 366 * day)
    await p.system.runJob('remove-kept-copies')
    await advance(2 * minute)
    await p.system.runJob('remove-kept-copies')
    const remaining = await p.sql('select from blob_copy where binding_id = $1', [bindingId])
    assert.deepEqual([remaining, versions().filter(({ until }) => until > 0)], [[], []])
    await requireOpens(file)
    await requireOpens(unlockedFile)
    await bindings.done(bindings.act(bindingId, 'retire'))
  })
})
