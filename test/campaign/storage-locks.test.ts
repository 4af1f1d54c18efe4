import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  DeleteObjectCommand,
  GetObjectRetentionCommand,
  ListObjectVersionsCommand,
  type ObjectVersion,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Deliveries } from '#http/emission.ts'
import { day, hour, iso, minute, systemClock } from '#lib/clock.ts'
import { PART_BYTES } from '#lib/object-store.ts'
import { createAuditRows, insertAuditRows } from '#test/ledger/many-rows.ts'
import { copyTestDatabase, createTestDatabase, type TestServer } from '#test/postgres.ts'
import { openPath, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { skipWithoutCeph, startCeph } from '#test/storage/ceph.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { clientOf, newBucket, type S3Server } from '#test/storage/s3-server.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

const noDeliveries: Deliveries = { queued: () => {}, changed: () => {}, accessChanged: () => {} }

/**
 * Returns when the lock of each version ends. Until then no one can remove the version, not even with the bucket's
 * keys.
 */
const lockEnds = async (s3: S3Client, Bucket: string, versions: readonly ObjectVersion[]): Promise<string[]> => {
  const ends: string[] = []
  for (const { Key, VersionId } of versions) {
    const { Retention } = await s3.send(new GetObjectRetentionCommand({ Bucket, Key, VersionId }))
    assert.equal(Retention?.Mode, 'COMPLIANCE')
    await assert.rejects(s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId })), { name: 'AccessDenied' })
    ends.push(Retention.RetainUntilDate?.toISOString() ?? '')
  }
  return ends
}

describe('in a bucket of Ceph', { skip: skipWithoutCeph }, () => {
  let server: S3Server
  let s3: S3Client
  before(async () => {
    server = await startCeph()
    s3 = clientOf(server)
  })
  after(async () => {
    s3?.destroy()
    await server?.[Symbol.asyncDispose]()
  })

  test('files are locked until their retention ends', async () => {
    await using p = await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } })
    // Ceph uses the real clock, so the test starts with it.
    p.clock.set(systemClock.now())
    let cookie = await p.signIn('admin@acme.example')
    let token = await p.token('acme-scanner')
    const acme = createWorkspaceClient(p)
    const bindings = bindingsOf(p, () => cookie)
    const migrations = migrationsOf(p, () => cookie)
    const client = prover(p, () => token)
    const { accessKeyId, secretAccessKey } = server.credentials
    const settings = await newBucket(server, { lock: true })
    const bucketInput = { settings, credentials: { accessKeyId, secretAccessKey } }
    const bindingId = await bindings.activate(bucketInput, { retention: 'compliance' })
    const requirement = { requirementKey: 'KEPT-1', title: 'Kept', status: 'active', retentionYears: 1 }
    const { id: evidenceRequirementId } = await bindings.done(
      acme.ask('admin', 'POST', '/evidence-requirements', requirement),
      201,
    )
    const files: { claimId: string; artifactId: string; bytes: Buffer }[] = []
    for (const size of [1000, 2 * PART_BYTES]) {
      const claimId = await acme.claim(`locked-${size}`, { evidenceRequirementId })
      const proof = { name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(size) }
      files.push({ ...(await client.attach(claimId, proof)), bytes: proof.bytes })
    }
    assert.equal(await p.system.runJob('lock-stored-files'), 2)
    const { locksPending, lockedUntil } = await bindings.done(bindings.get(bindingId))
    assert.equal(locksPending, false)

    const Bucket = settings.bucket
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'proof/org_' }))
    assert.equal(Versions.length, 2)
    const ends = await lockEnds(s3, Bucket, Versions)
    assert.deepEqual(ends, [lockedUntil, lockedUntil])
    for (const { Key } of Versions) await s3.send(new DeleteObjectCommand({ Bucket, Key }))
    const assertFilesOpen = async () => {
      for (const { claimId, artifactId, bytes } of files) {
        const { content } = await bindings.done(p.call('GET', openPath(claimId, artifactId), { token }))
        assert.ok(Buffer.from(content.dataBase64, 'base64').equals(bytes))
      }
    }
    await assertFilesOpen()

    const { storageBindings } = await bindings.list()
    const folder = storageBindings.find(({ kind }: { kind: string }) => kind === 'folder').id
    const plan = { sourceId: bindingId, targetId: folder, mode: 'move', holdHours: 1 }
    const { id } = await bindings.done(migrations.start(plan), 201)
    await migrations.run()
    // The clock is now ahead of that of Ceph, which is not contacted: a locked file is kept without an attempt to
    // remove it.
    p.clock.advance(hour + minute)
    cookie = await p.signIn('admin@acme.example')
    token = await p.token('acme-scanner')
    await migrations.run()
    const migration = await migrations.get(id)
    assert.deepEqual(
      [migration.status, migration.items.kept, migration.keptUntil],
      ['done', 2, lockedUntil],
      JSON.stringify(migration),
    )
    await assertFilesOpen()
  })

  test('checkpoints are locked, and stop the ledger of a backup from before them', async () => {
    const { bucket, endpoint, region } = await newBucket(server, { lock: true })
    const folder = await mkdtemp(join(tmpdir(), 'probata-checkpoints-'))
    const keyFile = join(folder, 's3.json')
    const { accessKeyId, secretAccessKey } = server.credentials
    await writeFile(keyFile, JSON.stringify({ accessKeyId, secretAccessKey }), { mode: 0o600 })
    const env = {
      PROBATA_STORAGE_ALLOW: '127.0.0.0/8',
      PROBATA_CHECKPOINT_S3: `s3://${bucket}/proof?retain=30d&endpoint=${endpoint}&region=${region}`,
      PROBATA_CHECKPOINT_S3_KEY_FILE: keyFile,
    }
    const bootOn = async ({ connection }: TestServer) => {
      const p = await boot({ env, database: connection, provision: null })
      p.clock.set(systemClock.now())
      return p
    }
    const grow = async (p: Probata) => {
      const [{ id }] = (await p.sql(`select id from organization where slug = 'acme'`)) as [{ id: string }]
      await p.sql(insertAuditRows, [id, ...createAuditRows(300)])
      await p.system.runJob('seal-ledger')
      const { checkpoints } = p.system.services
      await checkpoints.publish(noDeliveries, id, { id: 'jrn_test', signal: new AbortController().signal })
      const [place] = await checkpoints.places(id)
      assert.equal(
        place?.held?.size,
        Number((await p.sql('select size from ledger_tree where organization_id = $1', [id]))[0]?.size),
      )
    }
    try {
      await using database = await createTestDatabase('workspace')
      {
        await using p = await bootOn(database)
        await grow(p)
      }
      await using backup = await copyTestDatabase(database)
      {
        await using p = await bootOn(database)
        await grow(p)
        assert.deepEqual(await p.sql('select from ledger_cursor where stopped_at is not null'), [])
      }
      const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: 'proof/' }))
      assert.ok(Versions.length > 4)
      const [soonest = ''] = (await lockEnds(s3, bucket, Versions)).sort()
      assert.ok(soonest > iso(systemClock.now() + 29 * day), soonest)
      await using restored = await bootOn(backup)
      await restored.system.runJob('seal-ledger')
      const [stop] =
        await restored.sql(`select (select count(*)::int from ledger_cursor where stopped_at is not null) as stopped,
        (select count(*)::int from security_event where type = 'ledgerBehindCheckpoint') as reported`)
      assert.deepEqual(stop, { stopped: 1, reported: 1 })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
