import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BlobCorrupt, BlobMissing, BlobStoreUnavailable, BlobTooLarge, newBlobKey } from '#lib/blob-store.ts'
import { sha256Hex } from '#lib/hash.ts'
import { createFolderStore } from './folder-store.ts'

const organization = 'org_01K0000000000000000000000A'

const openStore = async () => {
  const root = await mkdtemp(join(tmpdir(), 'probata-blobs-'))
  const store = createFolderStore(root)
  return {
    root,
    store,
    pathOf: (key: string) => join(root, organization, key.slice(0, 2), key),
    files: async () =>
      (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter(entry => entry.isFile())
        .map(entry => entry.name),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

async function* chunked(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += size) yield Buffer.from(bytes.subarray(offset, offset + size))
}

async function* failingAfter(bytes: Buffer, error: Error): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes)
  throw error
}

const contentOf = async ({ store }: Awaited<ReturnType<typeof openStore>>, key: string): Promise<Buffer> => {
  const reader = await store.read(organization, key, 0)
  const blocks: Buffer[] = []
  for (let block = await reader.next(); block; block = await reader.next()) blocks.push(Buffer.from(block))
  const bytes = Buffer.concat(blocks)
  assert.deepEqual(reader.digest(), { sha256: sha256Hex(bytes), byteSize: bytes.length })
  reader.close()
  return bytes
}

const limit = { maxBytes: 20_000_000 }

test('a stored file is read back, verified and removed', async () => {
  await using folder = await openStore()
  const { store, files, pathOf } = folder
  for (const size of [0, 1, 4099, 4100, 4101, 384 * 1024, 384 * 1024 + 1, 17_000_001]) {
    const bytes = randomBytes(size)
    const key = newBlobKey()
    const expected = { sha256: sha256Hex(bytes), byteSize: size }
    assert.deepEqual(await store.put(organization, key, chunked(bytes), limit), {
      ...expected,
      head: bytes.subarray(0, 4100),
    })
    assert.deepEqual(await files(), [key])
    assert.ok((await readFile(pathOf(key))).equals(bytes))
    assert.ok((await contentOf(folder, key)).equals(bytes))
    assert.deepEqual(await store.verify(organization, key), expected)
    await store.remove(organization, key)
    assert.deepEqual(await files(), [])
  }
})

test('concurrent calls do not interfere', async () => {
  await using folder = await openStore()
  const { store } = folder
  const blobs = Array.from({ length: 20 }, (_, i) => ({ key: newBlobKey(), bytes: randomBytes(700_000 + i) }))
  await Promise.all(blobs.map(({ key, bytes }) => store.put(organization, key, chunked(bytes), limit)))
  const contents = await Promise.all(blobs.map(({ key }) => contentOf(folder, key)))
  assert.ok(contents.every((content, i) => blobs[i]?.bytes.equals(content)))
})

test('only the owner can access files and folders', async () => {
  await using folder = await openStore()
  const { store, root, pathOf } = folder
  const key = newBlobKey()
  await store.put(organization, key, chunked(Buffer.from('x')), limit)
  const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  assert.equal(await mode(pathOf(key)), '600')
  assert.equal(await mode(join(root, organization, key.slice(0, 2))), '700')
  assert.equal(await mode(join(root, organization)), '700')
  assert.equal(await mode(join(root, 'staging')), '700')
})

test('a failed put leaves nothing behind', async () => {
  await using folder = await openStore()
  const { store, files } = folder
  const key = newBlobKey()
  const bytes = randomBytes(3_000_000)
  await assert.rejects(store.put(organization, key, chunked(bytes), { maxBytes: bytes.length - 1 }), BlobTooLarge)
  assert.deepEqual(await files(), [])
  const broken = new Error('the client went away')
  await assert.rejects(store.put(organization, key, failingAfter(bytes, broken), limit), error => error === broken)
  assert.deepEqual(await files(), [])
  await store.put(organization, key, chunked(bytes), { maxBytes: bytes.length })
  assert.deepEqual(await files(), [key])
})

test('an abort ends a put whose source has stalled', async () => {
  await using folder = await openStore()
  const { store, files } = folder
  const controller = new AbortController()
  async function* stalling(): AsyncGenerator<Buffer> {
    yield randomBytes(100_000)
    setImmediate(() => controller.abort(new Error('shutting down')))
    await new Promise(() => {})
  }
  const putting = store.put(organization, newBlobKey(), stalling(), { ...limit, signal: controller.signal })
  await assert.rejects(putting, /shutting down/)
  assert.deepEqual(await files(), [])
  const early = { ...limit, signal: AbortSignal.abort(new Error('too late')) }
  await assert.rejects(store.put(organization, newBlobKey(), chunked(randomBytes(9)), early), /too late/)
})

test('bytes that change on the disk while they are written are detected', async () => {
  await using folder = await openStore()
  const { store, root, files } = folder
  for (const damage of [
    (path: string) => truncate(path, 100),
    (path: string) => truncate(path, 5_000_000),
    (path: string) => writeFile(path, 'other bytes', { flag: 'r+' }),
  ]) {
    const key = newBlobKey()
    async function* source(): AsyncGenerator<Buffer> {
      yield* chunked(randomBytes(600_000))
      const staged = join(root, 'staging', key)
      while ((await stat(staged)).size < 256 * 1024) await new Promise(resolve => setImmediate(resolve))
      await damage(staged)
    }
    await assert.rejects(store.put(organization, key, source(), limit), BlobCorrupt)
    assert.deepEqual(await files(), [])
  }
})

test('a key is never written twice', async () => {
  await using folder = await openStore()
  const { store } = folder
  const key = newBlobKey()
  const first = randomBytes(1000)
  await store.put(organization, key, chunked(first), limit)
  await assert.rejects(store.put(organization, key, chunked(randomBytes(1000)), limit), BlobStoreUnavailable)
  assert.ok((await contentOf(folder, key)).equals(first))
})

test('leftovers of an interrupted put are removed by its key', async () => {
  await using folder = await openStore()
  const { store, root, files } = folder
  const key = newBlobKey()
  await writeFile(join(root, 'staging', key), 'half')
  await store.remove(organization, key)
  assert.deepEqual(await files(), [])
  await store.remove(organization, key)
})

test('a key without bytes throws BlobMissing', async () => {
  await using folder = await openStore()
  const { store } = folder
  await assert.rejects(store.read(organization, newBlobKey(), 0), BlobMissing)
  await assert.rejects(store.verify(organization, newBlobKey()), BlobMissing)
})

const invalidNames = [
  '',
  '.',
  '..',
  '../etc',
  '/etc/passwd',
  'a/b',
  'a\0b',
  'org_',
  'org_a/../b',
  'ORG_A',
  'x'.repeat(300),
]

test('ids that are not plain names are rejected', async () => {
  await using folder = await openStore()
  const { store, files } = folder
  const key = newBlobKey()
  assert.match(key, /^[0-9a-f]{32}$/)
  for (const [organizationId, name] of [
    ...invalidNames.map(id => [id, key] as const),
    ...[...invalidNames, key.toUpperCase(), `${key}0`, `${key}\n`].map(name => [organization, name] as const),
  ]) {
    await assert.rejects(store.put(organizationId, name, chunked(Buffer.from('x')), limit), TypeError)
    await assert.rejects(store.read(organizationId, name, 0), TypeError)
    await assert.rejects(store.verify(organizationId, name), TypeError)
    await assert.rejects(store.remove(organizationId, name), TypeError)
  }
  assert.deepEqual(await files(), [])
})

test('a missing folder is unavailable and not recreated; it works again once it is back', async () => {
  await using folder = await openStore()
  const { store, root } = folder
  const key = newBlobKey()
  const bytes = randomBytes(100)
  await store.put(organization, key, chunked(bytes), limit)
  await rename(root, `${root}-away`)
  for (const replaced of [false, true]) {
    if (replaced) await mkdir(root)
    for (const work of [
      () => store.put(organization, newBlobKey(), chunked(bytes), limit),
      () => store.read(organization, key, 0),
      () => store.verify(organization, key),
      () => store.remove(organization, key),
    ]) {
      await assert.rejects(work, (error: unknown) => {
        assert.ok(error instanceof BlobStoreUnavailable, String(error))
        assert.equal(error.message, 'file storage is not available')
        return error.cause instanceof Error
      })
    }
    if (replaced) await rm(root, { recursive: true })
  }
  await rename(`${root}-away`, root)
  assert.ok((await contentOf(folder, key)).equals(bytes))
})

test('a folder that rejects writes is unavailable', async () => {
  await using folder = await openStore()
  const { store, root } = folder
  await rm(join(root, 'staging'), { recursive: true })
  await writeFile(join(root, 'staging'), 'a file in the way')
  await assert.rejects(store.put(organization, newBlobKey(), chunked(Buffer.from('x')), limit), BlobStoreUnavailable)
})
