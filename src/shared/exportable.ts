import canonicalize from 'canonicalize'
import type { Transaction } from '#db/database.ts'
import type { Bound, StoredRow } from '#family/bound.ts'

/** The subject of a bundle of proof. */
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

/** A record in a bundle, with the content that its audit rows bind. */
export interface ProofRecord {
  /** The resource id in audit rows. */
  readonly resourceId: string
  /** The public record, verbatim. Its SHA-256 is the `afterDigest` of one of its audit rows. */
  readonly record?: string
  /** The content beyond the record, in canonical form (RFC 8785). Its SHA-256 is the `contentDigest` of one row. */
  readonly content?: string
  readonly file?: ProofFile
  /** For a record reassembled as it was at an earlier time, if all its texts were kept: whether it matches its rows. */
  readonly stood?: 'proved' | 'differs'
}

/** The number of parts of a kind that a bundle omits, with the reason. */
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

/** A page of records of a family, in list order. */
export interface ProofPage {
  /** Used in file names: `evidence-requirements`. */
  readonly family: string
  readonly records: readonly ProofRecord[]
  /** Parts of these records that the page omits. */
  readonly leftOut?: readonly LeftOut[]
}

/** Reads only the state that was committed when the snapshot was opened. */
export type DatabaseSnapshot = Pick<Transaction, 'query'>

/** The contribution of a feature to bundles of proof. */
export interface Exportable {
  /** Whether the feature has the record that a scope names. */
  has(read: Transaction['query'], scope: ProofScope): Promise<boolean>
  /** Yields all the feature's records in the scope, in small pages, each record once. */
  pages(snapshot: DatabaseSnapshot, scope: ProofScope): AsyncIterable<ProofPage>
}

/** Sorts after the prefix of every identifier: the end of an open range. */
export const endless = '~'

/** Yields pages of rows in order of their ids or `position`. */
export async function* walkIds<Row extends { readonly id: string; readonly position?: string }>(
  readPage: (after: string) => Promise<Row[]>,
  size: number,
  from = '',
): AsyncGenerator<Row[], void, void> {
  for (let after = from, full = true; full; ) {
    const page = await readPage(after)
    const last = page.at(-1)
    if (last) yield page
    full = page.length === size
    after = last?.position ?? last?.id ?? after
  }
}

/** Converts a row of a table to the form that the audit trail binds. */
export const proofOf = (bound: Bound, row: StoredRow): ProofRecord => ({
  resourceId: bound.resourceOf(row),
  ...(bound.hasRecord && { record: String(row.record) }),
  ...(bound.hasContent && { content: canonicalize(bound.contentOf(row)) ?? '' }),
})

declare module '#http/call.ts' {
  interface Capabilities {
    /** The contributions of features to bundles of proof. */
    readonly exportables: readonly Exportable[]
  }
}
