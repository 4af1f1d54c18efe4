import { randomBytes } from 'node:crypto'
import type { Digest } from './digest-thread.ts'

/** How many leading bytes of a staged blob are kept for recognising its type (file-type's sample size). */
export const BLOB_HEAD_BYTES = 4100

/** A fresh random key of 32 hex digits. */
export const newBlobKey = (): string => randomBytes(16).toString('hex')

/** What arrived. */
export interface ReceivedBlob {
  readonly byteSize: number
  /** Lower-case hex SHA-256 of the bytes as they streamed in. */
  readonly sha256: string
  /** The first bytes, at most BLOB_HEAD_BYTES. */
  readonly head: Buffer
}

/** A binding, as far as a node needs it to open the store behind it. */
export interface Place {
  readonly bindingId: string
  readonly kind: 'folder' | 's3'
  readonly encryption: 'none' | 'envelope'
  /** Counts changes of the binding: a store that was opened at another is opened again. */
  readonly revision: number
}

/** The bytes of a file in one place. */
export interface Copy extends Place {
  readonly objectKey: string
  /** The size of the object, which is larger than the file where it is encrypted. */
  readonly storedBytes: number
  /** Of what it is encrypted with; null where it is not. */
  readonly dataKeyId: string | null
  /** Names the bytes for good in a bucket that locks files; null elsewhere. */
  readonly versionId: string | null
  /** Why it is not read: its binding is unavailable, or its bytes were found damaged. */
  readonly barred?: 'unavailable' | Damage | undefined
}

/** What was found of the bytes of a copy, twice. */
export type Damage = 'altered' | 'missing'

/** A durable blob whose stored bytes were read back and equal the received ones. */
export interface StagedBlob extends ReceivedBlob {
  readonly key: string
  readonly copy: Copy
}

/** A blob that may have been stored, in part or whole. */
export interface Leftover {
  readonly key: string
  /** Null for one that a node of the release before staged: it lies in the folder. */
  readonly place: Place | null
  /** Of an upload in parts that had begun. */
  readonly uploadId: string | null
}

export interface ReceiveOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** Called when everything has arrived, before it counts as stored; what it throws ends the upload. */
  readonly check?: ((received: ReceivedBlob) => void | Promise<void>) | undefined
}

export interface PutOptions extends ReceiveOptions {
  readonly place: Place
  /** Called with the identifier of an upload in parts before its first part is sent. */
  readonly begun: (uploadId: string) => Promise<void>
  /** Called when it was sent, and when it was read back. */
  readonly reached?: ((step: 'sent' | 'verified') => void) | undefined
  /** For how many milliseconds it is to be locked from its first moment on, in a bucket that locks files. */
  readonly lockFor?: number | undefined
}

/** What a copy of a file is made for, and how. */
export interface CopyOptions extends Pick<PutOptions, 'place' | 'begun'> {
  /** Fresh, and on record already. */
  readonly objectKey: string
  /** Of the file, as it was accepted. */
  readonly digest: Digest
  readonly signal: AbortSignal
  /** Called with the size of each piece that was read, before the next is: it waits where the rate is limited. */
  readonly pace: (bytes: number) => Promise<void>
  /** Called when the source was read and found right, when it was sent, and when it was read back. */
  readonly reached: (step: 'read' | 'sent' | 'verified') => void
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

/** A copy that was opened. */
export interface OpenedCopy extends BlobReader {
  readonly objectKey: string
}

/**
 * Where attachment bytes live. Keys are random and say nothing about the file.
 * Every call may fail with BlobStoreUnavailable.
 */
export interface BlobStore {
  /**
   * Streams `source` to durable storage under a fresh key, which is on record already, and reads it back; resolves once
   * that is what was written. The chunks are the store's from then on: their memory may be gone. An error of `source` or
   * `check` is thrown as it is; whatever is left after a failure, `remove` removes.
   * @throws BlobTooLarge when more than `maxBytes` arrive; BlobCorrupt when storage returns other bytes.
   */
  put(organizationId: string, key: string, source: AsyncIterable<Buffer>, options: PutOptions): Promise<StagedBlob>
  /** Opens the first of these copies that can be opened. @throws BlobMissing when none is there, BlobDamaged */
  read(organizationId: string, copies: readonly Copy[]): Promise<OpenedCopy>
  /**
   * Copies a file to another place and reads it back there; resolves with the new copy once its digest is that of the
   * file. Whatever is left after a failure, `remove` removes.
   * @throws SourceFailed when `from` cannot be read or has other bytes; BlobCorrupt when the place returns other bytes
   */
  copy(organizationId: string, from: Copy, options: CopyOptions): Promise<Copy>
  /** Reads a copy to its end. @throws BlobCorrupt when it has other bytes, BlobMissing */
  verify(organizationId: string, copy: Copy, options: Pick<CopyOptions, 'digest' | 'pace'>): Promise<void>
  /**
   * Locks a copy until so many milliseconds, or longer where it is locked longer already; resolves with what the place
   * holds it to then. @throws StoreProblem where it holds less
   */
  lock(organizationId: string, copy: Copy, until: number): Promise<number>
  /** How many files this node receives now. */
  readonly receiving: number
  /** Removes the bytes, including those of an interrupted `put` or `copy`; missing ones are no error. @throws BlobLocked */
  remove(organizationId: string, leftover: Leftover): Promise<void>
  /** Says that an upload was refused since this binding is unavailable: it is looked at again, at most once in 10 s. */
  refused(organizationId: string, bindingId: string): void
  /** Removes from this node's disk what uploads of nodes that no longer run have left there. */
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

/** The copy that others are made of cannot be read, or has other bytes; the cause says which. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed'

  constructor(cause: unknown) {
    super('the copy cannot be copied', { cause })
  }
}

/** Nothing is stored under the key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'

  constructor(options?: ErrorOptions) {
    super('the stored file is missing', options)
  }
}

/** Only copies are left that were found damaged. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged'
  readonly damage: Damage

  constructor(damage: Damage) {
    super(`the stored file is ${damage}`)
    this.damage = damage
  }
}

/** Storage returned other bytes than it was given. */
export class BlobCorrupt extends Error {
  override readonly name = 'BlobCorrupt'

  constructor() {
    super('the stored file does not match its digest')
  }
}

/** The store keeps the bytes locked, and removes them for nobody before. */
export class BlobLocked extends Error {
  override readonly name = 'BlobLocked'
  /** Milliseconds. */
  readonly until: number

  constructor(until: number, options?: ErrorOptions) {
    super('the stored file is locked', options)
    this.until = until
  }
}

/** Milliseconds up to which what was to be removed is locked; undefined once it is removed. */
export const unlessLocked = (removal: Promise<void>): Promise<number | undefined> =>
  removal.then(
    () => undefined,
    error => {
      if (error instanceof BlobLocked) return error.until
      throw error
    },
  )

/** Storage cannot be used now: full, read-only, missing or not responding. The message names no path or provider. */
export class BlobStoreUnavailable extends Error {
  override readonly name = 'BlobStoreUnavailable'
  /** Of the binding behind which it is, once that is known. */
  bindingId: string | undefined

  constructor(options?: ErrorOptions) {
    super('file storage is not available', options)
  }
}

/** The binding that takes files was found unavailable and has not been found well since: nothing was tried. */
export class BindingUnavailable extends BlobStoreUnavailable {}
