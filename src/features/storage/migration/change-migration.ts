import { choice, flag, nullable, number, statement, text } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import type { Version } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { readLocked } from '#shared/read-locked.ts'
import {
  type FailureCode,
  type MigrationRow,
  type MigrationStatus,
  migrationFlow,
  migrationTag,
  type StorageMigration,
  showMigration,
  type Wait,
} from './migration.ts'
import { findMigration, lockMigration, lockMigrationsFrom } from './migration-queries.ts'

const updateMigration = statement(
  'update_storage_migration',
  {
    id: text,
    status: choice<MigrationStatus>,
    failedIn: nullable(choice<MigrationStatus>),
    code: nullable(choice<FailureCode>),
    paused: flag,
    waitsFor: nullable(choice<Wait>),
    bytesPerSecond: number,
    deleteAfter: nullable(text),
    position: text,
    recent: text,
    leftItems: number,
    leftBytes: number,
    at: text,
  },
  `update storage_migration set status = :status, failed_in = :failedIn, code = :code, paused = :paused,
      waits_for = :waitsFor, bytes_per_second = :bytesPerSecond, delete_after = :deleteAfter, position = :position,
      recent = :recent, left_items = :leftItems, left_bytes = :leftBytes, updated_at = :at
    where organization_id = :organization and id = :id`,
)

export const migrationVersion: Version = async ({ tx }, id) => {
  const [row] = await readLocked(tx, lockMigration, findMigration, { id })
  return row && { etag: migrationTag(row), resourceId: id }
}

/** Locks and returns a migration. An unknown migration and one of another workspace get the same 404. */
export const lockMigrationForChange = async ({ tx }: Change, id: string): Promise<MigrationRow> =>
  firstOrNotFound(await readLocked(tx, lockMigration, findMigration, { id }), 'storage migration')

/** Returns the resulting status. Throws a 422 if the current status does not allow the change. */
export const nextMigrationStatus = <Input extends keyof typeof migrationFlow>(
  { status }: Pick<MigrationRow, 'status'>,
  input: Input,
): (typeof migrationFlow)[Input]['to'] => {
  if (statusAfter<MigrationStatus, keyof typeof migrationFlow>(migrationFlow, status, input))
    return migrationFlow[input].to
  throw new Refusal(
    'unprocessable',
    sentence`migration.status: The storage migration is ${{ status }}; it must be ${{ possible: migrationFlow[input].from.join(' or ') }}.`,
  )
}

type Changes = Partial<
  Pick<
    MigrationRow,
    | 'status'
    | 'failed_in'
    | 'code'
    | 'paused'
    | 'waits_for'
    | 'bytes_per_second'
    | 'delete_after'
    | 'position'
    | 'recent'
    | 'left_items'
    | 'left_bytes'
    | 'failed'
  >
>

/** Updates a locked migration. */
export const writeMigration = ({ tx, now }: Pick<Change, 'tx' | 'now'>, before: MigrationRow, changes: Changes) => {
  const after: MigrationRow = { ...before, ...changes, updated_at: new Date(now) }
  tx.write(updateMigration, {
    id: after.id,
    status: after.status,
    failedIn: after.failed_in,
    code: after.code,
    paused: after.paused,
    waitsFor: after.waits_for,
    bytesPerSecond: after.bytes_per_second,
    deleteAfter: after.delete_after && iso(after.delete_after.getTime()),
    position: after.position,
    recent: after.recent,
    leftItems: after.left_items,
    leftBytes: after.left_bytes,
    at: iso(now),
  })
  return after
}

/** Updates a locked migration and writes its audit row. */
export const changeMigration = (
  change: Change,
  before: MigrationRow,
  changes: Changes,
  action?: string,
): StorageMigration => {
  const after = showMigration(writeMigration(change, before, changes), change.now)
  const previous = JSON.stringify(showMigration(before, change.now))
  change.audit(after.id, { before: previous, after: JSON.stringify(after), ...(action && { action }) })
  return after
}

/** Cancels the migrations from a binding that becomes active, so that nothing more is removed from it. */
export const cancelMigrationsFrom = async (change: Change, sourceId: string): Promise<void> => {
  for (const row of await change.tx.query(lockMigrationsFrom, { sourceId }))
    changeMigration(change, row, { status: 'cancelled', failed_in: null, waits_for: null }, 'storage.migration.cancel')
}
