import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { BlobLocked, BlobMissing } from '#lib/blob-store.ts'
import { hour, second, systemClock } from '#lib/clock.ts'
import { type ObjectStore, PART_BYTES, type RetentionMode, type S3Settings, type Sent } from '#lib/object-store.ts'
import { openS3Store } from '#src/features/storage/s3/store.ts'
import { readAll } from './adapter-cases.ts'
import { acme } from './organizations.ts'
import { clientOf, newBucket, type S3Server, versionsIn } from './s3-server.ts'
import { accessTo } from './s3-subject.ts'
import { newObjectKey, openSpool } from './spool.ts'

interface OpenedStore extends AsyncDisposable {
  readonly store: ObjectStore
  readonly settings: S3Settings
  send(bytes: Buffer, lockFor?: number, objectKey?: string): Promise<Sent & { readonly objectKey: string }>
}

const open = async (server: S3Server, retention: RetentionMode, lock = true): Promise<OpenedStore> => {
  await using resources = new AsyncDisposableStack()
  const settings = await newBucket(server, { lock })
  const access = { ...accessTo(server, settings), organizationId: acme, retention }
  const store = resources.use(await openS3Store(access))
  const { spool } = resources.use(await openSpool())
  const owned = resources.move()
  return {
    store,
    settings,
    async send(bytes, lockFor, objectKey = newObjectKey()) {
      return { objectKey, ...(await store.send(objectKey, await spool(bytes), { lockFor })) }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const fullKey = ({ prefix }: S3Settings, objectKey: string) => `${prefix}/${acme}/${objectKey.slice(0, 2)}/${objectKey}`

const contentOf = async (store: ObjectStore, objectKey: string, versionId?: string | null): Promise<Buffer> => {
  await using bytes = await store.read(objectKey, versionId ? { versionId } : {})
  return await readAll(bytes)
}

/** Sends a command like an attacker who has the bucket's key. */
const attackAs = async (server: S3Server, command: PutObjectCommand | DeleteObjectCommand): Promise<void> => {
  const client = clientOf(server)
  await (command instanceof PutObjectCommand ? client.send(command) : client.send(command))
  client.destroy()
}

const lockedUntil = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => assert.fail('it was removed'),
    error => {
      assert.ok(error instanceof BlobLocked, String(error))
      return error.until
    },
  )

/** The test cases for a store that locks files. */
export const lockCases: Readonly<Record<string, (server: S3Server) => Promise<void>>> = {
  'a file is locked from the start, in both modes': async server => {
    for (const retention of ['governance', 'compliance'] as const) {
      await using opened = await open(server, retention)
      const { store, send } = opened
      for (const size of [0, 1000]) {
        const bytes = randomBytes(size)
        const startTime = systemClock.now() + hour
        const { objectKey, versionId } = await send(bytes, hour)
        const lockEnd = await lockedUntil(store.remove(objectKey))
        assert.ok(lockEnd >= startTime && lockEnd < systemClock.now() + hour + second)
        assert.ok((await contentOf(store, objectKey, versionId)).equals(bytes))
      }
    }
  },
  // Ceph 16 ignores a lock that is set at the start of a multipart upload.
  'a file that is sent in parts is locked at the latest when its lock is requested': async server => {
    await using opened = await open(server, 'compliance')
    const { store, send } = opened
    const bytes = randomBytes(PART_BYTES + 1000)
    const { objectKey, versionId } = await send(bytes, hour)
    const until = systemClock.now() + 2 * hour
    const lockEnd = await store.lock({ objectKey, versionId }, until)
    assert.ok(lockEnd >= until)
    assert.equal(await lockedUntil(store.remove(objectKey)), lockEnd)
    assert.ok((await contentOf(store, objectKey, versionId)).equals(bytes))
  },
  'a lock is extended, and never shortened': async server => {
    await using opened = await open(server, 'compliance')
    const { store, send } = opened
    const { objectKey, versionId } = await send(Buffer.from('kept'))
    const laterEnd = systemClock.now() + 48 * hour
    assert.ok((await store.lock({ objectKey, versionId }, laterEnd)) >= laterEnd)
    const lockEnd = await store.lock({ objectKey, versionId }, laterEnd - 24 * hour)
    assert.ok(lockEnd >= laterEnd)
    assert.equal(await lockedUntil(store.remove(objectKey)), lockEnd)
  },
  'a version written over a locked file, or a delete marker, does not hide it': async server => {
    await using opened = await open(server, 'compliance')
    const { store, send, settings } = opened
    const bytes = randomBytes(500)
    const { objectKey, versionId } = await send(bytes, hour)
    const objectParams = { Bucket: settings.bucket, Key: fullKey(settings, objectKey) }
    await attackAs(server, new PutObjectCommand({ ...objectParams, Body: 'other bytes' }))
    assert.ok((await contentOf(store, objectKey, versionId)).equals(bytes))
    await attackAs(server, new DeleteObjectCommand(objectParams))
    await assert.rejects(contentOf(store, objectKey), BlobMissing)
    assert.ok((await contentOf(store, objectKey, versionId)).equals(bytes))
  },
  'a removal leaves no version': async server => {
    await using opened = await open(server, 'governance')
    const { store, send, settings } = opened
    const keptFile = await send(Buffer.from('another file'))
    const { objectKey } = await send(Buffer.from('first'))
    await send(Buffer.from('the response was lost, so sent again'), undefined, objectKey)
    await attackAs(server, new DeleteObjectCommand({ Bucket: settings.bucket, Key: fullKey(settings, objectKey) }))
    assert.equal((await versionsIn(server, settings)).length, 4)
    await store.remove(objectKey)
    await store.remove(objectKey)
    assert.deepEqual(await versionsIn(server, settings), [
      `${fullKey(settings, keptFile.objectKey)} ${keptFile.versionId}`,
    ])
  },
  'a store of a binding without retention locks nothing': async server => {
    await using opened = await open(server, 'none', false)
    const { store, send, settings } = opened
    const { objectKey, ...sentFile } = await send(Buffer.from('x'), hour)
    assert.deepEqual(sentFile, { versionId: null })
    await assert.rejects(store.lock({ objectKey, versionId: null }, systemClock.now() + hour), { code: 'unsupported' })
    await store.remove(objectKey)
    assert.deepEqual(await versionsIn(server, settings), [])
  },
}

/** The test cases for a store that accepts locks but does not enforce them. */
export const unlockableCases: typeof lockCases = {
  'a lock that the store does not enforce does not count': async server => {
    await using opened = await open(server, 'compliance', false)
    const { store, send } = opened
    const bytes = Buffer.from('not kept')
    const { objectKey, versionId } = await send(bytes, hour)
    await assert.rejects(store.lock({ objectKey, versionId }, systemClock.now() + hour), { code: 'unsupported' })
    assert.ok((await contentOf(store, objectKey)).equals(bytes))
    await store.remove(objectKey)
    await assert.rejects(contentOf(store, objectKey), BlobMissing)
  },
}
