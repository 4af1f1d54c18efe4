import { BlobStoreUnavailable, type StoreLocation } from './blob-store.ts'
import type { Sentence } from './sentence.ts'

/** The size of one part of a file in transfer; the last part is shorter. Every store accepts parts of this size. */
export const PART_BYTES = 8 * 1024 * 1024

/** Why a store did not do its work: callers, logs and records learn nothing else about a provider's answer. */
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
 * A store is unusable now, or rejects a request. The provider's message stays in the cause, which no answer or record
 * shows.
 */
export class StoreProblem extends BlobStoreUnavailable {
  readonly code: StoreCode

  constructor(code: StoreCode, options?: ErrorOptions) {
    super(options)
    this.code = code
  }
}

/**
 * Whether files that must be retained are locked in the bucket: with `governance` a principal with a special permission
 * may lift a lock, with `compliance` no one may.
 */
export const retentionModes = Object.freeze(['none', 'governance', 'compliance'] as const)

export type RetentionMode = (typeof retentionModes)[number]

/** A complete file on this node, ready to be sent. Its bytes are those that the store will keep, encrypted or not. */
export interface SpooledFile {
  readonly path: string
  /** All of its bytes if they are few: nothing was written to the path. */
  readonly bytes?: Buffer | undefined
  readonly byteSize: number
  /** Lower-case hex SHA-256 of each PART_BYTES of the file, in order; at least one, even for an empty file. */
  readonly parts: readonly string[]
}

export interface SendOptions {
  /** Called with the identifier of a multipart upload before its first part is sent; an error ends the upload. */
  readonly begun?: (uploadId: string) => Promise<void>
  /** The duration of the initial lock in milliseconds, if the store locks files. */
  readonly lockFor?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The answer of a store that accepted a file. */
export interface Sent {
  /** Identifies these bytes permanently if the store locks files: later bytes under the same key do not hide them. */
  readonly versionId: string | null
}

/** An object, or one version of it. */
export interface ObjectName {
  readonly objectKey: string
  readonly versionId: string | null
}

/** Plain offsets: `start` is the first byte, `end` the one after the last. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Bytes that arrive in order. They may change at the next step, so use or copy them before. */
export interface ObjectBytes extends AsyncIterable<Buffer>, AsyncDisposable {
  /** Size of the bytes to come. */
  readonly byteSize: number
}

export interface StoredObject {
  readonly objectKey: string
  readonly byteSize: number
  /** In milliseconds, by the clock of the store. */
  readonly modifiedAt: number
}

/** A multipart upload that was neither completed nor aborted: no list of objects shows it, and it takes space. */
export interface UnfinishedUpload {
  readonly objectKey: string
  readonly uploadId: string
  readonly startedAt: number
}

/**
 * The storage for the files of one organization: a folder, or a bucket. An object key is 32 lower-case hex digits,
 * random, never used twice. A store trusts no statement of a provider about its bytes: the sender reads them back.
 * Every call may fail with StoreProblem.
 */
export interface ObjectStore extends AsyncDisposable {
  /** Stores the file; a failure may leave a multipart upload, which `unfinished` shows. */
  send(objectKey: string, file: SpooledFile, options?: SendOptions): Promise<Sent>
  /** Opens all bytes of an object, or a range of its bytes. @throws BlobMissing */
  read(
    objectKey: string,
    options?: { readonly range?: ByteRange; readonly versionId?: string | null; readonly signal?: AbortSignal },
  ): Promise<ObjectBytes>
  /**
   * Removes an object, and if the store locks files all of its versions; a missing one is no error.
   * @throws BlobLocked
   */
  remove(objectKey: string): Promise<void>
  /**
   * Locks an object until the given time in milliseconds, or until the later end of an existing lock; resolves with the
   * end of the lock that the store then reports. @throws BlobMissing
   */
  lock(object: ObjectName, until: number): Promise<number>
  /** Objects in key order, those after `after`; only objects with a key of our form. */
  list(options: { readonly after?: string | undefined; readonly limit: number }): Promise<readonly StoredObject[]>
  unfinished(): Promise<readonly UnfinishedUpload[]>
  /** Removes the parts sent by an unfinished upload; a missing one is no error. */
  abort(upload: Pick<UnfinishedUpload, 'objectKey' | 'uploadId'>): Promise<void>
}

/** The settings of an S3 binding, from an administrator. */
export interface S3Settings {
  /** `https://host[:port]`; http only where PROBATA_STORAGE_ALLOW has the address. */
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

/** The result of a probe: `unknown` if the provider's answer proves neither. */
export type ProbeOutcome = 'passed' | 'failed' | 'unknown'

export interface ProbeResult {
  readonly probe: string
  readonly required: boolean
  readonly outcome: ProbeOutcome
  readonly code?: StoreCode | undefined
}

/** Object stores, by the bindings of organizations. */
export interface ObjectStores extends AsyncDisposable {
  /** The reason that no store can be at this endpoint, as a sentence, or undefined. */
  problem(endpoint: string): Promise<Sentence | undefined>
  /** The store of a binding of this organization. @throws BlobStoreUnavailable */
  of(organizationId: string, place: Pick<StoreLocation, 'bindingId' | 'revision' | 'kind'>): Promise<ObjectStore>
  /**
   * Exercises a binding in every way that Probata uses it, with its own credentials or others; `light` covers one file
   * only. Never rejects because of the place.
   */
  probe(
    organizationId: string,
    bindingId: string,
    options?: { readonly credentials?: S3Credentials; readonly light?: boolean },
  ): Promise<readonly ProbeResult[]>
}
