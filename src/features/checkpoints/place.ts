import type { Transaction } from '#db/database.ts'
import type { Call } from '#http/call.ts'
import type { TreeHead } from '#http/ledger.ts'

/** A checkpoint to deliver to a place. */
export interface Publication {
  readonly call: Pick<Call, 'organizationId' | 'requestId' | 'now' | 'ids' | 'deliveries' | 'read' | 'ledger' | 'clock'>
  readonly head: TreeHead
  /** The signed note, the same bytes for every place. */
  readonly note: string
  /** The newest size of this generation that the place is known to hold; 0 before the first. */
  readonly from: number
  readonly signal: AbortSignal
}

/** The response of a place. */
export interface PlaceReceipt {
  /** A time-stamp or a cosignature, to be stored. */
  readonly answer?: Buffer
  /** Further writes in the transaction that records the publication. */
  readonly with?: (tx: Transaction) => void
}

/** An external place that receives each checkpoint at least once. */
export interface ExternalPlace {
  /** One of `folder`, `object-store`, `event`, `time-stamp` and `witness <name>`. */
  readonly name: string
  /** Whether the place also receives the ledger of the install. */
  readonly forInstall: boolean
  /** Rejects with PlaceProblem, or with any other error that prevents delivery. */
  publish(publication: Publication): Promise<PlaceReceipt>
  /** Returns the newest note of a log at the place, or undefined if it has none. Only some places can report it. */
  newest?(path: LogPath, signal: AbortSignal): Promise<string | undefined>
}

/** The organization and generation of a log, which form its path at a place. */
export interface LogPath {
  readonly organizationId: string
  readonly generation: number
}

/** Why a place does not hold a checkpoint, as shown in security events and on pages. */
export const placeCodes = Object.freeze(['unreachable', 'refused', 'lies', 'ahead', 'setup'] as const)

export type PlaceCode = (typeof placeCodes)[number]

/** Reports that a place did not accept a checkpoint. The cause has the details for the log. */
export class PlaceProblem extends Error {
  override name = 'PlaceProblem'
  readonly code: PlaceCode

  constructor(code: PlaceCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
