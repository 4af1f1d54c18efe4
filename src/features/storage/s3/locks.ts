import type { ObjectLockMode } from '@aws-sdk/client-s3'
import { BlobLocked, BlobMissing } from '#lib/blob-store.ts'
import { second } from '#lib/clock.ts'
import { type RetentionMode, StoreProblem } from '#lib/object-store.ts'
import { withRetries } from './attempt.ts'
import type { S3Connection } from './client.ts'
import { refusedWith, storeProblem } from './errors.ts'
import { eachVersion } from './versions.ts'

/** One version of an object, by its full key; null means the current version. */
interface Locked {
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
  versionOf(answer: { readonly VersionId?: string | undefined }): string | null
  /** Locks a version at least until then; returns the end that the store reports. @throws BlobMissing, StoreProblem */
  extend(locked: Locked, until: number): Promise<number>
  /** @throws BlobLocked, StoreProblem */
  removeVersions(Key: string): Promise<void>
}

/** Stores keep whole seconds: a lock never ends before the requested time. */
const wholeSecond = (at: number): Date => new Date(Math.ceil(at / second) * second)

/** No provider has longer version ids. */
const longestVersion = 1024

const versionOf: Locks['versionOf'] = ({ VersionId }) => {
  if (!VersionId || VersionId === 'null') return null
  if (VersionId.length > longestVersion) throw new StoreProblem('unsupported')
  return VersionId
}

/** Manages Object Lock in a bucket. Each lock is read back, because a success response proves nothing. */
export const createLocks = (
  { client, sdk, bucket: Bucket, deadlines }: S3Connection,
  retention: Exclude<RetentionMode, 'none'>,
): Locks => {
  const limits = { deadlineMs: deadlines.callMs }
  const Mode = retention === 'governance' ? 'GOVERNANCE' : 'COMPLIANCE'

  const named = ({ Key, versionId }: Locked) => ({ Bucket, Key, ...(versionId !== null && { VersionId: versionId }) })

  const heldOf = async (locked: Locked) => {
    const ask = (abortSignal: AbortSignal) =>
      client.send(new sdk.GetObjectRetentionCommand(named(locked)), { abortSignal })
    // The response for an object without a lock is 404.
    const { Retention } = await withRetries(ask, limits).catch(error => {
      if (storeProblem(error).code === 'missing') return { Retention: undefined }
      throw error
    })
    return { mode: Retention?.Mode, until: Retention?.RetainUntilDate?.getTime() ?? 0 }
  }

  const extend: Locks['extend'] = async (locked, until) => {
    // Only versions can be locked. Swift treats the request as an upload and replaces the file with its body.
    if (locked.versionId === null) throw new StoreProblem('unsupported')
    const RetainUntilDate = wholeSecond(until)
    const input = { ...named(locked), Retention: { Mode, RetainUntilDate }, ChecksumAlgorithm: 'SHA256' } as const
    const put = (abortSignal: AbortSignal) => client.send(new sdk.PutObjectRetentionCommand(input), { abortSignal })
    // The store rejects a lock that is shorter than the current one.
    const refusal: unknown = await withRetries(put, limits).then(
      () => undefined,
      error => error,
    )
    if (refusal !== undefined && !refusedWith(refusal)) throw refusal
    if (refusal !== undefined && storeProblem(refusal).code === 'missing') throw new BlobMissing({ cause: refusal })
    const held = await heldOf(locked)
    const isStrong = held.mode === Mode || held.mode === 'COMPLIANCE'
    if (isStrong && held.until >= Math.floor(until / second) * second) return held.until
    throw refusal ?? new StoreProblem('unsupported')
  }

  const removeVersion = async (Key: string, versionId: string) => {
    const ask = (abortSignal: AbortSignal) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket, Key, VersionId: versionId }), { abortSignal })
    try {
      await withRetries(ask, limits)
    } catch (error) {
      const { code } = storeProblem(error)
      if (code === 'missing') return
      if (!refusedWith(error)) throw error
      const { until } = await heldOf({ Key, versionId }).catch(() => Promise.reject(error))
      throw until > 0 ? new BlobLocked(until, { cause: error }) : error
    }
  }

  return {
    headers: until => ({ ObjectLockMode: Mode, ObjectLockRetainUntilDate: wholeSecond(until) }),
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
