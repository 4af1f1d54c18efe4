import type { CoreServices } from './call.ts'

/** What a look at one part of an install found. */
export interface Finding {
  /** Such as `acme: local`. */
  readonly what: string
  readonly good: boolean
  /** How it is; where it is not good, what to do. */
  readonly says: string
}

/** A configured connection to an address of the environment. */
interface OutgoingConnection {
  readonly variable: string
  readonly host: string
  readonly protection: 'local' | 'verified' | 'unverified' | 'plain'
  readonly allowed: boolean
  /** What is wrong with it, and what to do. */
  readonly problem: string | undefined
  readonly refusable: boolean
}

/** How the install reaches other machines. */
interface Outside {
  readonly outgoing: readonly OutgoingConnection[]
  /** Connections to addresses that people enter, and the networks to which plain http is allowed. */
  readonly guarded: readonly { readonly to: string; readonly variable: string; readonly networks: readonly string[] }[]
  /** Of this program, as `major.minor`. */
  readonly release: string
}

/** What checks get: the database, the scanner, and the places of files of a server that may be running. */
export type Looking = Pick<
  CoreServices,
  'db' | 'clock' | 'ids' | 'log' | 'metrics' | 'objectStores' | 'blobs' | 'malwareScanner'
>

/** The same, with how the install reaches other machines. */
export type Examined = Looking & { readonly outside: Outside }

/** A look that changes nothing, for `probata doctor`. */
export interface Check {
  /** Of what: `jobs`, `storage`. */
  readonly name: string
  look(looking: Examined): AsyncIterable<Finding>
}
