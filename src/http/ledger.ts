import type { Transaction } from '#db/database.ts'
import type { LeafRange, Subtree } from '#lib/merkle.ts'
import type { Deliveries } from './emission.ts'

/** A query bound to one organization; inside a transaction, bound to its snapshot. */
export type LedgerReader = Transaction['query']

/** The state of a tree: the content of a checkpoint. */
export interface TreeHead {
  /** Counted from 1: a new one begins if a restored backup is older than the published checkpoints. */
  readonly generation: number
  /** `<host>/ledger/<organization>/<generation>`, fixed when the tree began. */
  readonly origin: string
  readonly size: number
  readonly root: Buffer
  /** Milliseconds since the epoch. */
  readonly sealedAt: number
}

export interface LeafPlace {
  readonly generation: number
  readonly index: number
}

/** A row of the audit trail with its proof. */
export interface SealedRow extends LeafPlace {
  readonly eventId: string
  /** RFC 8785 JSON `{"digests":{…},"event":{…},"v":1}`, whose leaf hash is `hash` as long as the row is unaltered. */
  readonly leaf: string
  readonly hash: Buffer
  /** The values that open its digests, base64url; an erased field has none. */
  readonly disclosures: readonly string[]
}

export interface InclusionProof {
  readonly head: TreeHead
  readonly row: SealedRow
  /** In the order of RFC 6962 section 2.1.1. */
  readonly hashes: readonly Buffer[]
}

/** A piece of the walk through a tree from left to right: a row that is shown, or rows that are not. */
export type LogPiece =
  | { readonly row: SealedRow }
  | { readonly skip: LeafRange; readonly subtrees: readonly (Subtree & { readonly hash: Buffer })[] }

interface Pass {
  readonly head: Pick<TreeHead, 'generation' | 'size'>
  /** Indexes of the rows that are shown, ascending. */
  readonly shown: Iterable<number>
  /** Sizes that no skip crosses, such as those of published checkpoints; ascending. */
  readonly boundaries?: Iterable<number>
}

/** The proofs of the ledger. Each call uses the reader of the caller, with its organization and snapshot. */
export interface Ledger {
  /** The newest head, or that of a generation; undefined before the first row is sealed. */
  head(read: LedgerReader, generation?: number): Promise<TreeHead | undefined>
  /** The heads of all generations, oldest first. */
  heads(read: LedgerReader): Promise<TreeHead[]>
  /** The root of a generation's tree at a size it has reached. */
  rootAt(read: LedgerReader, generation: number, size: number): Promise<Buffer>
  /** The places of rows in the ledger, by their ids; rows not sealed yet are missing. At most 5,000. */
  places(read: LedgerReader, eventIds: readonly string[]): Promise<Map<string, LeafPlace>>
  /** The row and its proof in the newest head of its generation; undefined if it is not sealed. */
  prove(read: LedgerReader, eventId: string): Promise<InclusionProof | undefined>
  /** In the order of RFC 6962 section 2.1.2; both sizes within the head of the generation. */
  consistency(read: LedgerReader, generation: number, from: number, to: number): Promise<Buffer[]>
  /** Left to right through the whole tree, with memory for a few hundred rows. */
  pass(read: LedgerReader, pass: Pass): AsyncGenerator<LogPiece>
  /** Reports that rows have been committed: the sealer of this process, if it has one, looks for them soon. */
  wake(): void
  /** Sets the function that `wake` calls. */
  onWake(look: () => void): void
}

/** A place outside the install that keeps checkpoints. */
export interface CheckpointPlace {
  /** Its kind, such as `folder`. */
  readonly place: string
  /** The newest size that it holds, in its newest generation; undefined before the first. */
  readonly held?: Pick<TreeHead, 'generation' | 'size'> & { readonly heldAt: number }
}

/** Signed heads that are kept outside. */
export interface Checkpoints {
  /** The signed note of a head of the organization; every call returns the same bytes. */
  note(organizationId: string, head: TreeHead): Promise<string>
  /**
   * The largest checkpoint of a log that a place outside holds, as the place reports it now, verified with the log's
   * keys.
   */
  newestOutside(organizationId: string, origin: string): Promise<Pick<TreeHead, 'size' | 'root'> | undefined>
  /** The state of the places, as the database has it. */
  places(organizationId: string): Promise<CheckpointPlace[]>
  /** The names of all recipients of checkpoints. */
  readonly placeNames: readonly string[]
  /**
   * Gives the newest checkpoint of an organization to every place that lacks it; resolves with the number of places
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
    /** Heads of the ledger, signed and kept outside. */
    readonly checkpoints: Checkpoints
  }
}
