import { type Slice, ungoverned } from '#lib/governor.ts'

/** A job failed for some organizations and succeeded for the others; `processed` counts the completed work. */
export class PartlyFailed extends AggregateError {
  override readonly name = 'PartlyFailed'
  readonly processed: number

  constructor(errors: readonly unknown[], processed: number) {
    super(errors, `the job failed for ${errors.length} organizations`)
    this.processed = processed
  }
}

interface BatchOptions {
  readonly organizations: readonly { readonly id: string }[]
  readonly signal: AbortSignal
  /** The maximum size of a batch. A smaller batch means that its organization has no more work. */
  readonly size: number
  /** The `slice` of the run; left out if a batch mostly waits for other systems. */
  readonly slice?: Slice
}

/**
 * Runs `batch` for one organization after another, each until it returns fewer than `size` records. Returns the total.
 * A failure does not stop the other organizations: PartlyFailed is thrown after the last one.
 */
export const runInBatches = async (
  { organizations, signal, size, slice = ungoverned }: BatchOptions,
  batch: (organizationId: string) => Promise<number>,
): Promise<number> => {
  const errors: unknown[] = []
  let processed = 0
  const drain = async (organizationId: string): Promise<void> => {
    for (let count = size; count >= size && !signal.aborted; processed += count)
      count = await slice(() => batch(organizationId))
  }
  for (const { id } of organizations) await drain(id).catch(error => errors.push(error))
  if (errors.length > 0) throw new PartlyFailed(errors, processed)
  return processed
}
