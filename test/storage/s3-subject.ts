import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { BlobMissing } from '#lib/blob-store.ts'
import { systemClock } from '#lib/clock.ts'
import { createGuard } from '#lib/guarded/guard.ts'
import { networks } from '#lib/networks.ts'
import { PART_BYTES, type S3Settings } from '#lib/object-store.ts'
import { openS3Store } from '#src/features/storage/s3/store.ts'
import type { Subject } from './adapter-cases.ts'
import { acme, globex } from './organizations.ts'
import { clientOf, type S3Server } from './s3-server.ts'
import { newObjectKey, openSpool } from './spool.ts'

/** A guard with the settings of an operator who allows addresses of this machine. */
const openGuard = createGuard({ allow: networks('127.0.0.0/8'), variable: 'PROBATA_STORAGE_ALLOW' })

export const accessTo = ({ credentials }: S3Server, settings: S3Settings) => ({
  settings,
  credentials,
  guard: openGuard,
  clock: systemClock,
})

/** Creates the stores of two organizations in one bucket of a real server. */
export const s3Subject = async (server: S3Server, settings: S3Settings): Promise<Subject & AsyncDisposable> => {
  await using resources = new AsyncDisposableStack()
  const access = accessTo(server, settings)
  const store = resources.use(await openS3Store({ ...access, organizationId: acme }))
  const neighbour = resources.use(await openS3Store({ ...access, organizationId: globex }))
  const { spool } = resources.use(await openSpool())
  const client = clientOf(server)
  resources.defer(() => client.destroy())
  const { bucket: Bucket, prefix } = settings
  const root = `${prefix}/${acme}`
  const owned = resources.move()
  return {
    store,
    neighbour,
    spool,
    putForeign: async name =>
      void (await client.send(new PutObjectCommand({ Bucket, Key: `${root}/${name}`, Body: 'x' }))),
    async leaveUnfinished(objectKey) {
      const Key = `${root}/${objectKey.slice(0, 2)}/${objectKey}`
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
      return UploadId ?? ''
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The test cases for stores in buckets, in addition to those for every store. */
export const s3Cases: Readonly<Record<string, (subject: Subject) => Promise<void>>> = {
  'the store rejects a file that does not match its digests, whole or in parts': async ({ store, spool }) => {
    for (const size of [1000, PART_BYTES + 1000]) {
      const file = await spool(randomBytes(size))
      const lastIndex = file.parts.length - 1
      const parts = file.parts.map((digest, index) => (index === lastIndex ? '0'.repeat(64) : digest))
      const key = newObjectKey()
      await assert.rejects(store.send(key, { ...file, parts }), { code: 'altered' })
      await assert.rejects(store.read(key), BlobMissing)
    }
    assert.deepEqual(await store.unfinished(), [])
  },
  'an upload aborted between parts rejects with the abort reason and leaves nothing': async ({ store, spool }) => {
    const file = await spool(randomBytes(5 * PART_BYTES))
    const key = newObjectKey()
    const reason = new Error('shutting down')
    const controller = new AbortController()
    const onStarted = async () => {
      setImmediate(() => controller.abort(reason))
    }
    await assert.rejects(
      store.send(key, file, { begun: onStarted, signal: controller.signal }),
      error => error === reason,
    )
    await assert.rejects(store.read(key), BlobMissing)
    assert.deepEqual(await store.unfinished(), [])
  },
  'an aborted reader ends with the abort reason': async ({ store, spool }) => {
    const key = newObjectKey()
    await store.send(key, await spool(randomBytes(2 * PART_BYTES)))
    const reason = new Error('the client disconnected')
    const controller = new AbortController()
    await using opened = await store.read(key, { signal: controller.signal })
    const readAndAbort = async () => {
      for await (const _ of opened) controller.abort(reason)
    }
    await assert.rejects(readAndAbort(), error => error === reason)
  },
  'an upload under a foreign key is not touched': async ({ store }) => {
    await assert.rejects(store.abort({ objectKey: '../x', uploadId: 'x' }))
  },
  'a range beyond the end is rejected': async ({ store, spool }) => {
    const key = newObjectKey()
    await store.send(key, await spool(Buffer.from('short')))
    await assert.rejects(store.read(key, { range: { start: 3, end: 10 } }), { code: 'altered' })
    await assert.rejects(store.read(key, { range: { start: 10, end: 20 } }), { code: 'altered' })
  },
}
