import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { day } from '#lib/clock.ts'
import { prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { boot } from '#test/system.ts'

test('a multipart upload of a running migration is not aborted, regardless of its duration', async () => {
  await using bucket = await startMemoryS3()
  await using p = await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } })
  bucket.clock = p.clock
  const cookie = await p.signIn('admin@acme.example')
  const token = await p.token('acme-scanner')
  const bindings = bindingsOf(p, () => cookie)
  const migrations = migrationsOf(p, () => cookie)
  const client = prover(p, () => token)
  const [local] = (await bindings.list()).storageBindings
  const targetId = await bindings.activate(bucket, { encryption: 'none' })
  await bindings.done(bindings.act(local.id, 'activate'))
  const bytes = randomBytes(9 * 1024 * 1024)
  await client.attach(await client.newClaim(), { name: 'proof.bin', type: 'application/octet-stream', bytes })

  let startedUploads = 0
  let sweep: Promise<unknown> | undefined
  bucket.intercept = async (method, _, query) => {
    if (method === 'POST' && query.has('uploads')) startedUploads++
    if (!query.has('partNumber')) return undefined
    // Both parts wait until the bucket has been listed two days after the upload began.
    for (const [id, upload] of bucket.uploads)
      bucket.uploads.set(id, { ...upload, at: new Date(p.clock.now() - 2 * day) })
    sweep ??= p.system.runJob('sweep-stored-orphans')
    await sweep
    return undefined
  }
  const { id } = await migrations.done(migrations.start({ sourceId: local.id, targetId, mode: 'move' }), 201)
  await migrations.run()
  assert.equal((await migrations.get(id)).status, 'holding')
  assert.equal(startedUploads, 1)
})
