import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { PART_BYTES, type SpooledFile } from '#lib/object-store.ts'

interface Sendable {
  readonly middlewareStack: Pick<S3Client['middlewareStack'], 'add'>
}

/**
 * Signs a command with the known digest of its body, so that the body can be streamed and the store rejects an altered
 * one. x-amz-checksum-sha256 is not reliable: Swift 2.30 and RGW 16 accept a wrong value.
 */
export const signedWith = <C extends object>(command: C, sha256: string): C => {
  const { middlewareStack } = command as C & Sendable
  middlewareStack.add(
    next => args => {
      const { request } = args
      if (typeof request === 'object' && request !== null && 'headers' in request) {
        Object.assign(Object(request.headers), { 'x-amz-content-sha256': sha256 })
      }
      return next(args)
    },
    { step: 'build', name: 'knownPayload' },
  )
  return command
}

export interface UploadPart {
  /** Starts at 1. */
  readonly number: number
  readonly sha256: string
  readonly byteSize: number
  /** Opens the bytes of the part from its start; may be called repeatedly. */
  body(): Readable | Buffer
}

const chunkBytes = 128 * 1024

/**
 * Describes the parts of a file. Each part opens the file itself: undici closes a stream after reading it, which would
 * close all streams of a shared handle.
 */
export const partsOf = ({ path, bytes, parts, byteSize: total }: SpooledFile): readonly UploadPart[] => {
  const [sha256 = ''] = parts
  if (bytes) return [{ number: 1, sha256, byteSize: total, body: () => bytes }]
  return parts.map((sha256, index) => {
    const start = index * PART_BYTES
    const byteSize = Math.min(PART_BYTES, total - start)
    const range = { start, end: start + byteSize - 1, highWaterMark: chunkBytes }
    return {
      number: index + 1,
      sha256,
      byteSize,
      body: () => (byteSize > 0 ? createReadStream(path, range) : Readable.from([])),
    }
  })
}

/** Provides the bytes of a part while `send` runs. The file is closed even if `send` ends early. */
export const withBody = async <T>(part: UploadPart, send: (body: Readable | Buffer) => Promise<T>): Promise<T> => {
  const body = part.body()
  if (Buffer.isBuffer(body)) return send(body)
  body.on('error', () => {})
  try {
    return await send(body)
  } finally {
    body.destroy()
  }
}
