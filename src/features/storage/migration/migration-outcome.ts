import type { Change } from '#http/call.ts'
import { BlobCorrupt, BlobMissing, BlobStoreUnavailable, SourceFailed } from '#lib/blob-store.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { changeMigration, nextMigrationStatus, writeMigration } from './change-migration.ts'
import type { FailureCode, MigrationRow } from './migration.ts'
import { type LeasedMigration, MigrationReleased } from './migration-lease.ts'

/** The outcome for one file; after a failure, whether the file or the whole store is at fault. */
export type FileMigrationOutcome =
  | { readonly kind: 'done' | 'stopped' }
  | { readonly kind: 'file'; readonly code: 'missing' | 'altered'; readonly at: 'source' | 'target' }
  | { readonly kind: 'store'; readonly code: StoreCode }

/** Problems that persist: nothing is retried until an administrator has fixed them. */
const definite: ReadonlySet<FailureCode> = new Set([
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

/** Rethrows an error that is not the fault of a file or store, such as a database error. */
export const outcomeOf = (error: unknown, signal: AbortSignal): FileMigrationOutcome => {
  if (signal.aborted || error instanceof MigrationReleased) return { kind: 'stopped' }
  const [cause, at] = error instanceof SourceFailed ? ([error.cause, 'source'] as const) : ([error, 'target'] as const)
  const code = codeOf(cause)
  if (code === undefined) throw error
  return code === 'missing' || code === 'altered' ? { kind: 'file', code, at } : { kind: 'store', code }
}

const concurrency = 4

/** Works on four items at a time, and starts no more once a store fails or the run must end. */
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

/** Records a failure. The migration fails if the failure is definite, or the fifth among the last ten. */
export const recordMigrationTrouble = (
  change: Change,
  row: MigrationRow,
  code: FailureCode,
  perFile: boolean,
): void => {
  if (!runningStatus(row)) return
  const recent = `${row.recent}x`.slice(-rememberedFiles)
  if (!perFile && definite.has(code)) failMigration(change, row, code)
  else if (recent.replaceAll('.', '').length >= maxFailures) failMigration(change, row, perFile ? 'failing' : code)
  else writeMigration(change, row, { recent, ...(!perFile && { waits_for: 'store' }) })
}

/** Records the outcomes of a batch. A failing store counts once, however many files it affected. */
export const settleOutcomes = async (
  leased: LeasedMigration,
  outcomes: readonly FileMigrationOutcome[],
): Promise<void> => {
  const trouble = outcomes.find(({ kind }) => kind === 'store')
  if (trouble?.kind !== 'store') return
  await leased.change('storage.migration.fail', (change, row) =>
    recordMigrationTrouble(change, row, trouble.code, false),
  )
}
