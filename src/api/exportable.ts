import canonicalize from 'canonicalize'
import type { Transaction } from '#db/database.ts'
import type { Bound, StoredRow } from './bound.ts'

/** What a bundle of proof is about. */
export type ProofScope =
  | { readonly kind: 'requirement'; readonly requirementId: string }
  | { readonly kind: 'package'; readonly packageId: string }
  | { readonly kind: 'period'; readonly from: string; readonly to: string }
  | { readonly kind: 'everything' }
  | { readonly kind: 'asOf'; readonly at: string }
  | { readonly kind: 'room'; readonly roomId: string }

/** A stored file that belongs to a record. */
export interface ProofFile {
  readonly artifactId: string
  readonly name: string
  readonly byteSize: number
  readonly sha256: string
}

/** A record as it goes into a bundle, and what its audit rows bind. */
export interface ProofRecord {
  /** What audit rows call it. */
  readonly resourceId: string
  /** The public record, verbatim: some row's `afterDigest` is its SHA-256. */
  readonly record?: string
  /** What it holds beyond that, in canonical form (RFC 8785): some row's `contentDigest` is its SHA-256. */
  readonly content?: string
  readonly file?: ProofFile
  /** Of one that was put together as it stood, from all that was kept: whether it is what its rows say. */
  readonly stood?: 'proved' | 'differs'
}

/** What a bundle does not show, and why. */
export interface LeftOut {
  readonly kind: 'ledger rows' | 'attachments' | 'records' | 'contents' | 'reasons' | 'details' | 'digests'
  readonly reason:
    | 'outside the scope'
    | 'erased'
    | 'withheld'
    | 'never uploaded'
    | 'of an earlier generation'
    | 'of an earlier release'
    | 'changed since'
    | 'not kept'
    | 'without a row'
  readonly count: number
}

/** Some of the records of a family, in the order in which they are listed. */
export interface ProofPage {
  /** In the names of files: `evidence-requirements`. */
  readonly family: string
  readonly records: readonly ProofRecord[]
  /** What belongs to them and is not among them. */
  readonly leftOut?: readonly LeftOut[]
}

/** Reads what was committed when it was opened, and nothing later. */
export type Snapshot = Pick<Transaction, 'query'>

/** What a feature puts into bundles of proof. */
export interface Exportable {
  /** Whether it has the record that a scope names. */
  has(read: Transaction['query'], scope: ProofScope): Promise<boolean>
  /** All of its records in the scope, in pages of a few. Each record comes once. */
  pages(snapshot: Snapshot, scope: ProofScope): AsyncIterable<ProofPage>
}

/** What follows the prefix of every identifier: the end of what has none. */
export const endless = '~'

/** Pages of a walk by identifiers, or by what rows call their position; the last one is not full. */
export async function* walkIds<Row extends { readonly id: string; readonly position?: string }>(
  next: (after: string) => Promise<Row[]>,
  size: number,
  from = '',
): AsyncGenerator<Row[], void, void> {
  for (let after = from, full = true; full; ) {
    const page = await next(after)
    const last = page.at(-1)
    if (last) yield page
    full = page.length === size
    after = last?.position ?? last?.id ?? after
  }
}

/** A row of a table as the audit trail binds it. */
export const proofOf = (of: Bound, row: StoredRow): ProofRecord => ({
  resourceId: of.resourceOf(row),
  ...(of.hasRecord && { record: String(row.record) }),
  ...(of.hasContent && { content: canonicalize(of.contentOf(row)) ?? '' }),
})
