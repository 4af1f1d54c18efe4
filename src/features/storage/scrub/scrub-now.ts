import { day, iso } from '#lib/clock.ts'
import { ungoverned } from '#lib/governor.ts'
import { order } from '#shared/command-line-change.ts'
import type { Workspace } from '#src/features/storage/commands/workspaces.ts'
import { createPace, unpaced } from './pace.ts'
import { type CoverageRow, scrubCoverage } from './queries.ts'
import { batchSize, type ScrubRun, scrubBatch } from './scrub-organization.ts'
import { everyDays, scrubStoredFiles } from './scrub-stored-files.ts'

type ScrubServices = ScrubRun['services']

/** The progress of the scrub in a workspace. */
export interface Coverage extends Omit<CoverageRow, 'oldest'> {
  readonly organization: string
  readonly everyDays: number
  readonly oldestCheckAt: string | null
}

/** The result of reading a workspace: its coverage and the counts of this run. */
export interface ScrubResult extends Coverage {
  readonly read: { readonly copies: number; readonly bytes: number }
  /** Storage bindings that could not be read. */
  readonly unavailable: readonly string[]
}

export const coverageOf = async ({ db, clock }: ScrubServices, { id, slug }: Workspace): Promise<Coverage> => {
  const [row] = await db.read(id, scrubCoverage, { since: iso(clock.now() - everyDays * day) })
  if (!row) throw new Error('an aggregate always has a row')
  const { oldest, ...counts } = row
  return { organization: slug, ...counts, everyDays, oldestCheckAt: oldest && iso(oldest.getTime()) }
}

export interface ScrubNowOptions {
  /** The maximum rate; unlimited if omitted. */
  readonly bytesPerSecond?: number | undefined
  readonly signal: AbortSignal
}

/**
 * Reads all copies of a workspace again, regardless of their last check. Detects the same problems as the job, and may
 * run at the same time. The job does the repairs, so that files in the folder belong to the server's account.
 */
export const scrubNow = async (
  services: ScrubServices,
  workspace: Workspace,
  { bytesPerSecond, signal }: ScrubNowOptions,
): Promise<ScrubResult> => {
  const { ids, clock } = services
  const startedAt = clock.now()
  const runId = ids.next('jrn', startedAt)
  const totals = { copies: 0, bytes: 0 }
  const run: ScrubRun = {
    services,
    requestId: runId,
    signal,
    slice: ungoverned,
    pace: bytesPerSecond === undefined ? unpaced : createPace(bytesPerSecond, signal),
    before: startedAt + 1,
    damagedBefore: startedAt + 1,
    at: startedAt + 1,
    skip: new Set(),
    read(bytes) {
      totals.copies++
      totals.bytes += bytes
    },
  }
  const orderInput = {
    organizationId: workspace.id,
    action: 'job.run',
    reason: 'probata storage scrub --now',
    requestId: runId,
  }
  await order(services, orderInput, ({ audit }) => audit(scrubStoredFiles.name, { detail: runId }))
  let isFinished = false
  while (!isFinished && !signal.aborted) {
    const unavailable = run.skip.size
    isFinished = (await scrubBatch(run, workspace.id)) < batchSize && run.skip.size === unavailable
  }
  return { ...(await coverageOf(services, workspace)), read: totals, unavailable: [...run.skip] }
}
