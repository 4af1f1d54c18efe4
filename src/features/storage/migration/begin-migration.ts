import { firstOrNotFound, invalid, Refusal } from '#http/errors.ts'
import { hour, iso, second } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import type { CommandLineChange } from '#shared/command-line-change.ts'
import type { BindingRow, BindingStatus } from '#src/features/storage/bindings/binding.ts'
import { lockBinding } from '#src/features/storage/bindings/binding-queries.ts'
import { defaultHoldHours, defaultRate, type StorageMigration, showMigration } from './migration.ts'
import type { MigrationMode } from './migration-modes.ts'
import { countToCopy, findMigration, insertMigration } from './migration-queries.ts'

/** The source, target and settings of a migration. */
export interface MigrationInput {
  readonly sourceId: string
  readonly targetId: string
  readonly mode: MigrationMode
  readonly bytesPerSecond?: number | undefined
  readonly holdHours?: number | undefined
}

export interface PlannedMigration extends Required<MigrationInput> {
  readonly bytesPerSecond: number
  readonly holdHours: number
  readonly items: number
  readonly bytes: number
  /** The minimum duration of copying, at the maximum rate. */
  readonly seconds: number
}

const usable: readonly BindingStatus[] = ['validated', 'active', 'draining']

const requireUsable = ({ status }: BindingRow, side: string): void => {
  if (usable.includes(status)) return
  throw new Refusal(
    'unprocessable',
    sentence`migration.binding_status: The ${{ side }} is ${{ status }}; it must be ${{ possible: usable.join(' or ') }}.`,
  )
}

// Locks in the order of ids, so that two calls that name the bindings in opposite order cannot deadlock.
const lockBindings = async ({ tx }: Pick<CommandLineChange, 'tx'>, sourceId: string, targetId: string) => {
  const rows = new Map<string, BindingRow>()
  for (const id of [sourceId, targetId].toSorted())
    rows.set(id, firstOrNotFound(await tx.query(lockBinding, { id }), 'storage binding'))
  return [rows.get(sourceId), rows.get(targetId)] as const
}

/** Locks both bindings and counts the files to copy. Throws a 404 or 422 if the migration cannot start. */
export const planMigration = async (
  change: Pick<CommandLineChange, 'tx'>,
  { bytesPerSecond = defaultRate, holdHours = defaultHoldHours, ...input }: MigrationInput,
): Promise<PlannedMigration> => {
  const { sourceId, targetId } = input
  const [source, target] = await lockBindings(change, sourceId, targetId)
  if (sourceId === targetId)
    throw invalid(['targetId'], sentence`field.other_binding: must be another storage binding than the source`)
  if (!source || !target) throw new Error('a locked storage binding is missing')
  requireUsable(source, 'source')
  requireUsable(target, 'target')
  const [count] = await change.tx.query(countToCopy, { sourceId, targetId })
  const { items = 0, bytes = 0 } = count ?? {}
  return { ...input, bytesPerSecond, holdHours, items, bytes, seconds: Math.ceil(bytes / bytesPerSecond) }
}

/** The message for the unique constraint that allows only one running migration. */
export const migrationConflicts = {
  storage_migration_under_way: sentence`migration.already_running: Another storage migration of this workspace is running; wait for it to end, or cancel it.`,
}

/** Inserts a planned migration with its audit row; a job does the work. */
export const beginMigration = async (
  { tx, ids, now, audit }: CommandLineChange,
  { holdHours, items, bytes, seconds: _, ...planned }: PlannedMigration,
): Promise<StorageMigration> => {
  const id = ids.next('stm', now)
  const holdSeconds = (holdHours * hour) / second
  tx.write(insertMigration, { id, ...planned, holdSeconds, leftItems: items, leftBytes: bytes, at: iso(now) })
  const [row] = await tx.query(findMigration, { id })
  if (!row) throw new Error('the new storage migration is missing')
  const migration = showMigration(row, now)
  audit(id, { after: JSON.stringify(migration) })
  return migration
}
