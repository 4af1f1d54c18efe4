import type { Change } from '#http/call.ts'
import { iso, second } from '#lib/clock.ts'
import { reachedStep } from '#lib/storage-steps.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import type { BindingRow } from '#src/features/storage/bindings/binding.ts'
import { lockBinding } from '#src/features/storage/bindings/binding-queries.ts'
import { nextBindingStatus, writeBinding } from '#src/features/storage/bindings/change-binding.ts'
import { changeMigration, nextMigrationStatus, writeMigration } from './change-migration.ts'
import type { Progress } from './copy-files.ts'
import type { MigrationRow, Wait } from './migration.ts'
import type { LeasedMigration } from './migration-lease.ts'
import { failMigration } from './migration-outcome.ts'
import { hasCondemned } from './migration-removal-queries.ts'
import { countLeftToRemove, failDamaged, findObstacles, recordRemaining } from './migration-work-queries.ts'

type LockedEnds = Readonly<Record<'source' | 'target', BindingRow>>

// Locks both bindings in the order of their ids, as the start of a migration does.
const lockEnds = async ({ tx }: Change, { source_id, target_id }: MigrationRow): Promise<LockedEnds> => {
  const rows = new Map<string, BindingRow>()
  for (const id of [source_id, target_id].toSorted())
    for (const row of await tx.query(lockBinding, { id })) rows.set(id, row)
  const [source, target] = [rows.get(source_id), rows.get(target_id)]
  if (!source || !target) throw new Error('a storage binding of the migration is gone')
  return { source, target }
}

const complete = (change: Change, row: MigrationRow): void => {
  const status = nextMigrationStatus(row, 'complete')
  changeMigration(change, row, { status, waits_for: null, left_items: 0, left_bytes: 0 }, 'storage.migration.complete')
  const context = { migrationId: row.id, bindingId: row.target_id, count: row.copied_items }
  writeSecurityEvent(change, { type: 'storageOperationsMigrationCompleted', context })
}

/** Directs new uploads to the target. Copies at the source stay for the hold time, so that the move can be undone. */
const switchToTarget = (change: Change, row: MigrationRow, { source, target }: LockedEnds): void => {
  if (source.status === 'active') {
    writeBinding(change, source, { status: nextBindingStatus(source, 'replace') }, 'storage.binding.activate')
    const activated = { status: nextBindingStatus(target, 'activate'), activated_at: new Date(change.now) }
    writeBinding(change, target, activated, 'storage.binding.activate')
  }
  const delete_after = new Date(change.now + row.hold_seconds * second)
  const status = nextMigrationStatus(row, 'hold')
  changeMigration(change, row, { status, delete_after, waits_for: null, position: '' }, 'storage.migration.switch')
}

const usable: ReadonlySet<string> = new Set(['validated', 'draining', 'active'])

/** Returns the reason why the migration cannot proceed yet; undefined if it can. */
const findObstacle = async (change: Change, row: MigrationRow): Promise<Wait | 'files' | undefined> => {
  const { tx, now } = change
  const range = { migrationId: row.id, sourceId: row.source_id, targetId: row.target_id }
  tx.write(failDamaged, { ...range, at: iso(now) })
  const [obstacle] = await tx.query(findObstacles, range)
  if (obstacle?.files) return 'files'
  if (obstacle?.failures) return 'failures'
  return obstacle?.uploads && row.mode === 'move' ? 'uploads' : undefined
}

const recordWait = (change: Change, row: MigrationRow, waits_for: Wait | 'files'): Progress => {
  if (waits_for === 'files') return 'worked'
  if (row.waits_for !== waits_for) writeMigration(change, row, { waits_for })
  return 'waits'
}

/**
 * Once all files are copied, completes a migration in mode copy; in mode move, makes the target active in one
 * transaction with both bindings locked.
 */
export const settleCopying = async (leased: LeasedMigration): Promise<Progress> => {
  const result = await leased.change(
    'storage.migration.switch',
    async (change, row): Promise<Progress | 'switched'> => {
      if (row.status !== 'copying' || row.paused) return 'waits'
      const ends = await lockEnds(change, row)
      const obstacle = await findObstacle(change, row)
      if (obstacle) return recordWait(change, row, obstacle)
      if (row.mode === 'copy') {
        complete(change, row)
        return 'waits'
      }
      if (!usable.has(ends.target.status)) {
        failMigration(change, row, 'not_validated')
        return 'waits'
      }
      switchToTarget(change, row, ends)
      // Sends the statements now, so that a process that stops here leaves an open transaction.
      await change.tx.query(hasCondemned, { migrationId: row.id })
      reachedStep('switching')
      return 'switched'
    },
  )
  if (result !== 'switched') return result
  reachedStep('switched')
  return 'worked'
}

/** Begins the removal from the source once the hold time has passed. */
export const beginDeleting = (leased: LeasedMigration): Promise<Progress> =>
  leased.change('storage.migration.delete', async (change, row) => {
    const { tx, now } = change
    const isDue = row.delete_after !== null && row.delete_after.getTime() <= now
    if (row.status !== 'holding' || row.paused || !isDue) return 'waits'
    changeMigration(change, row, { status: nextMigrationStatus(row, 'delete'), position: '' })
    const [remaining] = await tx.query(countLeftToRemove, { sourceId: row.source_id, targetId: row.target_id })
    if (remaining) tx.write(recordRemaining, { id: row.id, ...remaining, measured: null })
    return 'worked'
  })

/** Completes the migration once only files with accepted failures remain at the source. */
export const settleDeleting = (leased: LeasedMigration): Promise<Progress> =>
  leased.change('storage.migration.complete', async (change, row) => {
    if (row.status !== 'deleting' || row.paused) return 'waits'
    const obstacle = await findObstacle(change, row)
    if (obstacle) return recordWait(change, row, obstacle)
    const [condemned] = await change.tx.query(hasCondemned, { migrationId: row.id })
    if (!condemned?.waiting) complete(change, row)
    return 'waits'
  })
