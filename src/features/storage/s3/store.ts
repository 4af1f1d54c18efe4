import { type ObjectStore, type RetentionMode, StoreProblem } from '#lib/object-store.ts'
import { withRetries } from './attempt.ts'
import { connectS3, type S3Access } from './client.ts'
import { storeProblem } from './errors.ts'
import { createKeys } from './keys.ts'
import { listObjects, listUnfinished } from './list.ts'
import { createLocks } from './locks.ts'
import { getObject } from './read.ts'
import { putFile } from './send.ts'
import { createSlots } from './slots.ts'

interface Options extends S3Access {
  readonly organizationId: string
  readonly retention?: RetentionMode
}

const maxParts = 16

const unlessMissing = (error: unknown): void => {
  if (storeProblem(error).code !== 'missing') throw error
}

/**
 * Opens one organization's part of a bucket. Connects on first use; calls in progress complete after disposal.
 * @throws StoreProblem
 */
export const openS3Store = async ({ organizationId, retention = 'none', ...access }: Options): Promise<ObjectStore> => {
  const connection = await connectS3(access)
  const { client, sdk, bucket: Bucket, deadlines } = connection
  const keys = createKeys(access.settings.prefix, organizationId)
  const slots = createSlots(maxParts)
  const locks = retention === 'none' ? undefined : createLocks(connection, retention)
  const limits = { deadlineMs: deadlines.callMs }

  const running = new Set<Promise<unknown>>()
  const call = <T>(work: Promise<T>): Promise<T> => {
    const onEnd = () => running.delete(work)
    running.add(work)
    work.then(onEnd, onEnd)
    return work
  }

  const remove = async (objectKey: string) => {
    const Key = keys.full(objectKey)
    if (locks) return locks.removeVersions(Key)
    const request = (abortSignal: AbortSignal) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal })
    await withRetries(request, limits).catch(unlessMissing)
  }

  const abort = async ({ objectKey, uploadId: UploadId }: Parameters<ObjectStore['abort']>[0]) => {
    const Key = keys.full(objectKey)
    const request = (abortSignal: AbortSignal) =>
      client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal })
    await withRetries(request, limits).catch(unlessMissing)
  }

  const send: ObjectStore['send'] = async (objectKey, file, options = {}) =>
    putFile({ ...connection, key: keys.full(objectKey), slots, locks, now: () => access.clock.now() }, file, options)

  const lock: ObjectStore['lock'] = async ({ objectKey, versionId }, until) => {
    if (!locks) throw new StoreProblem('unsupported')
    return locks.extend({ Key: keys.full(objectKey), versionId }, until)
  }

  return {
    send: (...args) => call(send(...args)),
    read: async (objectKey, options = {}) => call(getObject(connection, keys.full(objectKey), options)),
    list: options => call(listObjects(connection, keys, options)),
    unfinished: () => call(listUnfinished(connection, keys)),
    remove: objectKey => call(remove(objectKey)),
    lock: (...args) => call(lock(...args)),
    abort: upload => call(abort(upload)),
    async [Symbol.asyncDispose]() {
      while (running.size > 0) await Promise.allSettled(running)
      await connection[Symbol.asyncDispose]()
    },
  }
}
