import type { Transaction } from '#db/database.ts'
import type { LeafRange, Subtree } from '#lib/merkle.ts'
import type { Deliveries } from './emission.ts'

/** A query bound to one organization; inside a transaction, bound to its snapshot. */
export type LedgerReader = Transaction['query']

/** The state of a tree: the content of a checkpoint. */
export interface TreeHead {
  /** Counted from 1. A new generation begins if a restored backup is older than the published checkpoints. */
  readonly generation: number
  /** `<host>/ledger/<organization>/<generation>`, fixed when the tree began. */
  readonly origin: string
  readonly size: number
  readonly root: Buffer
  /** The time of sealing, in milliseconds since the epoch. */
  readonly sealedAt: number
}

export interface LeafPosition {
  readonly generation: number
  readonly index: number
}

/** A row of the audit trail with its proof. */
export interface SealedRow extends LeafPosition {
  readonly eventId: string
  /** RFC 8785 JSON `{"digests":{…},"event":{…},"v":1}`. Its leaf hash is `hash` unless the row was altered. */
  readonly leaf: string
  readonly hash: Buffer
  /** The values from which its digests were computed, base64url; an erased field has no value. */
  readonly disclosures: readonly string[]
}

export interface InclusionProof {
  readonly head: TreeHead
  readonly row: SealedRow
  /** The hashes of the proof, in the order of RFC 6962 section 2.1.1. */
  readonly hashes: readonly Buffer[]
}

/** A step of the walk through a tree from left to right: a row that is shown, or a range of rows that is skipped. */
export type LogPiece =
  | { readonly row: SealedRow }
  | { readonly skip: LeafRange; readonly subtrees: readonly (Subtree & { readonly hash: Buffer })[] }

interface WalkOptions {
  readonly head: Pick<TreeHead, 'generation' | 'size'>
  /** Indexes of the rows to show, ascending. */
  readonly shown: Iterable<number>
  /** Sizes that no skip crosses, such as those of published checkpoints; ascending. */
  readonly boundaries?: Iterable<number>
}

/** The proofs of the ledger. Each method uses the caller's reader, with its organization and snapshot. */
export interface Ledger {
  /** The newest head of all generations or of one; undefined before the first row is sealed. */
  head(read: LedgerReader, generation?: number): Promise<TreeHead | undefined>
  /** The heads of all generations, oldest first. */
  heads(read: LedgerReader): Promise<TreeHead[]>
  /** The root of a generation's tree at a size that it has reached. */
  rootAt(read: LedgerReader, generation: number, size: number): Promise<Buffer>
  /** The positions of at most 5,000 rows in the ledger, by event id; rows that are not sealed yet are missing. */
  positions(read: LedgerReader, eventIds: readonly string[]): Promise<Map<string, LeafPosition>>
  /** The row and its proof in the newest head of its generation; undefined if it is not sealed. */
  prove(read: LedgerReader, eventId: string): Promise<InclusionProof | undefined>
  /** The consistency proof between two sizes up to the head, in the order of RFC 6962 section 2.1.2. */
  consistency(read: LedgerReader, generation: number, from: number, to: number): Promise<Buffer[]>
  /** Walks the whole tree from left to right, with memory for a few hundred rows. */
  pass(read: LedgerReader, options: WalkOptions): AsyncGenerator<LogPiece>
  /** Reports committed rows to the sealer of this process, if it has one, which then seals them soon. */
  wake(): void
  /** Sets the function that `wake` calls. */
  onWake(callback: () => void): void
}

/** An external place of checkpoints. */
export interface CheckpointPlace {
  /** The kind of the place, such as `folder`. */
  readonly place: string
  /** The newest size that it holds, in its newest generation; undefined before its first checkpoint. */
  readonly held?: Pick<TreeHead, 'generation' | 'size'> & { readonly heldAt: number }
}

/** Signed heads of the ledger, which external places keep. */
export interface Checkpoints {
  /** The signed note of a head of the organization; every call returns the same bytes. */
  note(organizationId: string, head: TreeHead): Promise<string>
  /**
   * The largest checkpoint of a log that any external place now reports, verified with the log's keys.
   */
  newestOutside(organizationId: string, origin: string): Promise<Pick<TreeHead, 'size' | 'root'> | undefined>
  /** The state of the places, according to the database. */
  places(organizationId: string): Promise<CheckpointPlace[]>
  /** The names of all places that receive checkpoints. */
  readonly placeNames: readonly string[]
  /**
   * Publishes the newest checkpoint of an organization to every place that lacks it; resolves with the number of places
   * that accepted it.
   */
  publish(
    deliveries: Deliveries,
    organizationId: string,
    run: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<number>
}

declare module './call.ts' {
  interface Capabilities {
    /** Signed heads of the ledger, which external places keep. */
    readonly checkpoints: Checkpoints
  }
}
