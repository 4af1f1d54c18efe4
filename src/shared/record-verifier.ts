import type { Transaction } from '#db/database.ts'

/** A difference between a live record and the audit trail. */
export interface RecordFinding {
  readonly table: string
  /** The resource id in audit rows. */
  readonly resourceId: string
  /**
   * `unbound`: no audit row mentions the record, so the program did not create it. `record` and `content`: that part
   * differs from the last audit row. `column`: the named column contradicts the record. `missing`: an audit row created
   * the record and no row removed it, but it does not exist.
   */
  readonly what: 'unbound' | 'record' | 'content' | 'column' | 'missing'
  readonly column?: string
}

/**
 * The progress of a walk through the records of an organization: a table and the key of its last row, or the resource
 * id of the last record in the trail.
 */
export interface RecordPosition {
  readonly table: string
  readonly walk: 'rows' | 'trail'
  readonly key: readonly string[]
}

export interface RecordPage {
  readonly checked: number
  /** How many of these only audit rows from before `contentDigest` mention: nothing binds them until they change. */
  readonly earlier: number
  readonly findings: readonly RecordFinding[]
  /** Undefined at the end. */
  readonly next: RecordPosition | undefined
}

/**
 * Compares up to 500 further live records of an organization with the digests of their audit rows (decision 065).
 * `query` is bound to the organization. A walk begins without a position and continues with `next`.
 */
export type VerifyRecords = (query: Transaction['query'], position?: RecordPosition) => Promise<RecordPage>

declare module '#http/call.ts' {
  interface Capabilities {
    readonly verifyRecords: VerifyRecords
  }
}
