import { BlobStoreUnavailable, type StoreLocation } from './blob-store.ts'
import type { Sentence } from './sentence.ts'

/** The size of the parts in which files are sent; only the last part may be shorter. Every store accepts this size. */
export const PART_BYTES = 8 * 1024 * 1024

/** The reasons for a store's failure. Nothing else from a provider's response reaches callers, logs or records. */
export const storeCodes = Object.freeze([
  'unreachable',
  'refused_address',
  'tls',
  'clock',
  'credential',
  'forbidden',
  'no_bucket',
  'slow',
  'altered',
  'missing',
  'full',
  'unsupported',
] as const)

export type StoreCode = (typeof storeCodes)[number]

/**
 * A store is currently unusable, or rejects a request. The provider's message is only in the cause, which no response
 * or record contains.
 */
export class StoreProblem extends BlobStoreUnavailable {
  readonly code: StoreCode

  constructor(code: StoreCode, options?: ErrorOptions) {
    super(options)
    this.code = code
  }
}

/**
 * Whether files that must be retained are locked in the bucket. With `governance`, a principal with a special
 * permission may lift a lock; with `compliance`, no one may.
 */
export const retentionModes = Object.freeze(['none', 'governance', 'compliance'] as const)

export type RetentionMode = (typeof retentionModes)[number]

/** A complete file on this node, ready to send, already encrypted if the binding requires it. */
export interface SpooledFile {
  readonly path: string
  /** The bytes of a small file, which is not written to the path. */
  readonly bytes?: Buffer | undefined
  readonly byteSize: number
  /** The SHA-256 of each part of PART_BYTES, in order, in lower-case hex; an empty file has one. */
  readonly parts: readonly string[]
}

export interface SendOptions {
  /** Called with the identifier of a multipart upload before its first part is sent; an error aborts the upload. */
  readonly begun?: (uploadId: string) => Promise<void>
  /** The duration of the initial lock in milliseconds, if the store locks files. */
  readonly lockFor?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The result of storing a file. */
export interface Sent {
  /** The version with these bytes if the store locks files, even if the key later gets other bytes. */
  readonly versionId: string | null
}

/** An object, or one version of an object. */
export interface ObjectName {
  readonly objectKey: string
  readonly versionId: string | null
}

/** A range of bytes, from the offset `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Bytes that arrive in order. Each buffer is valid only until the next step. */
export interface ObjectBytes extends AsyncIterable<Buffer>, AsyncDisposable {
  /** The total size of the bytes. */
  readonly byteSize: number
}

export interface StoredObject {
  readonly objectKey: string
  readonly byteSize: number
  /** The time in milliseconds, by the clock of the store. */
  readonly modifiedAt: number
}

/** A multipart upload that was neither completed nor aborted. It takes space, although no list of objects shows it. */
export interface UnfinishedUpload {
  readonly objectKey: string
  readonly uploadId: string
  readonly startedAt: number
}

/**
 * The storage for the files of one organization: a folder or a bucket. An object key is 32 random lower-case hex
 * digits, never reused. Callers read sent bytes back, because a provider's confirmation is not trusted. Every method
 * may throw StoreProblem.
 */
export interface ObjectStore extends AsyncDisposable {
  /** Stores the file. A failure may leave a multipart upload, which `unfinished` lists. */
  send(objectKey: string, file: SpooledFile, options?: SendOptions): Promise<Sent>
  /** Opens all bytes of an object, or a range of its bytes. @throws BlobMissing */
  read(
    objectKey: string,
    options?: { readonly range?: ByteRange; readonly versionId?: string | null; readonly signal?: AbortSignal },
  ): Promise<ObjectBytes>
  /**
   * Removes an object, with all its versions if the store locks files. A missing object is not an error.
   * @throws BlobLocked
   */
  remove(objectKey: string): Promise<void>
  /**
   * Locks an object at least until the given time in milliseconds; an existing lock that ends later stays. Resolves
   * with the end of the lock that the store then reports. @throws BlobMissing
   */
  lock(object: ObjectName, until: number): Promise<number>
  /** Lists objects after `after` in key order. Skips objects whose keys are not 32 hex digits. */
  list(options: { readonly after?: string | undefined; readonly limit: number }): Promise<readonly StoredObject[]>
  unfinished(): Promise<readonly UnfinishedUpload[]>
  /** Removes the parts of an unfinished upload. A missing upload is not an error. */
  abort(upload: Pick<UnfinishedUpload, 'objectKey' | 'uploadId'>): Promise<void>
}

/** The settings of an S3 binding, which an administrator enters. */
export interface S3Settings {
  /** `https://host[:port]`; http only if PROBATA_STORAGE_ALLOW includes the address. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** The prefix of every key, without a slash at either end. */
  readonly prefix?: string | undefined
  readonly pathStyle?: boolean | undefined
}

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The result of a probe; `unknown` if the provider's response proves neither success nor failure. */
export type ProbeOutcome = 'passed' | 'failed' | 'unknown'

export interface ProbeResult {
  readonly probe: string
  readonly required: boolean
  readonly outcome: ProbeOutcome
  readonly code?: StoreCode | undefined
}

/** The object stores behind the bindings of organizations. */
export interface ObjectStores extends AsyncDisposable {
  /** Returns the problem with an endpoint; undefined if a store may be there. */
  problem(endpoint: string): Promise<Sentence | undefined>
  /** Opens the store of a binding of this organization. @throws BlobStoreUnavailable */
  of(organizationId: string, place: Pick<StoreLocation, 'bindingId' | 'revision' | 'kind'>): Promise<ObjectStore>
  /**
   * Tests a binding in every way that Probata uses it, with its own credentials or the given ones; `light` only writes
   * and reads one file. Reports failures of the store as results instead of rejecting.
   */
  probe(
    organizationId: string,
    bindingId: string,
    options?: { readonly credentials?: S3Credentials; readonly light?: boolean },
  ): Promise<readonly ProbeResult[]>
}
