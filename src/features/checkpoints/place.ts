import type { Call } from '#api/call.ts'
import type { TreeHead } from '#api/ledger.ts'
import type { Transaction } from '#db/database.ts'

/** A checkpoint on its way to a place. */
export interface Publishing {
  readonly call: Pick<Call, 'organizationId' | 'requestId' | 'now' | 'ids' | 'deliveries' | 'read' | 'ledger' | 'clock'>
  readonly head: TreeHead
  /** The signed note: the same bytes for every place. */
  readonly note: string
  /** The newest size of this generation that the place is known to hold; 0 before the first. */
  readonly from: number
  readonly signal: AbortSignal
}

/** What a place answers. */
export interface Held {
  /** A time-stamp or a cosignature, which is kept. */
  readonly answer?: Buffer
  /** Written where that it holds the checkpoint is. */
  readonly with?: (tx: Transaction) => void
}

/** A place outside the install that is given checkpoints, each at least once. */
export interface Place {
  /** `folder`, `object-store`, `event`, `time-stamp`, `witness <name>`. */
  readonly name: string
  /** Whether it is anything to the ledger of the install, too. */
  readonly forInstall: boolean
  /** Rejects with PlaceProblem, or whatever keeps it from the place. */
  publish(publishing: Publishing): Promise<Held>
  /** The note that the place has now, for a log; undefined where it has none. Only places that tell. */
  newest?(path: LogPath, signal: AbortSignal): Promise<string | undefined>
}

/** A log by its organization and generation: where a place keeps it. */
export interface LogPath {
  readonly organizationId: string
  readonly generation: number
}

/** Why a place does not hold a checkpoint: all that security events and pages learn. */
export const placeCodes = Object.freeze(['unreachable', 'refused', 'lies', 'ahead', 'setup'] as const)

export type PlaceCode = (typeof placeCodes)[number]

/** The place did not take a checkpoint. The cause says more, to the log. */
export class PlaceProblem extends Error {
  override name = 'PlaceProblem'
  readonly code: PlaceCode

  constructor(code: PlaceCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
