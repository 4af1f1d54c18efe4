import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { systemClock } from '#lib/clock.ts'
import type { Bucket } from '#test/faults/storage-outcome.ts'
import type { MemoryS3 } from './memory-s3.ts'
import { clientOf, newBucket, type S3Server } from './s3-server.ts'

/** Returns a bucket in memory, for nodes that run as separate processes by the real clock. */
export const memoryBucket = (memory: MemoryS3): Bucket => {
  memory.clock = systemClock
  return {
    settings: memory.settings,
    credentials: memory.credentials,
    keys: async () => [...memory.objects.keys()],
    unfinished: async () => [...memory.uploads.values()].map(({ key }) => key),
    async age(ms) {
      const createdAt = new Date(systemClock.now() - ms)
      for (const [key, object] of memory.objects) memory.objects.set(key, { ...object, at: createdAt })
      for (const [id, upload] of memory.uploads) memory.uploads.set(id, { ...upload, at: createdAt })
    },
    async kill() {
      const { intercept } = memory
      memory.intercept = () => {
        throw new Error('the store is dead')
      }
      return async () => {
        memory.intercept = intercept
      }
    },
  }
}

/** Creates a bucket on a real server. */
export const serverBucket = async (server: S3Server): Promise<Bucket & Disposable> => {
  const settings = await newBucket(server)
  const client = clientOf(server)
  const Bucket = settings.bucket
  // Uses a copy, because the client writes into the object that it receives.
  const { accessKeyId, secretAccessKey } = server.credentials

  const keys = async () => {
    const objectKeys: string[] = []
    for (let StartAfter: string | undefined, isComplete = false; !isComplete; ) {
      const { Contents = [], IsTruncated } = await client.send(new ListObjectsV2Command({ Bucket, StartAfter }))
      objectKeys.push(...Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])))
      StartAfter = objectKeys.at(-1)
      isComplete = !IsTruncated
    }
    return objectKeys
  }

  return {
    settings,
    credentials: { accessKeyId, secretAccessKey },
    keys,
    async unfinished() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      return Uploads.flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
    },
    async kill() {
      const startAgain = await server.kill()
      return async () => {
        await startAgain()
        await keys()
      }
    },
    [Symbol.dispose]: () => client.destroy(),
  }
}
