import type { Readable } from 'node:stream'
import { BlobMissing } from '#lib/blob-store.ts'
import { type ByteRange, type ObjectBytes, StoreProblem } from '#lib/object-store.ts'
import { withRetries } from './attempt.ts'
import type { S3Connection } from './client.ts'
import { storeProblem } from './errors.ts'

interface Options {
  readonly range?: ByteRange | undefined
  readonly versionId?: string | null | undefined
  readonly signal?: AbortSignal | undefined
}

const bytesOf = (body: Readable, byteSize: number, signal: AbortSignal | undefined): ObjectBytes => ({
  byteSize,
  async *[Symbol.asyncIterator]() {
    let received = 0
    try {
      for await (const chunk of body) {
        received += chunk.length
        yield chunk
      }
    } catch (error) {
      signal?.throwIfAborted()
      throw storeProblem(error)
    }
    if (received !== byteSize) throw new StoreProblem('altered')
  },
  async [Symbol.asyncDispose]() {
    body.destroy()
  },
})

/**
 * Returns the expected size: the size of the requested range, or of the whole object as the store reports it, which a
 * digest must confirm.
 */
const sizeOf = (range: ByteRange | undefined, length: number | undefined, isPart: boolean): number => {
  if (length === undefined || (range !== undefined && !isPart)) throw new StoreProblem('unsupported')
  if (range !== undefined && length !== range.end - range.start) throw new StoreProblem('altered')
  return length
}

/** @throws BlobMissing, StoreProblem */
export const getObject = async (
  { client, sdk, bucket: Bucket, deadlines }: S3Connection,
  Key: string,
  { range, versionId, signal }: Options,
): Promise<ObjectBytes> => {
  const Range = range && `bytes=${range.start}-${range.end - 1}`
  const input = { Bucket, Key, Range, ...(versionId && { VersionId: versionId }) }
  const response = await withRetries(abortSignal => client.send(new sdk.GetObjectCommand(input), { abortSignal }), {
    deadlineMs: deadlines.callMs,
    signal,
  }).catch(error => {
    signal?.throwIfAborted()
    throw storeProblem(error).code === 'missing' ? new BlobMissing({ cause: error }) : error
  })
  const body = response.Body as Readable
  try {
    return bytesOf(body, sizeOf(range, response.ContentLength, response.ContentRange !== undefined), signal)
  } catch (error) {
    body.destroy()
    throw error
  }
}
