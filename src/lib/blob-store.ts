import type { Digest } from './digest-thread.ts'

/** How many leading bytes of a staged blob are kept for recognising its type (file-type's sample size). */
export const BLOB_HEAD_BYTES = 4100

/** A durable blob whose stored bytes were read back and equal the received ones. */
export interface StagedBlob {
  readonly key: string
  readonly byteSize: number
  /** Lower-case hex SHA-256 of the bytes as they streamed in, equal to that of the bytes in storage. */
  readonly sha256: string
  /** The first bytes, at most BLOB_HEAD_BYTES. */
  readonly head: Buffer
}

export interface PutOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

/** Stored bytes, in order, with the digest of exactly the bytes that were returned. */
export interface BlobReader {
  /** The next bytes, undefined at the end. They may change at the next call: use or copy them before. */
  next(): Promise<Buffer | undefined>
  /** After the end: SHA-256 and number of all bytes that `next` returned. */
  digest(): Digest
  /** Must be called, at any time; a pending `next` then rejects. */
  close(): void
}

/**
 * Where attachment bytes live. Keys are random and say nothing about the file.
 * Every call may fail with BlobStoreUnavailable.
 */
export interface BlobStore {
  /** A fresh random key; get it before `put`, so that the key is on record before any byte is stored. */
  newKey(): string
  /**
   * Streams `source` to durable storage and reads it back while writing; resolves once both digests agree. The chunks are
   * the store's from then on: their memory may be gone. On any failure nothing is left under the key. An error of `source` is thrown as it is.
   * @throws BlobTooLarge when more than `maxBytes` arrive; BlobCorrupt when storage returns other bytes.
   */
  put(organizationId: string, key: string, source: AsyncIterable<Buffer>, options: PutOptions): Promise<StagedBlob>
  /** Reads the stored bytes. @throws BlobMissing */
  verify(organizationId: string, key: string): Promise<Digest>
  /** Opens the stored bytes. @throws BlobMissing */
  read(organizationId: string, key: string): Promise<BlobReader>
  /** Removes the bytes, including leftovers of an interrupted `put`; a missing key is no error. */
  remove(organizationId: string, key: string): Promise<void>
}

/** More bytes arrived than `maxBytes`. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/** Nothing is stored under the key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'

  constructor(options?: ErrorOptions) {
    super('the stored file is missing', options)
  }
}

/** Storage returned other bytes than it was given. */
export class BlobCorrupt extends Error {
  override readonly name = 'BlobCorrupt'

  constructor() {
    super('the stored file does not match its digest')
  }
}

/** Storage cannot be used now: full, read-only, missing or not responding. The message names no path or provider. */
export class BlobStoreUnavailable extends Error {
  override readonly name = 'BlobStoreUnavailable'

  constructor(options?: ErrorOptions) {
    super('file storage is not available', options)
  }
}
