import { type StoredObject, StoreProblem, type UnfinishedUpload } from '#lib/object-store.ts'
import { withRetries } from './attempt.ts'
import type { S3Connection } from './client.ts'
import type { Keys } from './keys.ts'

const pageSize = 1000
/** The limit on pages of one list: 100,000 unfinished uploads. */
const maxPages = 100

/** Decodes a key, which is URL-encoded because XML cannot contain control characters; empty if it is malformed. */
const decodeKey = (key: string | undefined): string => {
  try {
    return decodeURIComponent((key ?? '').replaceAll('+', ' '))
  } catch {
    return ''
  }
}

/** Throws if a page does not end after the marker, to prevent an endless loop. S3 sorts by UTF-8 bytes. */
const requireProgress = (marker: string | undefined, to: string): void => {
  if (to === '' || (marker !== undefined && Buffer.compare(Buffer.from(to), Buffer.from(marker)) <= 0)) {
    throw new StoreProblem('unsupported')
  }
}

export const listObjects = async (
  { client, sdk, bucket: Bucket, deadlines }: S3Connection,
  keys: Keys,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly StoredObject[]> => {
  const objects: StoredObject[] = []
  let marker = after === undefined ? undefined : keys.full(after)
  while (objects.length < limit) {
    const MaxKeys = Math.min(limit - objects.length, pageSize)
    const input = { Bucket, Prefix: keys.root, StartAfter: marker, MaxKeys, EncodingType: 'url' as const }
    const page = await withRetries(abortSignal => client.send(new sdk.ListObjectsV2Command(input), { abortSignal }), {
      deadlineMs: deadlines.callMs,
    })
    const contents = page.Contents ?? []
    for (const { Key, Size = 0, LastModified } of contents) {
      const objectKey = keys.objectKeyOf(decodeKey(Key))
      if (objectKey !== undefined && LastModified) {
        objects.push({ objectKey, byteSize: Size, modifiedAt: LastModified.getTime() })
      }
    }
    if (!page.IsTruncated) break
    const last = decodeKey(contents.at(-1)?.Key)
    requireProgress(marker, last)
    marker = last
  }
  return objects.slice(0, limit)
}

export const listUnfinished = async (
  { client, sdk, bucket: Bucket, deadlines }: S3Connection,
  keys: Keys,
): Promise<readonly UnfinishedUpload[]> => {
  const uploads: UnfinishedUpload[] = []
  let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}
  for (let page = 1; page <= maxPages; page++) {
    const input = { Bucket, Prefix: keys.root, MaxUploads: pageSize, EncodingType: 'url' as const, ...marker }
    const response = await withRetries(
      abortSignal => client.send(new sdk.ListMultipartUploadsCommand(input), { abortSignal }),
      { deadlineMs: deadlines.callMs },
    )
    for (const { Key, UploadId, Initiated } of response.Uploads ?? []) {
      const objectKey = keys.objectKeyOf(decodeKey(Key))
      if (objectKey === undefined || !UploadId || !Initiated) continue
      uploads.push({ objectKey, uploadId: UploadId, startedAt: Initiated.getTime() })
    }
    if (!response.IsTruncated) break
    marker = { KeyMarker: decodeKey(response.NextKeyMarker), UploadIdMarker: response.NextUploadIdMarker ?? '' }
  }
  return uploads
}
