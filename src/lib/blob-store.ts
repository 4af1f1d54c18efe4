import { randomBytes } from 'node:crypto'
import type { Digest } from './digest-thread.ts'
import type { Slice } from './governor.ts'

/** The number of leading bytes of a staged blob that are kept to recognise its type (file-type's sample size). */
export const BLOB_HEAD_BYTES = 4100

/** A new random key of 32 hex digits. */
export const newBlobKey = (): string => randomBytes(16).toString('hex')

/** The received bytes, summarized. */
export interface ReceivedBlob {
  readonly byteSize: number
  /** Lower-case hex SHA-256 of the bytes as they streamed in. */
  readonly sha256: string
  /** The first bytes, at most BLOB_HEAD_BYTES. */
  readonly head: Buffer
}

/** The part of a binding that a node needs to open the store behind it. */
export interface StoreLocation {
  readonly bindingId: string
  readonly kind: 'folder' | 's3'
  readonly encryption: 'none' | 'envelope'
  /** Counts changes of the binding: a store opened at another revision is reopened. */
  readonly revision: number
}

/** The bytes of a file in one place. */
export interface Copy extends StoreLocation {
  readonly objectKey: string
  /** The size of the object, which is larger than the file if it is encrypted. */
  readonly storedBytes: number
  /** The key that encrypts it; null if it is not encrypted. */
  readonly dataKeyId: string | null
  /** Identifies the bytes permanently in a bucket that locks files; null elsewhere. */
  readonly versionId: string | null
  /** Why the copy is not read: its binding is unavailable, or its bytes were found damaged. */
  readonly barred?: 'unavailable' | Damage | undefined
}

/** The damage of a copy, found twice. */
export type Damage = 'altered' | 'missing'

/** A durable blob whose stored bytes were read back and equal the received ones. */
export interface StagedBlob extends ReceivedBlob {
  readonly key: string
  readonly copy: Copy
}

/** A blob that may have been stored, partly or completely. */
export interface Leftover {
  readonly key: string
  /** Null if a node of the previous release staged it: it is then in the folder. */
  readonly place: StoreLocation | null
  /** Set for a multipart upload that had begun. */
  readonly uploadId: string | null
}

export interface ReceiveOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** Called when all bytes have arrived, before the blob counts as stored; an error ends the upload. */
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

/** The purpose of a copy of a file, and how to make it. */
export interface CopyOptions extends Pick<PutOptions, 'place' | 'begun'> {
  /** New, and already on record. */
  readonly objectKey: string
  /** The digest of the file when it was accepted. */
  readonly digest: Digest
  readonly signal: AbortSignal
  /** Called with the size of each piece read, before the next one is read: it waits if the rate is limited. */
  readonly pace: (bytes: number) => Promise<void>
  /** Runs the work on each piece once it is read: hashing, encrypting and keeping it. */
  readonly slice: Slice
  /** Called when the source was read and verified, when the copy was sent, and when it was read back. */
  readonly reached: (step: 'read' | 'sent' | 'verified') => void
}

/** Stored bytes, in order, with the digest of exactly the returned bytes. */
export interface BlobReader {
  /** The next bytes, undefined at the end. They may change at the next call, so use or copy them before. */
  next(): Promise<Buffer | undefined>
  /** After the end: SHA-256 and number of all bytes returned by `next`. */
  digest(): Digest
  /** Must be called, at any time; a pending `next` then rejects. */
  close(): void
}

/** An opened copy. */
export interface OpenedCopy extends BlobReader {
  readonly objectKey: string
}

/**
 * The storage of attachment bytes. Keys are random and reveal nothing about the file. Every call may fail with
 * BlobStoreUnavailable.
 */
export interface BlobStore {
  /**
   * Streams `source` to durable storage under a new key, which is already on record, and reads it back; resolves once
   * the bytes read equal the bytes written. The chunks then belong to the store, which may release their memory. Errors
   * of `source` and `check` are rethrown unchanged; `remove` removes the leftovers of a failure.
   * @throws BlobTooLarge when more than `maxBytes` arrive; BlobCorrupt when storage returns other bytes.
   */
  put(organizationId: string, key: string, source: AsyncIterable<Buffer>, options: PutOptions): Promise<StagedBlob>
  /** Opens the first of these copies that can be opened. @throws BlobMissing if none exists, BlobDamaged */
  read(organizationId: string, copies: readonly Copy[]): Promise<OpenedCopy>
  /**
   * Copies a file to another place and reads it back there; resolves with the new copy once its digest equals the
   * file's. `remove` removes the leftovers of a failure.
   * @throws SourceFailed when `from` cannot be read or has other bytes; BlobCorrupt when the place returns other bytes
   */
  copy(organizationId: string, from: Copy, options: CopyOptions): Promise<Copy>
  /** Reads a copy to its end. @throws BlobCorrupt if it has other bytes, BlobMissing */
  verify(organizationId: string, copy: Copy, options: Pick<CopyOptions, 'digest' | 'pace'>): Promise<void>
  /**
   * Locks a copy until the given time in milliseconds, or until the later end of an existing lock; resolves with the
   * end of the lock that the place then reports. @throws StoreProblem if that is earlier
   */
  lock(organizationId: string, copy: Copy, until: number): Promise<number>
  /** The number of files that this node is receiving now. */
  readonly receiving: number
  /**
   * Removes the bytes, including those of an interrupted `put` or `copy`; missing ones are no error. @throws BlobLocked
   */
  remove(organizationId: string, leftover: Leftover): Promise<void>
  /**
   * Reports that an upload was rejected because this binding is unavailable: the binding is then probed, at most once
   * in 10 s.
   */
  refused(organizationId: string, bindingId: string): void
  /** Removes leftovers of uploads from this node's disk if their nodes no longer run. */
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

/** The source of a copy cannot be read, or has other bytes; the cause says which. */
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

/** Storage returned other bytes than it received. */
export class BlobCorrupt extends Error {
  override readonly name = 'BlobCorrupt'

  constructor() {
    super('the stored file does not match its digest')
  }
}

/** The store keeps the bytes locked, and removes them for no one before the lock ends. */
export class BlobLocked extends Error {
  override readonly name = 'BlobLocked'
  /** Milliseconds. */
  readonly until: number

  constructor(until: number, options?: ErrorOptions) {
    super('the stored file is locked', options)
    this.until = until
  }
}

/** The end of the lock that prevents a removal, in milliseconds; undefined once the bytes are removed. */
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
  /** The binding behind which the storage is, once that is known. */
  bindingId: string | undefined

  constructor(options?: ErrorOptions) {
    super('file storage is not available', options)
  }
}

/** The binding for new files was found unavailable and has not recovered since: no write was attempted. */
export class BindingUnavailable extends BlobStoreUnavailable {}
