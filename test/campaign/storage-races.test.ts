import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPath, prover } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot } from '#test/system.ts'

const races = Number(process.env.STORAGE_RACES ?? 50)
const uploadsAtOnce = 50

const start = async (resources: AsyncDisposableStack) => {
  const bucket = resources.use(await startMemoryS3())
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-races-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const p = resources.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
  bucket.clock = p.clock
  const cookie = await p.signIn('admin@acme.example')
  const token = await p.token('acme-scanner')
  const bindings = bindingsOf(p, () => cookie)
  const [local] = (await bindings.list()).storageBindings
  const client = prover(p, () => token)
  const file = () => ({ name: 'proof.bin', type: 'application/octet-stream', bytes: randomBytes(2000) })
  const announce = async (claimId: string) => {
    const proof = file()
    const { body } = await client.announce(claimId, proof)
    return { proof, path: String(body.upload.path) }
  }
  const assertOpens = async ({ claimId, artifactId }: { claimId: string; artifactId: string }, bytes: Buffer) => {
    const { status, text, body } = await p.call('GET', openPath(claimId, artifactId), { token })
    assert.equal(status, 200, text)
    assert.ok(Buffer.from(body.content.dataBase64, 'base64').equals(bytes))
  }
  return { p, bucket, bindings, local: String(local.id), client, announce, assertOpens }
}

test(`${races} times: a binding is retired while a late upload is sent to it`, async () => {
  await using resources = new AsyncDisposableStack()
  const { p, bucket, bindings, local, client, announce, assertOpens } = await start(resources)
  const claimId = await client.newClaim()
  const outcomes = { retired: 0, kept: 0 }
  for (let race = 0; race < races; race++) {
    const id = await bindings.activate(bucket, { encryption: 'none', name: `b${race}` })
    const { proof, path } = await announce(claimId)
    const uploading = client.send(path, proof)
    await bindings.done(bindings.act(local, 'activate'))
    const [retirement, uploadResponse] = await Promise.all([bindings.act(id, 'retire'), uploading])
    assert.equal(uploadResponse.status, 201, uploadResponse.text)
    await assertOpens(uploadResponse.body.attachment, proof.bytes)
    if (retirement.status === 200) outcomes.retired++
    else {
      assert.equal(retirement.status, 422, retirement.text)
      outcomes.kept++
      // Gives up the file together with its binding, because this test is only about the race.
      await p.sql(`delete from blob_copy where binding_id = $1`, [id])
      await bindings.done(bindings.act(id, 'retire'))
    }
    assert.deepEqual(await p.sql('select from staged_blob'), [])
  }
  process.stdout.write(`given up first ${outcomes.retired}, upload first ${outcomes.kept}\n`)
})

test(`${races} uploads, ${uploadsAtOnce} at a time, while another binding becomes active`, async () => {
  await using resources = new AsyncDisposableStack()
  const { p, bucket, bindings, local, client, announce, assertOpens } = await start(resources)
  const bucketBinding = await bindings.activate(bucket, { encryption: 'none' })
  const claimId = await client.newClaim()
  const countByBinding: Record<string, number> = {}
  for (let uploadCount = 0, turn = 0; uploadCount < races; uploadCount += uploadsAtOnce, turn++) {
    const announcements = await Promise.all(Array.from({ length: uploadsAtOnce }, () => announce(claimId)))
    const uploads = announcements.map(({ proof, path }) => client.send(path, proof))
    // Activates the other binding when some uploads have finished, some are in progress and some have not started.
    await Promise.race(uploads)
    await bindings.done(bindings.act(turn % 2 === 0 ? local : bucketBinding, 'activate'))
    for (const [i, response] of (await Promise.all(uploads)).entries()) {
      assert.equal(response.status, 201, response.text)
      await assertOpens(response.body.attachment, announcements[i]?.proof.bytes ?? Buffer.alloc(0))
    }
  }
  for (const { binding_id: id, count } of await p.sql(
    'select binding_id, count(*)::int as count from blob_copy group by 1',
  ))
    countByBinding[String(id)] = Number(count)
  assert.deepEqual(await p.sql('select from staged_blob'), [])
  process.stdout.write(
    `in the folder ${countByBinding[local] ?? 0}, in the bucket ${countByBinding[bucketBinding] ?? 0}\n`,
  )
})
