import { BlobStoreUnavailable, type Place } from './blob-store.ts'

/** Bytes of one part of a file that is sent; the last part is shorter. Every store takes parts of this size. */
export const PART_BYTES = 8 * 1024 * 1024

/** Why a store did not do what was asked: all that callers, logs and records learn of a provider's answer. */
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

/** A store cannot be used now, or refuses. What the provider said stays in the cause, which no answer or record shows. */
export class StoreProblem extends BlobStoreUnavailable {
  readonly code: StoreCode

  constructor(code: StoreCode, options?: ErrorOptions) {
    super(options)
    this.code = code
  }
}

/**
 * Whether files that have to be kept are locked in the bucket: with `governance` whoever has a right of their own may
 * lift a lock, with `compliance` nobody.
 */
export const retentionModes = Object.freeze(['none', 'governance', 'compliance'] as const)

export type RetentionMode = (typeof retentionModes)[number]

/** A complete file on this node, ready to be sent. Its bytes are those that the store keeps, encrypted or not. */
export interface SpooledFile {
  readonly path: string
  readonly byteSize: number
  /** Lower-case hex SHA-256 of each PART_BYTES of the file, in order: one at least, also of an empty file. */
  readonly parts: readonly string[]
}

export interface SendOptions {
  /** Called with the identifier of an upload in parts before its first part is sent; what it throws ends the upload. */
  readonly begun?: (uploadId: string) => Promise<void>
  /** For how many milliseconds it is to be locked from its first moment on, where the store locks files. */
  readonly lockFor?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a store says of a file that it took. */
export interface Sent {
  /** Names these bytes for good, where the store locks files: others under the same key do not hide them. */
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

/** Bytes that arrive in order. They may change at the next step: use or copy them before. */
export interface ObjectBytes extends AsyncIterable<Buffer>, AsyncDisposable {
  /** Size of the bytes to come. */
  readonly byteSize: number
}

export interface StoredObject {
  readonly objectKey: string
  readonly byteSize: number
  /** Milliseconds; by the clock of the store. */
  readonly modifiedAt: number
}

/** An upload in parts that was neither completed nor aborted: no list of objects shows it, and it takes space. */
export interface UnfinishedUpload {
  readonly objectKey: string
  readonly uploadId: string
  readonly startedAt: number
}

/**
 * Where one organization keeps the bytes of its files: a folder, or a bucket. An object key is 32 lower-case hex
 * digits, random, never used twice. A store believes nothing that a provider says of its bytes: whoever sends reads
 * back. Every call may fail with StoreProblem.
 */
export interface ObjectStore extends AsyncDisposable {
  /** Stores the file; on a failure an upload in parts may be left, which `unfinished` shows. */
  send(objectKey: string, file: SpooledFile, options?: SendOptions): Promise<Sent>
  /** Opens all bytes of an object, or a range of them. @throws BlobMissing */
  read(
    objectKey: string,
    options?: { readonly range?: ByteRange; readonly versionId?: string | null; readonly signal?: AbortSignal },
  ): Promise<ObjectBytes>
  /**
   * Removes an object, and where the store locks files all versions of it; a missing one is no error.
   * @throws BlobLocked
   */
  remove(objectKey: string): Promise<void>
  /**
   * Locks an object until so many milliseconds, or longer where it is locked longer already; resolves with what the
   * store holds it to then. @throws BlobMissing
   */
  lock(object: ObjectName, until: number): Promise<number>
  /** Objects in the order of their keys, those after `after`; only such as have a key of ours. */
  list(options: { readonly after?: string | undefined; readonly limit: number }): Promise<readonly StoredObject[]>
  unfinished(): Promise<readonly UnfinishedUpload[]>
  /** Removes what an unfinished upload has sent; a missing one is no error. */
  abort(upload: Pick<UnfinishedUpload, 'objectKey' | 'uploadId'>): Promise<void>
}

/** The settings of an S3 binding, as an administrator gives them. */
export interface S3Settings {
  /** `https://host[:port]`; http only where PROBATA_STORAGE_ALLOW has the address. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Put before every key, without a slash at either end. */
  readonly prefix?: string | undefined
  readonly pathStyle?: boolean | undefined
}

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** What a probe found: `unknown` where the provider's answer proves neither. */
export type ProbeOutcome = 'passed' | 'failed' | 'unknown'

export interface ProbeResult {
  readonly probe: string
  readonly required: boolean
  readonly outcome: ProbeOutcome
  readonly code?: StoreCode | undefined
}

/** Object stores, by the bindings of organizations. */
export interface ObjectStores extends AsyncDisposable {
  /** A sentence that says why no store can be at this endpoint, or undefined. */
  problem(endpoint: string): Promise<string | undefined>
  /** The store of a binding of this organization. @throws BlobStoreUnavailable */
  of(organizationId: string, place: Pick<Place, 'bindingId' | 'revision' | 'kind'>): Promise<ObjectStore>
  /**
   * Uses a binding in every way that Probata does, with its own credentials or others; `light` is the way of one file.
   * Never rejects for what the place does.
   */
  probe(
    organizationId: string,
    bindingId: string,
    options?: { readonly credentials?: S3Credentials; readonly light?: boolean },
  ): Promise<readonly ProbeResult[]>
}
