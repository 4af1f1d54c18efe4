import type { CoreServices, Provided } from '#http/call.ts'
import type { MalwareScanner } from '#lib/malware-scanner.ts'
import type { ObjectStores } from '#lib/object-store.ts'

declare module '#http/call.ts' {
  interface Capabilities {
    /** The storage places behind `blobs`. */
    readonly objectStores: ObjectStores
    /** Scans uploads for malware. */
    readonly malwareScanner: MalwareScanner
  }
}

/** The result of checking one part of an install. */
export interface CheckResult {
  /** The part, such as `acme: local`. */
  readonly what: string
  readonly good: boolean
  /** The state and, unless it is good, what to do. */
  readonly says: string
}

/** A configured connection to an address of the environment. */
interface OutgoingConnection {
  readonly variable: string
  readonly host: string
  readonly protection: 'local' | 'verified' | 'unverified' | 'plain'
  readonly allowed: boolean
  /** The problem and how to fix it. */
  readonly problem: string | undefined
  readonly refusable: boolean
}

/** How the install reaches other machines. */
interface Outside {
  readonly outgoing: readonly OutgoingConnection[]
  /** Connections to addresses that people enter, and the networks to which plain http is allowed. */
  readonly guarded: readonly { readonly to: string; readonly variable: string; readonly networks: readonly string[] }[]
  /** The version of this program, as `major.minor`. */
  readonly release: string
}

/** The input of checks: the database, the scanner and the file places of a server that may be running. */
export type CheckServices = Pick<CoreServices, 'db' | 'clock' | 'ids' | 'log' | 'metrics'> &
  Provided<'objectStores' | 'blobs' | 'malwareScanner'>

/** The same, plus how the install reaches other machines. */
export type Examined = CheckServices & { readonly outside: Outside }

/** A check that changes nothing, for `probata doctor`. */
export interface Check {
  /** The subject of the check: `jobs`, `storage`. */
  readonly name: string
  look(looking: Examined): AsyncIterable<CheckResult>
}
