import { createHash, randomBytes } from 'node:crypto'
import { minute, second } from '#lib/clock.ts'
import { StoreProblem } from '#lib/object-store.ts'
import { failed, type Probe, passedIf } from '#src/features/storage/posture/probe.ts'
import { isStoreRefusal, storeProblem } from './errors.ts'
import type { S3Probing } from './probing.ts'

type Run = Probe<S3Probing>['run']

/** The minimum size of a part, except the last. */
const partBytes = 5 * 1024 * 1024

const multipart: Run = async ({ call, key, get, bucket: Bucket }, signal) => {
  const Key = key()
  const bytes = randomBytes(partBytes + 1000)
  const bodies = [bytes.subarray(0, partBytes), bytes.subarray(partBytes)]
  await call(signal, async ({ client, sdk }, abortSignal) => {
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal })
    const Parts = await Promise.all(
      bodies.map(async (Body, index) => {
        const part = new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber: index + 1, Body })
        const { ETag } = await client.send(part, { abortSignal })
        return { ETag, PartNumber: index + 1 }
      }),
    )
    const complete = { Bucket, Key, UploadId, MultipartUpload: { Parts } }
    await client.send(new sdk.CompleteMultipartUploadCommand(complete), { abortSignal })
  })
  return passedIf(bytes.equals(await get(signal, Key)), 'altered')
}

/** Tests that uploads can be aborted: lists of objects do not show them, but they take space until then. */
const abort: Run = async ({ call, key, bucket: Bucket }, signal) => {
  const Key = key()
  const isListed = async (id: string | undefined) => {
    const { Uploads = [] } = await call(signal, ({ client, sdk }, abortSignal) =>
      client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: Key }), { abortSignal }),
    )
    return Uploads.some(upload => upload.UploadId === id)
  }
  const { UploadId } = await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal }),
  )
  const before = await isListed(UploadId)
  await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal }),
  )
  return passedIf(before && !(await isListed(UploadId)), 'unsupported')
}

/** Tests that the store rejects a body that was altered after signing. */
const payloadCheck: Run = async ({ call, key, bucket: Bucket }, signal) => {
  const Key = key()
  const Body = randomBytes(1000)
  const put = call(
    signal,
    ({ client, sdk }, abortSignal) => {
      const command = new sdk.PutObjectCommand({ Bucket, Key, Body })
      command.middlewareStack.add(
        next => args => {
          const altered = Buffer.from(Body)
          altered[5] = (altered[5] ?? 0) ^ 1
          Object.assign(Object(args.request), { body: altered })
          return next(args)
        },
        { step: 'finalizeRequest', priority: 'low', name: 'alterPayload' },
      )
      return client.send(command, { abortSignal })
    },
    1,
  )
  return put.then(() => failed('altered'), passedIfRefused)
}

/** Passes only if the store itself rejected the request. */
const passedIfRefused = (error: unknown) => passedIf(isStoreRefusal(error), storeProblem(error).code)

const versioning: Run = async (probing, signal) => {
  const { call, key, get, bucket: Bucket } = probing
  const Key = key()
  const bodies = [randomBytes(100), randomBytes(100)]
  const versions: string[] = []
  for (const Body of bodies) {
    const { VersionId } = await call(signal, ({ client, sdk }, abortSignal) =>
      client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }), { abortSignal }),
    )
    if (!VersionId || VersionId === 'null') return failed('unsupported')
    versions.push(VersionId)
  }
  const read = await Promise.all(versions.map(VersionId => get(signal, Key, { VersionId })))
  if (!bodies.every((body, index) => read[index]?.equals(body))) return failed('altered')
  return checkRemoval(probing, { Key, VersionId: versions[0] ?? '' }, signal)
}

/** Tests that a version without a lock can be removed; otherwise a missing permission would look like a lock. */
const checkRemoval = async (
  { call, get, bucket: Bucket }: S3Probing,
  { Key, VersionId }: { readonly Key: string; readonly VersionId: string },
  signal: AbortSignal,
) => {
  await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.DeleteObjectCommand({ Bucket, Key, VersionId }), { abortSignal }),
  )
  return get(signal, Key, { VersionId }).then(
    () => failed('unsupported'),
    error => passedIf(storeProblem(error).code === 'missing', storeProblem(error).code),
  )
}

/** Locks an object for a minute, then for a little longer; a later run removes it. */
const lock: Run = async ({ call, key, get, locks, bucket: Bucket, now }, signal) => {
  if (!locks) throw new StoreProblem('unsupported')
  const Key = key()
  const Body = randomBytes(1)
  const until = now() + minute
  const ChecksumSHA256 = createHash('sha256').update(Body).digest('base64')
  const response = await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ChecksumSHA256, ...locks.headers(until) }), {
      abortSignal,
    }),
  )
  const VersionId = locks.versionOf(response)
  if (VersionId === null) throw new StoreProblem('unsupported')
  await locks.extend({ Key, versionId: VersionId }, until + 10 * second)
  const refusal = await call(signal, ({ client, sdk }, abortSignal) =>
    client.send(new sdk.DeleteObjectCommand({ Bucket, Key, VersionId }), { abortSignal }),
  ).then(() => failed('unsupported'), passedIfRefused)
  if (refusal.outcome !== 'passed') return refusal
  return passedIf(Body.equals(await get(signal, Key, { VersionId })), 'altered')
}

export const advancedProbes: readonly Probe<S3Probing>[] = [
  { name: 'multipart', required: 'always', run: multipart },
  { name: 'abort', required: 'always', run: abort },
  { name: 'payload-check', required: 'always', run: payloadCheck },
  { name: 'versioning', required: 'retention', run: versioning },
  { name: 'lock', required: 'retention', run: lock },
]
