import type { S3Connection } from './client.ts'

interface Left {
  /** The prefix of everything that probes write. */
  readonly place: string
  /** Newer objects may belong to a run in progress. */
  readonly before: number
  readonly abortSignal: AbortSignal
}

const isLeft = ({ place, before }: Left, key: string | undefined, at: Date | undefined): key is string =>
  key?.startsWith(place) === true && at !== undefined && at.getTime() < before

/** Removes objects of interrupted runs, in buckets without versioning. */
export const removeLeftObjects = async ({ client, sdk, bucket: Bucket }: S3Connection, left: Left): Promise<void> => {
  const { place: Prefix, abortSignal } = left
  const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix }), { abortSignal })
  for (const { Key, LastModified } of Contents) {
    if (!isLeft(left, Key, LastModified)) continue
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }).catch(() => {})
  }
}

/** Aborts multipart uploads of interrupted runs: no list of objects shows them, and they cost money. */
export const abortLeftUploads = async ({ client, sdk, bucket: Bucket }: S3Connection, left: Left): Promise<void> => {
  const { place: Prefix, abortSignal } = left
  const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix }), { abortSignal })
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!isLeft(left, Key, Initiated)) continue
    await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal }).catch(() => {})
  }
}
