import type { TreeHead } from '#http/ledger.ts'

/** A published checkpoint and where it is kept. */
export interface PublishedCheckpoint {
  readonly size: number
  /** The signed note. */
  readonly note: string
  readonly places: readonly { readonly place: string; readonly heldAt: string }[]
  /** A TimeStampToken (RFC 3161) over it, DER, if one was obtained. */
  readonly timeStamp?: Buffer | undefined
}

/** The parts of a bundle from outside the trail: signing keys, and proofs kept elsewhere. */
export interface Bundles {
  /** The checkpoints of a generation up to its size, oldest first; the newest 1,000. */
  published(
    organizationId: string,
    head: Pick<TreeHead, 'generation' | 'size'>,
  ): Promise<readonly PublishedCheckpoint[]>
  /** Every checkpoint key of a generation and every bundle key, as vkeys, oldest first. */
  keys(organizationId: string, generation: number): Promise<readonly string[]>
  /** Returns the text as a note signed with the bundle key. */
  sign(organizationId: string, text: string): Promise<string>
  /** The e-seal of the install over some bytes (CAdES, detached, DER); undefined if the install has none. */
  seal(bytes: Buffer): Promise<Buffer | undefined>
  /** A time-stamp over some bytes (RFC 3161, DER); undefined if no authority is configured. */
  timeStamp(bytes: Buffer): Promise<Buffer | undefined>
}

declare module '#http/call.ts' {
  interface Capabilities {
    /** The parts of bundles of proof from outside the trail. */
    readonly bundles: Bundles
  }
}
