import type { S3Connection } from './client.ts'

interface LeftoverFilter {
  /** The prefix of everything that probes write. */
  readonly prefix: string
  /** Newer objects may belong to a run in progress. */
  readonly before: number
  readonly abortSignal: AbortSignal
}

const isLeftover = (
  { prefix, before }: LeftoverFilter,
  key: string | undefined,
  modifiedAt: Date | undefined,
): key is string => key?.startsWith(prefix) === true && modifiedAt !== undefined && modifiedAt.getTime() < before

/** Removes objects of interrupted runs, in buckets without versioning. */
export const removeLeftoverObjects = async (
  { client, sdk, bucket: Bucket }: S3Connection,
  filter: LeftoverFilter,
): Promise<void> => {
  const { prefix: Prefix, abortSignal } = filter
  const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix }), { abortSignal })
  for (const { Key, LastModified } of Contents) {
    if (!isLeftover(filter, Key, LastModified)) continue
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }).catch(() => {})
  }
}

/** Aborts multipart uploads of interrupted runs: lists of objects do not show them, but providers charge for them. */
export const abortLeftoverUploads = async (
  { client, sdk, bucket: Bucket }: S3Connection,
  filter: LeftoverFilter,
): Promise<void> => {
  const { prefix: Prefix, abortSignal } = filter
  const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix }), { abortSignal })
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!isLeftover(filter, Key, Initiated)) continue
    await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal }).catch(() => {})
  }
}
