import type { CoreServices, Provided } from '#http/call.ts'
import type { MalwareScanner } from '#lib/malware-scanner.ts'
import type { ObjectStores } from '#lib/object-store.ts'

declare module '#http/call.ts' {
  interface Capabilities {
    /** The object stores behind `blobs`. */
    readonly objectStores: ObjectStores
    /** Scans uploads for malware. */
    readonly malwareScanner: MalwareScanner
  }
}

/** The result of checking one part of an install. */
export interface CheckResult {
  /** The name of the part, such as `acme: local`. */
  readonly subject: string
  readonly isOk: boolean
  /** The state and, if it is not good, the remedy. */
  readonly message: string
}

/** A connection to an address in the environment. */
interface OutgoingConnection {
  readonly variable: string
  readonly host: string
  readonly protection: 'local' | 'verified' | 'unverified' | 'plain'
  readonly allowed: boolean
  /** The problem and its remedy. */
  readonly problem: string | undefined
  readonly refusable: boolean
}

/** The connections of the install to other machines. */
interface Outside {
  readonly outgoing: readonly OutgoingConnection[]
  /** Connections to addresses that people enter, and the networks to which plain http is allowed. */
  readonly guarded: readonly { readonly to: string; readonly variable: string; readonly networks: readonly string[] }[]
  /** The version of this program, as `major.minor`. */
  readonly release: string
}

/** The input of checks: the database, the scanner and the file storage of a server that may be running. */
export type CheckServices = Pick<CoreServices, 'db' | 'clock' | 'ids' | 'log' | 'metrics'> &
  Provided<'objectStores' | 'blobs' | 'malwareScanner'>

/** The input of the checks of `probata doctor`, which also covers the connections to other machines. */
export type CheckInput = CheckServices & { readonly outside: Outside }

/** A check that changes nothing, for `probata doctor`. */
export interface Check {
  /** The subject of the check: `jobs`, `storage`. */
  readonly name: string
  run(examined: CheckInput): AsyncIterable<CheckResult>
}
