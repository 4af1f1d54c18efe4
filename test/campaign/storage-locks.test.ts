import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { DeleteObjectCommand, GetObjectRetentionCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import { hour, minute, systemClock } from '#lib/clock.ts'
import { PART_BYTES } from '#lib/object-store.ts'
import { openPath, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { skipWithoutCeph, startCeph } from '#test/storage/ceph.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { clientOf, newBucket } from '#test/storage/s3-server.ts'
import { boot } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

test('files in a bucket of Ceph are locked until their retention ends', { skip: skipWithoutCeph }, async () => {
  await using server = await startCeph()
  await using p = await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } })
  // Ceph has a clock of its own.
  p.clock.set(systemClock.now())
  let cookie = await p.signIn('admin@acme.example')
  let token = await p.token('acme-scanner')
  const acme = createWorkspaceClient(p)
  const bindings = bindingsOf(p, () => cookie)
  const migrations = migrationsOf(p, () => cookie)
  const client = prover(p, () => token)
  const { accessKeyId, secretAccessKey } = server.credentials
  const settings = await newBucket(server, { lock: true })
  const place = { settings, credentials: { accessKeyId, secretAccessKey } }
  const bindingId = await bindings.activate(place, { retention: 'compliance' })
  const kept = { requirementKey: 'KEPT-1', title: 'Kept', status: 'active', retentionYears: 1 }
  const { id: evidenceRequirementId } = await bindings.done(
    acme.ask('admin', 'POST', '/evidence-requirements', kept),
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

  const raw = clientOf(server)
  const Bucket = settings.bucket
  const { Versions = [] } = await raw.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'proof/org_' }))
  assert.equal(Versions.length, 2)
  for (const { Key, VersionId } of Versions) {
    const { Retention } = await raw.send(new GetObjectRetentionCommand({ Bucket, Key, VersionId }))
    assert.deepEqual(Retention, { Mode: 'COMPLIANCE', RetainUntilDate: new Date(lockedUntil) })
    await assert.rejects(raw.send(new DeleteObjectCommand({ Bucket, Key, VersionId })), { name: 'AccessDenied' })
    await raw.send(new DeleteObjectCommand({ Bucket, Key }))
  }
  raw.destroy()
  const opens = async () => {
    for (const { claimId, artifactId, bytes } of files) {
      const { content } = await bindings.done(p.call('GET', openPath(claimId, artifactId), { token }))
      assert.ok(Buffer.from(content.dataBase64, 'base64').equals(bytes))
    }
  }
  await opens()

  const { storageBindings } = await bindings.list()
  const folder = storageBindings.find(({ kind }: { kind: string }) => kind === 'folder').id
  const plan = { sourceId: bindingId, targetId: folder, mode: 'move', holdHours: 1 }
  const { id } = await bindings.done(migrations.start(plan), 201)
  await migrations.run()
  // Nothing is asked of Ceph at this time of ours: what is locked is kept, and not tried.
  p.clock.advance(hour + minute)
  cookie = await p.signIn('admin@acme.example')
  token = await p.token('acme-scanner')
  await migrations.run()
  const moved = await migrations.get(id)
  assert.deepEqual([moved.status, moved.items.kept, moved.keptUntil], ['done', 2, lockedUntil], JSON.stringify(moved))
  await opens()
})
