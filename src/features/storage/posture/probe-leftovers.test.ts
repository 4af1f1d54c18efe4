import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newBlobKey } from '#lib/blob-store.ts'
import { day, hour, minute } from '#lib/clock.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot } from '#test/system.ts'

test('the next full run removes probe leftovers of a dead process from a bucket', async () => {
  await using bucket = await startMemoryS3()
  await using p = await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } })
  bucket.clock = p.clock
  const cookie = await p.signIn('admin@acme.example')
  const bindings = bindingsOf(p, () => cookie)
  const { id } = await bindings.done(bindings.create(bucket), 201)
  const ago = (ms: number) => new Date(p.clock.now() - ms)
  const prefix = `${bucket.settings.prefix}/.probata-probe/0123456789abcdef/`
  const put = (key: string, at: Date) => bucket.objects.set(key, { bytes: Buffer.from('x'), at })
  put(`${prefix}old`, ago(hour))
  put(`${prefix}young`, ago(minute))
  put(`${bucket.settings.prefix}/report.pdf`, ago(hour))
  bucket.uploads.set('old', { key: `${prefix}parts`, at: ago(hour), parts: new Map() })
  bucket.uploads.set('young', { key: `${prefix}parts`, at: ago(minute), parts: new Map() })
  bucket.uploads.set('other', { key: `${bucket.settings.prefix}/parts`, at: ago(hour), parts: new Map() })
  assert.equal((await bindings.done(bindings.act(id, 'validate'))).passed, true)
  assert.deepEqual(
    [...bucket.objects.keys()].toSorted(),
    [`${prefix}young`, `${bucket.settings.prefix}/report.pdf`].toSorted(),
  )
  assert.deepEqual([...bucket.uploads.keys()].toSorted(), ['other', 'young'])
})

const bootOnFolder = async (resources: AsyncDisposableStack) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-leftovers-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const p = resources.use(await boot({ env: { PROBATA_DATA_DIR: dataDir } }))
  const write = async (folder: string, key: string, age: number) => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, key), 'x')
    const at = new Date(p.clock.now() - age)
    await utimes(join(folder, key), at, at)
  }
  return { p, write, blobs: join(dataDir, 'blobs'), staging: join(dataDir, 'blobs', 'staging') }
}

test('the next run removes probe leftovers of a dead process from the folder, but no files', async () => {
  await using resources = new AsyncDisposableStack()
  const { p, write, blobs, staging } = await bootOnFolder(resources)
  const [organization] = await p.sql(`select id from organization where slug = 'acme'`)
  const shard = join(blobs, String(organization?.id), 'ff')
  const keyStartingWith = (start: string) => start + newBlobKey().slice(start.length)
  const [old, young] = [keyStartingWith('f'.repeat(16)), keyStartingWith('f'.repeat(16))]
  const [file, unfinished] = [keyStartingWith('ffff0'), newBlobKey()]
  for (const folder of [shard, staging]) {
    await write(folder, old, hour)
    await write(folder, young, minute)
  }
  await write(shard, file, hour)
  await write(staging, unfinished, hour)
  await p.system.runJob('storage-active-binding-posture-sweep')
  assert.deepEqual((await readdir(shard)).toSorted(), [file, young].toSorted())
  assert.deepEqual((await readdir(staging)).toSorted(), [unfinished, young].toSorted())
})

test('an incomplete file in the folder is removed once nothing was written to it for a day', async () => {
  await using resources = new AsyncDisposableStack()
  const { p, write, staging } = await bootOnFolder(resources)
  const [old, young] = [newBlobKey(), newBlobKey()]
  await write(staging, old, 2 * day)
  await write(staging, young, hour)
  await p.system.runJob('sweep-stored-orphans')
  assert.deepEqual(await readdir(staging), [young])
})
