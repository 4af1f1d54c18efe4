import type { TreeHead } from '#http/ledger.ts'

/** A published checkpoint and the external places that keep it. */
export interface PublishedCheckpoint {
  readonly size: number
  /** The signed note. */
  readonly note: string
  readonly places: readonly { readonly place: string; readonly heldAt: string }[]
  /** A TimeStampToken (RFC 3161) over the checkpoint, DER, if one was obtained. */
  readonly timeStamp?: Buffer | undefined
}

/** The parts of a bundle that do not come from the trail: signatures, keys, and proofs kept elsewhere. */
export interface Bundles {
  /** The newest 1,000 checkpoints of a generation up to the size of `head`, oldest first. */
  published(
    organizationId: string,
    head: Pick<TreeHead, 'generation' | 'size'>,
  ): Promise<readonly PublishedCheckpoint[]>
  /** Every checkpoint key of a generation and every bundle key, as vkeys, oldest first. */
  keys(organizationId: string, generation: number): Promise<readonly string[]>
  /** Returns the text as a note signed with the bundle key. */
  sign(organizationId: string, text: string): Promise<string>
  /** Seals bytes with the install's e-seal (CAdES, detached, DER); undefined if the install has none. */
  seal(bytes: Buffer): Promise<Buffer | undefined>
  /** Gets a time-stamp over bytes (RFC 3161, DER); undefined if no authority is configured. */
  timeStamp(bytes: Buffer): Promise<Buffer | undefined>
}

declare module '#http/call.ts' {
  interface Capabilities {
    /** The parts of bundles of proof that do not come from the trail. */
    readonly bundles: Bundles
  }
}
