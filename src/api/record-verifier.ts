import type { Transaction } from '#db/database.ts'

/** Where a live record and the audit trail part. */
export interface RecordFinding {
  readonly table: string
  /** What audit rows call the record. */
  readonly resourceId: string
  /**
   * `unbound`: no audit row speaks of it, so the program did not make it; `record` and `content`: it is not what its last
   * audit row says; `column`: the named column does not say what the record says; `missing`: audit rows made a record that
   * is not there, and none took it away.
   */
  readonly what: 'unbound' | 'record' | 'content' | 'column' | 'missing'
  readonly column?: string
}

/**
 * How far a walk through the records of an organization has come: a table, and the key of the last row of it, or what the
 * trail calls its last record.
 */
export interface RecordPosition {
  readonly table: string
  readonly walk: 'rows' | 'trail'
  readonly key: readonly string[]
}

export interface RecordPage {
  readonly checked: number
  /** Of these, records that only audit rows of before `contentDigest` speak of: nothing binds them until they change. */
  readonly earlier: number
  readonly findings: readonly RecordFinding[]
  /** Undefined at the end. */
  readonly next: RecordPosition | undefined
}

/**
 * Compares the next 500 live records of an organization at most with the digests of their audit rows (decision 065).
 * `query` is bound to the organization. A walk begins without a position and goes on with `next`.
 */
export type VerifyRecords = (query: Transaction['query'], position?: RecordPosition) => Promise<RecordPage>
