import type { Change } from '#http/call.ts'
import { BlobCorrupt, BlobMissing, BlobStoreUnavailable, SourceFailed } from '#lib/blob-store.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { changeMigration, nextMigrationStatus, writeMigration } from './change-migration.ts'
import type { FailureCode, MigrationRow } from './migration.ts'
import { type LeasedMigration, MigrationReleased } from './migration-lease.ts'

/** The outcome for one file; a failure concerns either the file or the whole store. */
export type FileMigrationOutcome =
  | { readonly kind: 'done' | 'stopped' }
  | { readonly kind: 'file'; readonly code: 'missing' | 'altered'; readonly at: 'source' | 'target' }
  | { readonly kind: 'store'; readonly code: StoreCode }

/** Problems that do not pass by themselves: nothing is retried until an administrator has resumed the migration. */
const permanentCodes: ReadonlySet<FailureCode> = new Set([
  'credential',
  'forbidden',
  'no_bucket',
  'refused_address',
  'unsupported',
])

const codeOf = (error: unknown): StoreCode | undefined => {
  if (error instanceof BlobMissing) return 'missing'
  if (error instanceof BlobCorrupt) return 'altered'
  if (error instanceof StoreProblem) return error.code
  return error instanceof BlobStoreUnavailable ? 'unreachable' : undefined
}

/** Converts an error to an outcome. Rethrows errors that neither a file nor a store caused, such as database errors. */
export const outcomeOf = (error: unknown, signal: AbortSignal): FileMigrationOutcome => {
  if (signal.aborted || error instanceof MigrationReleased) return { kind: 'stopped' }
  const [cause, at] = error instanceof SourceFailed ? ([error.cause, 'source'] as const) : ([error, 'target'] as const)
  const code = codeOf(cause)
  if (code === undefined) throw error
  return code === 'missing' || code === 'altered' ? { kind: 'file', code, at } : { kind: 'store', code }
}

const concurrency = 4

/** Processes four items at a time. Starts no further item once a store has failed or the run must end. */
export const inParallel = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<FileMigrationOutcome>,
): Promise<FileMigrationOutcome[]> => {
  const remaining = items.values()
  const outcomes: FileMigrationOutcome[] = []
  let mustStop = false
  const next = async (): Promise<void> => {
    for (const item of remaining) {
      if (mustStop) return
      try {
        const outcome = await work(item)
        outcomes.push(outcome)
        mustStop ||= outcome.kind === 'store' || outcome.kind === 'stopped'
      } catch (error) {
        mustStop = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, next))
  for (const result of ended) if (result.status === 'rejected') throw result.reason
  return outcomes
}

const runningStatus = ({ status }: MigrationRow) =>
  status === 'copying' || status === 'holding' || status === 'deleting' ? status : undefined

/** Stops the migration until an administrator resumes it, and reports the failure. */
export const failMigration = (change: Change, row: MigrationRow, code: FailureCode): void => {
  const failed_in = runningStatus(row)
  if (!failed_in) return
  const status = nextMigrationStatus(row, 'fail')
  changeMigration(change, row, { status, failed_in, code, waits_for: null }, 'storage.migration.fail')
  const context = { migrationId: row.id, bindingId: row.target_id, code }
  writeSecurityEvent(change, { type: 'storageOperationsMigrationFailed', context })
}

const rememberedFiles = 10
const maxFailures = 5

/** Records a problem. The migration fails if the problem is permanent, or the fifth among the last ten files. */
export const recordMigrationProblem = (
  change: Change,
  row: MigrationRow,
  code: FailureCode,
  isFileProblem: boolean,
): void => {
  if (!runningStatus(row)) return
  const recent = `${row.recent}x`.slice(-rememberedFiles)
  if (!isFileProblem && permanentCodes.has(code)) failMigration(change, row, code)
  else if (recent.replaceAll('.', '').length >= maxFailures)
    failMigration(change, row, isFileProblem ? 'failing' : code)
  else writeMigration(change, row, { recent, ...(!isFileProblem && { waits_for: 'store' }) })
}

/** Records the outcomes of a batch. A failing store counts once, regardless of the number of files. */
export const settleOutcomes = async (
  leased: LeasedMigration,
  outcomes: readonly FileMigrationOutcome[],
): Promise<void> => {
  const problem = outcomes.find(({ kind }) => kind === 'store')
  if (problem?.kind !== 'store') return
  await leased.change('storage.migration.fail', (change, row) =>
    recordMigrationProblem(change, row, problem.code, false),
  )
}
