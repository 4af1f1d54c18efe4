import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { compile } from '#http/validation.ts'
import type { Files } from '#lib/files.ts'
import { lazy } from '#lib/lazy.ts'
import { StoreProblem } from '#lib/object-store.ts'
import { S3CredentialsInput } from '#src/features/storage/bindings/settings.ts'
import { withRetries } from './attempt.ts'
import { connectS3, type S3Access } from './client.ts'
import { storeProblem } from './errors.ts'
import { createLocks } from './locks.ts'
import { signedWith } from './payload.ts'

interface Options extends Omit<S3Access, 'credentials'> {
  /** The operator's file with the credentials, of mode 0600. */
  readonly keyFile: string
  /** How long each object is locked in compliance mode, in milliseconds; undefined for no lock. */
  readonly retainFor: number | undefined
}

const maxBytes = 1024 * 1024

const isCredentials = compile<S3CredentialsInput>(S3CredentialsInput)

const readCredentials = async (path: string): Promise<S3CredentialsInput> => {
  const stats = await stat(path)
  const text = (stats.mode & 0o077) === 0 && stats.size <= maxBytes ? await readFile(path, 'utf8') : ''
  const credentials: unknown = (() => {
    try {
      return JSON.parse(text)
    } catch {
      // The message of JSON.parse can quote the file.
      return undefined
    }
  })()
  if (!isCredentials(credentials)) throw new StoreProblem('credential')
  return credentials
}

/** Stores small objects under their own keys, separate from the files of workspaces. Rejects with StoreProblem. */
export const plainObjects = (options: Options): Files & AsyncDisposable => {
  const { settings, clock, keyFile, retainFor } = options
  const connect = lazy(async () => connectS3({ ...options, credentials: await readCredentials(keyFile) }))
  let isConnected = false
  const connection = () => {
    isConnected = true
    return connect()
  }
  const keyOf = (path: string): string => (settings.prefix ? `${settings.prefix}/${path}` : path)

  return {
    async write(path, bytes, signal) {
      const s3 = await connection()
      const { client, sdk, bucket: Bucket, deadlines } = s3
      const limits = { deadlineMs: deadlines.callMs, signal }
      const Key = keyOf(path)
      const locks = retainFor === undefined ? undefined : createLocks(s3, 'compliance')
      const until = clock.now() + (retainFor ?? 0)
      const digest = hash('sha256', bytes, 'buffer')
      const lockFields = locks && { ...locks.headers(until), ChecksumSHA256: digest.toString('base64') }
      const input = { Bucket, Key, Body: bytes, ContentLength: bytes.length, ...lockFields }
      const put = (abortSignal: AbortSignal) =>
        client.send(signedWith(new sdk.PutObjectCommand(input), digest.toString('hex')), { abortSignal })
      const response = await withRetries(put, limits)
      // A success response does not prove a lock.
      if (locks) await locks.extend({ Key, versionId: locks.versionOf(response) }, until)
    },
    async read(path, signal) {
      const { client, sdk, bucket: Bucket, deadlines } = await connection()
      const get = (abortSignal: AbortSignal) =>
        client.send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(path) }), { abortSignal })
      try {
        const { Body, ContentLength = 0 } = await withRetries(get, { deadlineMs: deadlines.callMs, signal })
        if (!Body || ContentLength > maxBytes) throw new StoreProblem('unsupported')
        return Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (storeProblem(error).code === 'missing') return undefined
        throw storeProblem(error)
      }
    },
    async [Symbol.asyncDispose]() {
      if (isConnected)
        await connect().then(
          s3 => s3[Symbol.asyncDispose](),
          () => undefined,
        )
    },
  }
}
