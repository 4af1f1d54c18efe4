import { type SendOptions, type Sent, type SpooledFile, StoreProblem } from '#lib/object-store.ts'
import { withRetries } from './attempt.ts'
import type { S3Connection } from './client.ts'
import { storeCodeOf } from './errors.ts'
import type { Locks } from './locks.ts'
import { partsOf, signedWith, type UploadPart, withBody } from './payload.ts'
import type { Slots } from './slots.ts'

interface SendTarget extends S3Connection {
  /** The full key. */
  readonly key: string
  /** Limits the parts that this node sends to a binding at once, so that half of its connections serve other calls. */
  readonly slots: Slots
  /** Set if the store locks files. */
  readonly locks: Locks | undefined
  now(): number
}

/** A locked file is sent with its checksum, which Amazon requires. */
interface LockableTarget extends SendTarget {
  readonly until: number | undefined
}

interface Upload extends LockableTarget {
  readonly uploadId: string
}

const partsInFlight = 4

const type = 'application/octet-stream'

const checksumOf = ({ until }: LockableTarget, { sha256 }: UploadPart) =>
  until === undefined ? {} : { ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64') }

const lockOf = ({ locks, until }: LockableTarget) => (until === undefined ? {} : locks?.headers(until))

const sendWhole = (target: LockableTarget, part: UploadPart, signal: AbortSignal | undefined) => {
  const { client, sdk, bucket: Bucket, key: Key, slots, deadlines } = target
  const put = (abortSignal: AbortSignal) =>
    withBody(part, Body => {
      const lock = { ...lockOf(target), ...checksumOf(target, part) }
      const input = { Bucket, Key, Body, ContentLength: part.byteSize, ContentType: type, ...lock }
      return client.send(signedWith(new sdk.PutObjectCommand(input), part.sha256), { abortSignal })
    })
  return slots(() => withRetries(put, { deadlineMs: deadlines.sendMs, signal }), signal)
}

const sendPart = async (upload: Upload, part: UploadPart, signal: AbortSignal) => {
  const { client, sdk, bucket: Bucket, key: Key, uploadId: UploadId, slots, deadlines } = upload
  const checksum = checksumOf(upload, part)
  const put = (abortSignal: AbortSignal) =>
    withBody(part, Body => {
      const partInput = { Bucket, Key, UploadId, PartNumber: part.number }
      const command = new sdk.UploadPartCommand({ ...partInput, ...checksum, Body, ContentLength: part.byteSize })
      return client.send(signedWith(command, part.sha256), { abortSignal })
    })
  const { ETag } = await slots(() => withRetries(put, { deadlineMs: deadlines.sendMs, signal }), signal)
  if (!ETag) throw new StoreProblem('unsupported')
  return { PartNumber: part.number, ETag, ...checksum }
}

/** Sends all parts, several at a time, and returns them in order; the first failure aborts the remaining parts. */
const sendParts = async (upload: Upload, parts: readonly UploadPart[], signal: AbortSignal | undefined) => {
  const failed = new AbortController()
  const anySignal = signal ? AbortSignal.any([failed.signal, signal]) : failed.signal
  const remaining = parts.values()
  const sent: Awaited<ReturnType<typeof sendPart>>[] = []
  const work = async () => {
    for (const part of remaining) sent.push(await sendPart(upload, part, anySignal))
  }
  const workers = Array.from({ length: partsInFlight }, () =>
    work().catch(error => {
      if (!failed.signal.aborted) failed.abort(error)
    }),
  )
  await Promise.all(workers)
  anySignal.throwIfAborted()
  return sent.toSorted((a, b) => a.PartNumber - b.PartNumber)
}

const beginUpload = async (target: LockableTarget, signal: AbortSignal | undefined) => {
  const { client, sdk, bucket: Bucket, key: Key, deadlines, until } = target
  const lock = until === undefined ? {} : { ...lockOf(target), ChecksumAlgorithm: 'SHA256' as const }
  const create = (abortSignal: AbortSignal) =>
    client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key, ContentType: type, ...lock }), { abortSignal })
  const { UploadId } = await withRetries(create, { deadlineMs: deadlines.callMs, signal })
  if (!UploadId) throw new StoreProblem('unsupported')
  return UploadId
}

/**
 * Completes an upload. If an earlier response was lost, the store reports that no such upload exists, so the object
 * itself decides.
 */
const completeUpload = async (
  { client, sdk, bucket: Bucket, key: Key, uploadId: UploadId, deadlines }: Upload,
  Parts: Awaited<ReturnType<typeof sendParts>>,
  { byteSize, signal }: { byteSize: number; signal: AbortSignal | undefined },
) => {
  const limits = { deadlineMs: deadlines.callMs, signal }
  const finish = (abortSignal: AbortSignal) =>
    client.send(new sdk.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }), {
      abortSignal,
    })
  const head = (abortSignal: AbortSignal) => client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal })
  try {
    return await withRetries(finish, limits)
  } catch (error) {
    signal?.throwIfAborted()
    if (storeCodeOf(error) !== 'missing') throw error
    const object = await withRetries(head, limits)
    if (object.ContentLength !== byteSize) throw error
    return object
  }
}

/** Tries once to abort an upload. If that fails, `sweep-stored-orphans` aborts it later. */
const abortUpload = async ({ client, sdk, bucket: Bucket, key: Key, uploadId: UploadId, deadlines }: Upload) => {
  const abort = (abortSignal: AbortSignal) =>
    client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal })
  await withRetries(abort, { deadlineMs: deadlines.connectMs, tries: 1 }).catch(() => {})
}

const noResponse: ReadonlySet<string> = new Set(['unreachable', 'slow'])

const sendInParts = async (
  target: LockableTarget,
  file: SpooledFile,
  parts: readonly UploadPart[],
  options: SendOptions,
) => {
  const { signal, begun } = options
  const upload = { ...target, uploadId: await beginUpload(target, signal) }
  try {
    await begun?.(upload.uploadId)
    const sent = await sendParts(upload, parts, signal)
    return await completeUpload(upload, sent, { byteSize: file.byteSize, signal })
  } catch (error) {
    if (!noResponse.has(storeCodeOf(error))) await abortUpload(upload)
    throw error
  }
}

/** Sends a file in one piece if it has one part, and in parts otherwise, each streamed from the disk. */
export const putFile = async (destination: SendTarget, file: SpooledFile, options: SendOptions): Promise<Sent> => {
  const parts = partsOf(file)
  const [first, ...furtherParts] = parts
  if (!first) throw new Error('a file has at least one part')
  const isLocked = destination.locks !== undefined && options.lockFor !== undefined
  const target = { ...destination, until: isLocked ? destination.now() + options.lockFor : undefined }
  const response =
    furtherParts.length === 0
      ? await sendWhole(target, first, options.signal)
      : await sendInParts(target, file, parts, options)
  return { versionId: destination.locks?.versionOf(response) ?? null }
}
