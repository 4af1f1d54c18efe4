import type { Transaction } from '#db/database.ts'
import type { Range, Subtree } from '#lib/merkle.ts'
import type { Deliveries } from './emission.ts'

/** A query bound to one organization; inside a transaction, one of its snapshot. */
export type LedgerReader = Transaction['query']

/** The state of a tree: all that a checkpoint says of it. */
export interface TreeHead {
  /** Counted from 1: another begins where a restored backup is behind what was published. */
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

/** A row of the audit trail with what proves it. */
export interface SealedRow extends LeafPlace {
  readonly eventId: string
  /** RFC 8785 JSON `{"digests":{…},"event":{…},"v":1}`, whose leaf hash is `hash` as long as nobody altered the row. */
  readonly leaf: string
  readonly hash: Buffer
  /** What opens its digests, base64url; an erased field has none. */
  readonly disclosures: readonly string[]
}

export interface InclusionProof {
  readonly head: TreeHead
  readonly row: SealedRow
  /** In the order of RFC 6962 section 2.1.1. */
  readonly hashes: readonly Buffer[]
}

/** A piece of the way left to right through a tree: a row that is shown, or rows that are not. */
export type LogPiece =
  | { readonly row: SealedRow }
  | { readonly skip: Range; readonly subtrees: readonly (Subtree & { readonly hash: Buffer })[] }

interface Pass {
  readonly head: Pick<TreeHead, 'generation' | 'size'>
  /** Indexes of the rows that are shown, ascending. */
  readonly shown: Iterable<number>
  /** Sizes that no skip crosses, such as those of published checkpoints; ascending. */
  readonly boundaries?: Iterable<number>
}

/** What the ledger proves, asked with the caller's own reader: its organization, its snapshot. */
export interface Ledger {
  /** The newest head, or that of a generation; undefined before anything was sealed. */
  head(read: LedgerReader, generation?: number): Promise<TreeHead | undefined>
  /** The heads of all generations, oldest first. */
  heads(read: LedgerReader): Promise<TreeHead[]>
  /** The root that the tree of a generation had at a size it has reached. */
  rootAt(read: LedgerReader, generation: number, size: number): Promise<Buffer>
  /** Where rows of the trail are in the ledger, by their ids; those not sealed yet are missing. At most 5,000. */
  places(read: LedgerReader, eventIds: readonly string[]): Promise<Map<string, LeafPlace>>
  /** The row and its proof in the newest head of its generation; undefined where it is not sealed. */
  prove(read: LedgerReader, eventId: string): Promise<InclusionProof | undefined>
  /** In the order of RFC 6962 section 2.1.2; both sizes within the head of the generation. */
  consistency(read: LedgerReader, generation: number, from: number, to: number): Promise<Buffer[]>
  /** Left to right through the whole tree, with memory for some hundred rows. */
  pass(read: LedgerReader, pass: Pass): AsyncGenerator<LogPiece>
  /** Says that rows have been committed: the sealer of this process looks soon, where it has one. */
  wake(): void
  /** What `wake` calls from now on. */
  onWake(look: () => void): void
}

/** A place outside the install that keeps checkpoints. */
export interface CheckpointPlace {
  /** Its kind, such as `folder`. */
  readonly place: string
  /** The newest size that it holds, of the newest generation it has any of; undefined before the first. */
  readonly held?: Pick<TreeHead, 'generation' | 'size'> & { readonly heldAt: number }
}

/** Heads, signed and kept outside. */
export interface Checkpoints {
  /** The signed note of a head of the organization; the same bytes at each call. */
  note(organizationId: string, head: TreeHead): Promise<string>
  /** The largest checkpoint that a place outside holds of a log, as the place tells it now, verified with its keys. */
  newestOutside(organizationId: string, origin: string): Promise<Pick<TreeHead, 'size' | 'root'> | undefined>
  /** What the database knows of the places. */
  places(organizationId: string): Promise<CheckpointPlace[]>
  /** The names of all that is given checkpoints. */
  readonly placeNames: readonly string[]
  /** Gives the newest checkpoint of an organization to whatever lacks it; resolves with how many took it. */
  publish(
    deliveries: Deliveries,
    organizationId: string,
    run: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<number>
}
