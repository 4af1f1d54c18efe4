import type { TreeHead } from './ledger.ts'

/** A checkpoint that was published, and where it is kept. */
export interface PublishedCheckpoint {
  readonly size: number
  /** The signed note. */
  readonly note: string
  readonly places: readonly { readonly place: string; readonly heldAt: string }[]
  /** A TimeStampToken (RFC 3161) of it, DER, where there is one. */
  readonly timeStamp?: Buffer | undefined
}

/** What a bundle takes from outside the trail: keys that sign, and what is kept elsewhere. */
export interface Bundles {
  /** Of a generation, those up to its size, oldest first; the newest 1,000. */
  published(
    organizationId: string,
    head: Pick<TreeHead, 'generation' | 'size'>,
  ): Promise<readonly PublishedCheckpoint[]>
  /** Every checkpoint key of a generation and every bundle key, as vkeys, oldest first. */
  keys(organizationId: string, generation: number): Promise<readonly string[]>
  /** Lines of text as a note that the bundle key signs. */
  sign(organizationId: string, text: string): Promise<string>
  /** The e-seal of the install over some bytes (CAdES, detached, DER); undefined where it has none. */
  seal(bytes: Buffer): Promise<Buffer | undefined>
  /** A time-stamp of some bytes (RFC 3161, DER); undefined where no authority is set. */
  timeStamp(bytes: Buffer): Promise<Buffer | undefined>
}
