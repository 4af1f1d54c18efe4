import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { BlobMissing } from '#lib/blob-store.ts'
import { type ByteRange, type ObjectBytes, type ObjectStore, PART_BYTES, type SpooledFile } from '#lib/object-store.ts'
import { newObjectKey } from './spool.ts'

/**
 * The system under test: the stores of two organizations in one location, and a spool with which files are prepared.
 */
export interface Subject {
  readonly store: ObjectStore
  readonly neighbour: ObjectStore
  readonly spool: (bytes: Buffer) => Promise<SpooledFile>
  /** Stores bytes under a foreign key in the organization's prefix, if the store allows such keys. */
  readonly putForeign: ((name: string) => Promise<void>) | undefined
  /** Starts a multipart upload and abandons it, if the store supports such uploads. */
  readonly leaveUnfinished: ((objectKey: string) => Promise<string>) | undefined
}

export const readAll = async (bytes: ObjectBytes): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

export const contentOf = async (store: ObjectStore, key: string, range?: ByteRange): Promise<Buffer> => {
  await using bytes = await store.read(key, range ? { range } : {})
  const allBytes = await readAll(bytes)
  assert.equal(allBytes.length, bytes.byteSize)
  return allBytes
}

const putFile = async ({ spool, store }: Subject, bytes: Buffer): Promise<string> => {
  const key = newObjectKey()
  await store.send(key, await spool(bytes))
  return key
}

const keysOf = async (store: ObjectStore, after?: string, limit = 1000) =>
  (await store.list({ after, limit })).map(({ objectKey }) => objectKey)

const empty = async ({ store, neighbour }: Subject) => {
  for (const target of [store, neighbour]) for (const key of await keysOf(target)) await target.remove(key)
}

/** The test cases for every store. */
export const adapterCases: Readonly<Record<string, (subject: Subject) => Promise<void>>> = {
  'a file of any size is read back as sent': async subject => {
    for (const size of [0, 1, 65_537, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES + 12_345]) {
      const bytes = randomBytes(size)
      const key = await putFile(subject, bytes)
      assert.ok((await contentOf(subject.store, key)).equals(bytes), `${size} bytes`)
    }
  },
  'a range is read correctly, even across the boundary of parts': async subject => {
    const bytes = randomBytes(PART_BYTES + 100_000)
    const key = await putFile(subject, bytes)
    const edges: readonly (readonly [number, number])[] = [
      [0, 1],
      [10, 20],
      [PART_BYTES - 5, PART_BYTES + 5],
      [bytes.length - 1, bytes.length],
      [0, bytes.length],
    ]
    for (const [start, end] of edges) {
      assert.ok(
        (await contentOf(subject.store, key, { start, end })).equals(bytes.subarray(start, end)),
        `${start}-${end}`,
      )
    }
  },
  'a missing object is reported as missing, and can be removed twice': async subject => {
    const key = await putFile(subject, Buffer.from('x'))
    await subject.store.remove(key)
    await subject.store.remove(key)
    await assert.rejects(subject.store.read(key), BlobMissing)
    await assert.rejects(subject.store.read(newObjectKey(), { range: { start: 0, end: 1 } }), BlobMissing)
  },
  'a list is sorted by key, paged, and limited to one organization': async subject => {
    await empty(subject)
    const sentKeys: string[] = []
    for (let n = 0; n < 12; n++) sentKeys.push(await putFile(subject, Buffer.alloc(n)))
    await putFile({ ...subject, store: subject.neighbour }, Buffer.from('of another'))
    await subject.putForeign?.('readme.txt')
    await subject.putForeign?.(`00/${'0'.repeat(31)}`)
    await subject.putForeign?.(`ab/cd${'0'.repeat(30)}`)
    await subject.putForeign?.('ÿ+ %41 & <x>\u0001')
    sentKeys.sort()
    const objects = await subject.store.list({ limit: 1000 })
    assert.deepEqual(
      objects.map(({ objectKey }) => objectKey),
      sentKeys,
    )
    assert.equal(
      objects.reduce((sum, { byteSize }) => sum + byteSize, 0),
      66,
    )
    const { mtimeMs } = await stat((await subject.spool(Buffer.alloc(1))).path)
    assert.ok(objects.every(({ modifiedAt }) => Math.abs(modifiedAt - mtimeMs) < 600_000))
    assert.deepEqual(await keysOf(subject.store, undefined, 5), sentKeys.slice(0, 5))
    assert.deepEqual(await keysOf(subject.store, sentKeys[4], 5), sentKeys.slice(5, 10))
    assert.deepEqual(await keysOf(subject.store, sentKeys[9], 5), sentKeys.slice(10))
    assert.deepEqual(await keysOf(subject.store, sentKeys[11], 5), [])
    assert.deepEqual(await keysOf(subject.store, 'f'.repeat(32), 5), [])
  },
  'one organization cannot access the objects of another': async subject => {
    const key = await putFile(subject, Buffer.from('ours'))
    await assert.rejects(subject.neighbour.read(key), BlobMissing)
    await subject.neighbour.remove(key)
    assert.equal((await contentOf(subject.store, key)).toString(), 'ours')
  },
  'a malformed key is rejected': async ({ store, spool }) => {
    const file = await spool(Buffer.from('x'))
    for (const key of ['', '..', '../x', 'A'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}\n`]) {
      for (const use of [() => store.send(key, file), () => store.read(key), () => store.remove(key)]) {
        await assert.rejects(async () => use(), JSON.stringify(key))
      }
    }
  },
  'concurrent uploads do not interfere': async subject => {
    const files = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => ({ bytes: randomBytes(300_000 + n), key: newObjectKey() })),
    )
    await Promise.all(files.map(async ({ key, bytes }) => subject.store.send(key, await subject.spool(bytes))))
    const read = await Promise.all(files.map(({ key }) => contentOf(subject.store, key)))
    assert.ok(read.every((bytes, n) => files[n]?.bytes.equals(bytes)))
  },
  'an aborted upload rejects with the abort reason and stores nothing': async subject => {
    const reason = new Error('the client disconnected')
    const file = await subject.spool(randomBytes(2 * PART_BYTES))
    const earlyKey = newObjectKey()
    await assert.rejects(
      subject.store.send(earlyKey, file, { signal: AbortSignal.abort(reason) }),
      error => error === reason,
    )
    await assert.rejects(subject.store.read(earlyKey), BlobMissing)
  },
  'a reader that stops early leaves nothing open': async subject => {
    const bytes = randomBytes(2 * PART_BYTES)
    const key = await putFile(subject, bytes)
    for (let n = 0; n < 40; n++) {
      await using opened = await subject.store.read(key)
      for await (const _ of opened) break
    }
    {
      await using _ = await subject.store.read(key)
    }
    assert.ok((await contentOf(subject.store, key)).equals(bytes))
  },
  'an abandoned upload is listed, and can be aborted twice': async ({ store, neighbour, leaveUnfinished, spool }) => {
    if (leaveUnfinished === undefined) return assert.deepEqual(await store.unfinished(), [])
    const key = newObjectKey()
    const uploadId = await leaveUnfinished(key)
    const [upload, ...otherUploads] = await store.unfinished()
    assert.deepEqual([upload?.objectKey, upload?.uploadId, otherUploads], [key, uploadId, []])
    const { mtimeMs } = await stat((await spool(Buffer.alloc(1))).path)
    assert.ok(upload && Math.abs(upload.startedAt - mtimeMs) < 600_000)
    assert.deepEqual(await neighbour.unfinished(), [])
    await store.abort(upload)
    await store.abort(upload)
    assert.deepEqual(await store.unfinished(), [])
  },
  'an upload is aborted if the callback that records it fails': async ({ store, spool }) => {
    const recordError = new Error('the record cannot be written')
    const file = await spool(randomBytes(2 * PART_BYTES))
    const key = newObjectKey()
    const onStarted = () => Promise.reject(recordError)
    await store.send(key, file, { begun: onStarted }).then(
      () => store.remove(key),
      error => assert.equal(error, recordError),
    )
    assert.deepEqual(await store.unfinished(), [])
  },
}
