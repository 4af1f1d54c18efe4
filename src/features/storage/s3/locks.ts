import type { ObjectLockMode } from '@aws-sdk/client-s3'
import { BlobLocked, BlobMissing } from '#lib/blob-store.ts'
import { second } from '#lib/clock.ts'
import { type RetentionMode, StoreProblem } from '#lib/object-store.ts'
import { withRetries } from './attempt.ts'
import type { S3Connection } from './client.ts'
import { isStoreRefusal, storeProblem } from './errors.ts'
import { eachVersion } from './versions.ts'

/** One version of an object, by its full key; null means the current version. */
interface VersionRef {
  readonly Key: string
  readonly versionId: string | null
}

/** The headers that lock an object from the moment it is created. */
export interface LockHeaders {
  readonly ObjectLockMode: ObjectLockMode
  readonly ObjectLockRetainUntilDate: Date
}

export interface Locks {
  headers(until: number): LockHeaders
  /** Returns the version id in a response; null if the bucket has no versions. */
  versionOf(response: { readonly VersionId?: string | undefined }): string | null
  /** Locks a version at least until then; returns the end that the store reports. @throws BlobMissing, StoreProblem */
  extend(version: VersionRef, until: number): Promise<number>
  /** @throws BlobLocked, StoreProblem */
  removeVersions(Key: string): Promise<void>
}

/** Rounds up, because stores keep whole seconds and a lock must not end before the requested time. */
const roundUpToSecond = (time: number): Date => new Date(Math.ceil(time / second) * second)

/** The limit on version ids; no provider has longer ones. */
const maxVersionLength = 1024

const versionOf: Locks['versionOf'] = ({ VersionId }) => {
  if (!VersionId || VersionId === 'null') return null
  if (VersionId.length > maxVersionLength) throw new StoreProblem('unsupported')
  return VersionId
}

/** Manages Object Lock in a bucket. Each lock is read back, because a success response proves nothing. */
export const createLocks = (
  { client, sdk, bucket: Bucket, deadlines }: S3Connection,
  retention: Exclude<RetentionMode, 'none'>,
): Locks => {
  const limits = { deadlineMs: deadlines.callMs }
  const Mode = retention === 'governance' ? 'GOVERNANCE' : 'COMPLIANCE'

  const inputFor = ({ Key, versionId }: VersionRef) => ({
    Bucket,
    Key,
    ...(versionId !== null && { VersionId: versionId }),
  })

  const readLock = async (version: VersionRef) => {
    const send = (abortSignal: AbortSignal) =>
      client.send(new sdk.GetObjectRetentionCommand(inputFor(version)), { abortSignal })
    // The store returns a 404 for an object without a lock.
    const { Retention } = await withRetries(send, limits).catch(error => {
      if (storeProblem(error).code === 'missing') return { Retention: undefined }
      throw error
    })
    return { mode: Retention?.Mode, until: Retention?.RetainUntilDate?.getTime() ?? 0 }
  }

  const extend: Locks['extend'] = async (version, until) => {
    // Only versions can be locked. Swift treats the request as an upload and replaces the file with its body.
    if (version.versionId === null) throw new StoreProblem('unsupported')
    const RetainUntilDate = roundUpToSecond(until)
    const input = { ...inputFor(version), Retention: { Mode, RetainUntilDate }, ChecksumAlgorithm: 'SHA256' } as const
    const put = (abortSignal: AbortSignal) => client.send(new sdk.PutObjectRetentionCommand(input), { abortSignal })
    // The store rejects a lock that is shorter than the current one.
    const refusal: unknown = await withRetries(put, limits).then(
      () => undefined,
      error => error,
    )
    if (refusal !== undefined && !isStoreRefusal(refusal)) throw refusal
    if (refusal !== undefined && storeProblem(refusal).code === 'missing') throw new BlobMissing({ cause: refusal })
    const lock = await readLock(version)
    const isStrong = lock.mode === Mode || lock.mode === 'COMPLIANCE'
    if (isStrong && lock.until >= Math.floor(until / second) * second) return lock.until
    throw refusal ?? new StoreProblem('unsupported')
  }

  const removeVersion = async (Key: string, versionId: string) => {
    const send = (abortSignal: AbortSignal) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket, Key, VersionId: versionId }), { abortSignal })
    try {
      await withRetries(send, limits)
    } catch (error) {
      const { code } = storeProblem(error)
      if (code === 'missing') return
      if (!isStoreRefusal(error)) throw error
      const { until } = await readLock({ Key, versionId }).catch(() => Promise.reject(error))
      throw until > 0 ? new BlobLocked(until, { cause: error }) : error
    }
  }

  return {
    headers: until => ({ ObjectLockMode: Mode, ObjectLockRetainUntilDate: roundUpToSecond(until) }),
    versionOf,
    extend,
    async removeVersions(Key) {
      const list = (input: object) =>
        withRetries(
          abortSignal =>
            client.send(new sdk.ListObjectVersionsCommand({ Bucket, Prefix: Key, ...input }), { abortSignal }),
          limits,
        )
      for await (const version of eachVersion(list))
        if (version.Key === Key) await removeVersion(Key, version.versionId)
    },
  }
}
