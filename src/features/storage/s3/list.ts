import { type StoredObject, StoreProblem, type UnfinishedUpload } from '#lib/object-store.ts'
import { withRetries } from './attempt.ts'
import type { S3Connection } from './client.ts'
import type { Keys } from './keys.ts'

const pageSize = 1000
/** One pass reads at most 100,000 unfinished uploads. */
const mostPages = 100

/** Keys are URL-encoded, since XML cannot hold control characters. A key that cannot be decoded is not ours. */
const decoded = (key: string | undefined): string => {
  try {
    return decodeURIComponent((key ?? '').replaceAll('+', ' '))
  } catch {
    return ''
  }
}

/** S3 sorts by UTF-8. The check stops an endless loop if a store lists the same page again. */
const requireProgress = (from: string | undefined, to: string): void => {
  if (to === '' || (from !== undefined && Buffer.compare(Buffer.from(to), Buffer.from(from)) <= 0)) {
    throw new StoreProblem('unsupported')
  }
}

export const listObjects = async (
  { client, sdk, bucket: Bucket, deadlines }: S3Connection,
  keys: Keys,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly StoredObject[]> => {
  const found: StoredObject[] = []
  let from = after === undefined ? undefined : keys.full(after)
  while (found.length < limit) {
    const MaxKeys = Math.min(limit - found.length, pageSize)
    const input = { Bucket, Prefix: keys.root, StartAfter: from, MaxKeys, EncodingType: 'url' as const }
    const page = await withRetries(abortSignal => client.send(new sdk.ListObjectsV2Command(input), { abortSignal }), {
      deadlineMs: deadlines.callMs,
    })
    const contents = page.Contents ?? []
    for (const { Key, Size = 0, LastModified } of contents) {
      const objectKey = keys.objectKeyOf(decoded(Key))
      if (objectKey !== undefined && LastModified) {
        found.push({ objectKey, byteSize: Size, modifiedAt: LastModified.getTime() })
      }
    }
    if (!page.IsTruncated) break
    const last = decoded(contents.at(-1)?.Key)
    requireProgress(from, last)
    from = last
  }
  return found.slice(0, limit)
}

export const listUnfinished = async (
  { client, sdk, bucket: Bucket, deadlines }: S3Connection,
  keys: Keys,
): Promise<readonly UnfinishedUpload[]> => {
  const found: UnfinishedUpload[] = []
  let from: { KeyMarker?: string; UploadIdMarker?: string } = {}
  for (let page = 1; page <= mostPages; page++) {
    const input = { Bucket, Prefix: keys.root, MaxUploads: pageSize, EncodingType: 'url' as const, ...from }
    const answer = await withRetries(
      abortSignal => client.send(new sdk.ListMultipartUploadsCommand(input), { abortSignal }),
      { deadlineMs: deadlines.callMs },
    )
    for (const { Key, UploadId, Initiated } of answer.Uploads ?? []) {
      const objectKey = keys.objectKeyOf(decoded(Key))
      if (objectKey === undefined || !UploadId || !Initiated) continue
      found.push({ objectKey, uploadId: UploadId, startedAt: Initiated.getTime() })
    }
    if (!answer.IsTruncated) break
    from = { KeyMarker: decoded(answer.NextKeyMarker), UploadIdMarker: answer.NextUploadIdMarker ?? '' }
  }
  return found
}
