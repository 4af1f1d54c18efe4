import { randomBytes } from 'node:crypto'
import type { Digest } from './digest-thread.ts'
import type { Slice } from './governor.ts'

/** The number of leading bytes kept to detect the type of a staged blob (file-type's sample size). */
export const BLOB_HEAD_BYTES = 4100

/** Creates a random key of 32 hex digits. */
export const newBlobKey = (): string => randomBytes(16).toString('hex')

/** A summary of received bytes. */
export interface ReceivedBlob {
  readonly byteSize: number
  /** SHA-256 of the bytes as they arrived, in lower-case hex. */
  readonly sha256: string
  /** The first bytes, at most BLOB_HEAD_BYTES. */
  readonly head: Buffer
}

/** The fields of a binding that a node needs to open its store. */
export interface StoreLocation {
  readonly bindingId: string
  readonly kind: 'folder' | 's3'
  readonly encryption: 'none' | 'envelope'
  /** Increases with each change of the binding; a store that was opened at another revision must be reopened. */
  readonly revision: number
}

/** A stored copy of a file. */
export interface Copy extends StoreLocation {
  readonly objectKey: string
  /** The size of the object, which is larger than the file if it is encrypted. */
  readonly storedBytes: number
  /** The key that encrypts the copy; null if it is not encrypted. */
  readonly dataKeyId: string | null
  /** The object version in a bucket that locks files; null in other stores. */
  readonly versionId: string | null
  /** The reason why the copy must not be read: its binding is unavailable, or its bytes were found damaged. */
  readonly unreadableReason?: 'unavailable' | Damage | undefined
}

/** The damage to a copy, confirmed by a second read. */
export type Damage = 'altered' | 'missing'

/** A durably stored blob whose bytes were read back and equal the received ones. */
export interface StagedBlob extends ReceivedBlob {
  readonly key: string
  readonly copy: Copy
}

/** A blob that may have been stored, partly or completely. */
export interface Leftover {
  readonly key: string
  /** Null if a node of the previous release staged the blob, which is then in the folder. */
  readonly place: StoreLocation | null
  /** The id of a multipart upload, if one was started. */
  readonly uploadId: string | null
}

export interface ReceiveOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** Called when all bytes have arrived, before the blob counts as stored; an error aborts the upload. */
  readonly check?: ((received: ReceivedBlob) => void | Promise<void>) | undefined
}

export interface PutOptions extends ReceiveOptions {
  readonly place: StoreLocation
  /** Called with the identifier of a multipart upload before its first part is sent. */
  readonly begun: (uploadId: string) => Promise<void>
  /** Called when the bytes were sent, and when they were read back. */
  readonly reached?: ((step: 'sent' | 'verified') => void) | undefined
  /** The duration of the initial lock in milliseconds, in a bucket that locks files. */
  readonly lockFor?: number | undefined
}

export interface CopyOptions extends Pick<PutOptions, 'place' | 'begun'> {
  /** A new key, which is already recorded. */
  readonly objectKey: string
  /** The digest of the file at acceptance. */
  readonly digest: Digest
  readonly signal: AbortSignal
  /** Called with the size of each piece, before the next one is read; waits if the rate is limited. */
  readonly pace: (bytes: number) => Promise<void>
  /** Runs the work on each piece that was read: hashing, encrypting and storing it. */
  readonly slice: Slice
  /** Called when the source was read and verified, when the copy was sent, and when it was read back. */
  readonly reached: (step: 'read' | 'sent' | 'verified') => void
}

/** Reads stored bytes in order, and computes a digest of exactly the bytes that it returns. */
export interface BlobReader {
  /** Returns the next bytes, undefined at the end. They may change at the next call, so use or copy them first. */
  next(): Promise<Buffer | undefined>
  /** Returns, after the end, the SHA-256 and the number of all bytes that `next` has returned. */
  digest(): Digest
  /** Must be called once, at any time; a pending `next` then rejects. */
  close(): void
}

/** An opened copy. */
export interface OpenedCopy extends BlobReader {
  readonly objectKey: string
}

/**
 * Stores attachment bytes. Keys are random and reveal nothing about the file. Every method may throw
 * BlobStoreUnavailable.
 */
export interface BlobStore {
  /**
   * Streams `source` to durable storage under a new, already recorded key, and reads it back. Resolves once the bytes
   * read equal the bytes written. The chunks then belong to the store, which may release their memory. Errors from
   * `source` and `check` are rethrown unchanged; `remove` removes the leftovers of a failure.
   * @throws BlobTooLarge if more than `maxBytes` arrive; BlobCorrupt if storage returns different bytes
   */
  put(organizationId: string, key: string, source: AsyncIterable<Buffer>, options: PutOptions): Promise<StagedBlob>
  /** Opens the first copy that can be opened. @throws BlobMissing if none exists, BlobDamaged */
  read(organizationId: string, copies: readonly Copy[]): Promise<OpenedCopy>
  /**
   * Copies a file to another location and reads it back there. Resolves with the new copy once its digest equals the
   * file's. `remove` removes the leftovers of a failure.
   * @throws SourceFailed if `from` cannot be read or has different bytes; BlobCorrupt if the location returns different
   * bytes
   */
  copy(organizationId: string, from: Copy, options: CopyOptions): Promise<Copy>
  /** Reads a copy to its end. @throws BlobCorrupt if it has different bytes, BlobMissing */
  verify(organizationId: string, copy: Copy, options: Pick<CopyOptions, 'digest' | 'pace'>): Promise<void>
  /**
   * Locks a copy at least until the given time in milliseconds; an existing lock that ends later stays. Resolves with
   * the end of the lock that the store then reports. @throws StoreProblem if that is earlier than the given time
   */
  lock(organizationId: string, copy: Copy, until: number): Promise<number>
  /** The number of files that this node is receiving now. */
  readonly receiving: number
  /**
   * Removes the bytes, including those of an interrupted `put` or `copy`. Missing bytes are not an error. @throws
   * BlobLocked
   */
  remove(organizationId: string, leftover: Leftover): Promise<void>
  /**
   * Reports that an upload was rejected because this binding is unavailable. The binding is then probed, at most once
   * in 10 s.
   */
  refused(organizationId: string, bindingId: string): void
  /** Removes from this node's disk the leftovers of uploads whose nodes no longer run. */
  tidy(running: ReadonlySet<string>): Promise<void>
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

/** The source of a copy cannot be read or has different bytes, according to the cause. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed'

  constructor(cause: unknown) {
    super('the copy cannot be copied', { cause })
  }
}

/** No bytes are stored under the key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'

  constructor(options?: ErrorOptions) {
    super('the stored file is missing', options)
  }
}

/** All remaining copies were found damaged. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged'
  readonly damage: Damage

  constructor(damage: Damage) {
    super(`the stored file is ${damage}`)
    this.damage = damage
  }
}

/** Storage returned bytes that differ from the ones it received. */
export class BlobCorrupt extends Error {
  override readonly name = 'BlobCorrupt'

  constructor() {
    super('the stored file does not match its digest')
  }
}

/** The bytes are locked and cannot be removed before the lock ends. */
export class BlobLocked extends Error {
  override readonly name = 'BlobLocked'
  /** The end of the lock in milliseconds. */
  readonly until: number

  constructor(until: number, options?: ErrorOptions) {
    super('the stored file is locked', options)
    this.until = until
  }
}

/** Resolves with undefined if the bytes were removed, or with the end of the lock that prevents it, in milliseconds. */
export const unlessLocked = (removal: Promise<void>): Promise<number | undefined> =>
  removal.then(
    () => undefined,
    error => {
      if (error instanceof BlobLocked) return error.until
      throw error
    },
  )

/** Storage is currently unusable: full, read-only, missing or not responding. The message names no path or provider. */
export class BlobStoreUnavailable extends Error {
  override readonly name = 'BlobStoreUnavailable'
  /** The binding of the storage, once it is known. */
  bindingId: string | undefined

  constructor(options?: ErrorOptions) {
    super('file storage is not available', options)
  }
}

/** The binding for new files was found unavailable and has not recovered, so no write was attempted. */
export class BindingUnavailable extends BlobStoreUnavailable {}
