import type { CoreServices } from './call.ts'

/** What a look at one part of an install found. */
export interface Finding {
  /** Such as `acme: local`. */
  readonly what: string
  readonly good: boolean
  /** How it is; where it is not good, what to do. */
  readonly says: string
}

/** What checks get: the database, the scanner, and the places of files of a server that may be running. */
export type Looking = Pick<
  CoreServices,
  'db' | 'clock' | 'ids' | 'log' | 'metrics' | 'objectStores' | 'blobs' | 'malwareScanner'
>

/** A look that changes nothing, for `probata doctor`. */
export interface Check {
  /** Of what: `jobs`, `storage`. */
  readonly name: string
  look(looking: Looking): AsyncIterable<Finding>
}
