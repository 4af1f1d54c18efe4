import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { second } from '#lib/clock.ts'
import type { Guard } from '#lib/guarded/guard.ts'
import type { RetentionMode } from '#lib/object-store.ts'
import { leftoverAge, probeBytes } from '#src/features/storage/posture/probe.ts'
import { withRetries } from './attempt.ts'
import { connectS3, type S3Access, type S3Connection } from './client.ts'
import { folderOf } from './keys.ts'
import { createLocks, type Locks } from './locks.ts'
import { abortLeftoverUploads, removeLeftoverObjects } from './probe-leftovers.ts'
import { eachVersion } from './versions.ts'

export interface S3Target extends Omit<S3Access, 'deadlines'> {
  /** The lock mode for files under long retention. */
  readonly retention?: RetentionMode
  /** Whether the run removes leftovers of earlier runs. */
  readonly removesLeftovers?: boolean
}

type Call<T> = (connection: S3Connection, abortSignal: AbortSignal) => Promise<T>

/** One run of probes on a bucket. */
export interface S3Probing extends AsyncDisposable {
  readonly settings: S3Access['settings']
  readonly guard: Guard
  now(): number
  /** The prefix of everything that the run writes. */
  readonly folder: string
  readonly bucket: string
  /** Set if the bucket must lock files. */
  readonly locks: Locks | undefined
  sendUnsigned: S3Connection['handler']['sendUnsigned']
  /** @throws StoreProblem */
  call<T>(signal: AbortSignal, work: Call<T>, tries?: number): Promise<T>
  /** Returns a new key; the object under it is removed at the end. */
  key(): string
  /** Uploads an object with `bytes`; random bytes by default. */
  put(signal: AbortSignal, bytes?: Buffer, Key?: string): Promise<{ readonly Key: string; readonly bytes: Buffer }>
  get(
    signal: AbortSignal,
    Key: string,
    options?: { readonly Range?: string; readonly VersionId?: string },
  ): Promise<Buffer>
  /** Returns the public URL of a key, or of the bucket for ''. */
  urlOf(key: string): string
}

const deadlines = { connectMs: 5 * second, stallMs: 8 * second, callMs: 9 * second, sendMs: 9 * second }

const cleanupMs = 5 * second

const probeFolder = '.probata-probe'

const concurrency = 8

/**
 * In buckets with versioning, removes the versions of this run and leftovers of earlier runs. Versions that are still
 * locked are left to a later run.
 */
const removeVersions = async (
  { client, sdk, bucket: Bucket }: S3Connection,
  { prefix, folder }: { readonly prefix: string; readonly folder: string },
  abortSignal: AbortSignal,
) => {
  const latest = Date.now() - leftoverAge
  const versions = eachVersion(marker =>
    client.send(new sdk.ListObjectVersionsCommand({ Bucket, Prefix: prefix, ...marker }), { abortSignal }),
  )
  const work = async () => {
    for await (const { Key, versionId: VersionId, modifiedAt } of versions) {
      if (!Key.startsWith(folder) && (!Key.startsWith(prefix) || modifiedAt > latest)) continue
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key, VersionId }), { abortSignal }).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

export const openS3Probing = async ({
  retention = 'none',
  removesLeftovers = false,
  ...access
}: S3Target): Promise<S3Probing> => {
  const { settings, guard, clock } = access
  const connection = await connectS3({ ...access, deadlines })
  const { bucket: Bucket } = connection
  const prefix = folderOf(settings.prefix, probeFolder)
  const folder = `${prefix}${randomBytes(8).toString('hex')}/`
  const usedKeys: string[] = []

  const call: S3Probing['call'] = (signal, work, tries) =>
    withRetries(abortSignal => work(connection, abortSignal), {
      deadlineMs: deadlines.callMs,
      signal,
      ...(tries !== undefined && { tries }),
    })

  const key = () => {
    const newKey = folder + randomBytes(8).toString('hex')
    usedKeys.push(newKey)
    return newKey
  }

  const removeLeftovers = async (abortSignal: AbortSignal): Promise<void> => {
    const filter = { prefix, before: clock.now() - leftoverAge, abortSignal }
    if (retention === 'none') await removeLeftoverObjects(connection, filter).catch(() => {})
    await abortLeftoverUploads(connection, filter).catch(() => {})
  }

  const remove = (Key: string, signal: AbortSignal) =>
    call(signal, ({ client, sdk }, abortSignal) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
    )

  return {
    settings,
    guard,
    now: () => clock.now(),
    folder,
    bucket: Bucket,
    locks: retention === 'none' ? undefined : createLocks(connection, retention),
    sendUnsigned: connection.handler.sendUnsigned,
    call,
    key,
    async put(signal, bytes = randomBytes(probeBytes), Key = key()) {
      await call(signal, ({ client, sdk }, abortSignal) =>
        client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: bytes }), { abortSignal }),
      )
      return { Key, bytes }
    },
    get: (signal, Key, options = {}) =>
      call(signal, async ({ client, sdk }, abortSignal) => {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key, ...options }), { abortSignal })
        const chunks: Buffer[] = []
        for await (const chunk of Body as Readable) chunks.push(chunk)
        return Buffer.concat(chunks)
      }),
    urlOf(name) {
      const url = new URL(settings.endpoint)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (settings.pathStyle || isIP(host) !== 0) return `${url.origin}/${Bucket}/${name}`
      return `${url.protocol}//${Bucket}.${url.host}/${name}`
    },
    async [Symbol.asyncDispose]() {
      const signal = AbortSignal.timeout(cleanupMs)
      if (retention === 'none') await Promise.all(usedKeys.map(usedKey => remove(usedKey, signal).catch(() => {})))
      else await removeVersions(connection, { prefix, folder }, signal).catch(() => {})
      if (removesLeftovers) await removeLeftovers(signal)
      await connection[Symbol.asyncDispose]()
    },
  }
}
