import { BlobCorrupt, BlobDamaged, BlobMissing } from '#lib/blob-store.ts'
import { KeyMissing } from '#lib/data-keys.ts'
import type { SecurityEventType } from '#shared/security-event-catalogue.ts'
import { exportFailures } from './failures.ts'
import { Unproved } from './prove.ts'

/** The reason why a bundle cannot be made or is no longer valid, with the event to record. */
export interface Fault {
  readonly type: SecurityEventType
  readonly message: string
  /** The record at fault. */
  readonly resourceId: string
}

type Kind = 'missing' | 'altered'

const faults = {
  missing: { type: 'exportBlobMissing', message: exportFailures.file_missing },
  altered: { type: 'exportBlobAltered', message: exportFailures.file_altered },
} as const satisfies Readonly<Record<Kind, Omit<Fault, 'resourceId'>>>

const kindOf = (error: unknown): Kind | undefined => {
  if (error instanceof BlobMissing || error instanceof KeyMissing) return 'missing'
  if (error instanceof BlobDamaged) return error.damage
  return error instanceof BlobCorrupt ? 'altered' : undefined
}

/** Reports that a file of a bundle is missing or altered. */
export class UnreadableStoredFile extends Error {
  override readonly name = 'UnreadableStoredFile'
  readonly fault: Fault

  private constructor(fault: Fault, cause: unknown) {
    super(fault.message, { cause })
    this.fault = fault
  }

  /** Wraps an error from reading a file if the file is missing or altered; returns other errors unchanged. */
  static of(error: unknown, { artifact_id: id }: { readonly artifact_id: string | null }): unknown {
    const kind = kindOf(error)
    return kind ? new UnreadableStoredFile({ ...faults[kind], resourceId: id ?? '' }, error) : error
  }
}

/** Returns the fault that an error carries, if any. */
export const faultOf = (error: unknown): Fault | undefined => {
  if (error instanceof UnreadableStoredFile) return error.fault
  if (!(error instanceof Unproved)) return undefined
  return { type: 'ledgerRowAltered', message: exportFailures.record_altered, resourceId: error.resourceId }
}
