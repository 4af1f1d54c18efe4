import type { Transaction } from '#db/database.ts'

/** A difference between a live record and the audit trail. */
export interface RecordFinding {
  readonly table: string
  /** The resource id in audit rows. */
  readonly resourceId: string
  /**
   * `unbound`: no audit row mentions the record, so the program did not create it. `record` and `content`: this part
   * does not match the last audit row. `column`: the named column contradicts the record. `missing`: the record does
   * not exist, although an audit row reports its creation and none its removal.
   */
  readonly what: 'unbound' | 'record' | 'content' | 'column' | 'missing'
  readonly column?: string
}

/**
 * The position of a verification run within the records of an organization: a table, and the key of the last checked
 * row or the resource id of the last checked record in the trail.
 */
export interface RecordPosition {
  readonly table: string
  readonly walk: 'rows' | 'trail'
  readonly key: readonly string[]
}

export interface RecordPage {
  readonly checked: number
  /** The number of checked records whose audit rows predate `contentDigest`: they are unbound until they change. */
  readonly earlier: number
  readonly findings: readonly RecordFinding[]
  /** The position after this page; undefined at the end. */
  readonly next: RecordPosition | undefined
}

/**
 * Compares the next records of an organization, at most 500, with the digests of their audit rows (decision 065).
 * `query` is bound to the organization. A run begins without a position and continues with `next`.
 */
export type VerifyRecords = (query: Transaction['query'], position?: RecordPosition) => Promise<RecordPage>

declare module '#http/call.ts' {
  interface Capabilities {
    readonly verifyRecords: VerifyRecords
  }
}
