import { type Slice, ungoverned } from '#lib/governor.ts'

/** The job failed for some organizations and succeeded for the others; `processed` counts the completed work. */
export class PartlyFailed extends AggregateError {
  override readonly name = 'PartlyFailed'
  readonly processed: number

  constructor(errors: readonly unknown[], processed: number) {
    super(errors, `the job failed for ${errors.length} organizations`)
    this.processed = processed
  }
}

interface Batches {
  readonly organizations: readonly { readonly id: string }[]
  readonly signal: AbortSignal
  /** The size of a full batch; a smaller one is the last of its organization. */
  readonly size: number
  /** The slice of the run; left out if a batch mostly waits for other systems. */
  readonly slice?: Slice
}

/**
 * Runs `batch` for one organization after another, each until it returns fewer than `size` records; returns the sum. A
 * failure does not stop the others: they are finished before PartlyFailed is thrown.
 */
export const inBatches = async (
  { organizations, signal, size, slice = ungoverned }: Batches,
  batch: (organizationId: string) => Promise<number>,
): Promise<number> => {
  const errors: unknown[] = []
  let processed = 0
  const drain = async (organizationId: string): Promise<void> => {
    for (let taken = size; taken >= size && !signal.aborted; processed += taken)
      taken = await slice(() => batch(organizationId))
  }
  for (const { id } of organizations) await drain(id).catch(error => errors.push(error))
  if (errors.length > 0) throw new PartlyFailed(errors, processed)
  return processed
}
