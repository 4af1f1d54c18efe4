import { choice, narrows, number, type RowOf, statement, text } from '#db/statement.ts'
import type { FailureCode } from './migration.ts'
import type { MigrationMode } from './migration-modes.ts'

const countFailures = (condition: string) => `(select count(*)::int from storage_migration_failure f
    where f.organization_id = m.organization_id and f.migration_id = m.id and f.accepted_at is ${condition})`

/** The columns of the migration `m`. */
export const migrationColumns = `m.id, m.source_id, m.target_id, m.mode, m.status, m.failed_in, m.code, m.paused,
  m.waits_for, m.bytes_per_second, m.hold_seconds, m.delete_after, m.position, m.recent, m.copied_items, m.copied_bytes,
  m.removed_items, m.removed_bytes, m.left_items, m.left_bytes, m.kept_items, m.kept_bytes, m.kept_until, m.measured, m.paced_until, m.created_at, m.updated_at,
  ${countFailures('null')} as failed, ${countFailures('not null')} as accepted`

export const findMigration = statement(
  'find_storage_migration',
  { id: text },
  `select ${migrationColumns} from storage_migration m where m.organization_id = :organization and m.id = :id`,
  narrows<{ code: FailureCode | null }>,
)

export const lockMigration = statement(
  'lock_storage_migration',
  { id: text },
  'select from storage_migration where organization_id = :organization and id = :id for no key update',
)

/** Locks the migrations that would remove files from a binding. */
export const lockMigrationsFrom = statement(
  'lock_storage_migrations_from',
  { sourceId: text },
  `select ${migrationColumns} from storage_migration m
    where m.organization_id = :organization and m.source_id = :sourceId
      and m.status in ('copying', 'holding', 'deleting', 'failed') for no key update of m`,
  narrows<{ code: FailureCode | null }>,
)

export const listMigrations = statement(
  'list_storage_migrations',
  { position: text, limit: number },
  `select ${migrationColumns} from storage_migration m
    where m.organization_id = :organization and m.id < :position order by m.id desc limit :limit`,
  narrows<{ code: FailureCode | null }>,
)

/** SQL condition: the target has no verified copy of the file. */
export const notAtTarget = `not exists (select from blob_copy d
      where d.organization_id = c.organization_id and d.blob_key = c.blob_key and d.binding_id = :targetId
        and d.state = 'verified')`

/** Counts the files, and their bytes, that a migration from one binding to another would copy. */
export const countToCopy = statement(
  'count_copies_to_migrate',
  { sourceId: text, targetId: text },
  `select count(*)::int as items, coalesce(sum(c.stored_bytes), 0)::bigint as bytes from blob_copy c
    where c.organization_id = :organization and c.binding_id = :sourceId and c.state in ('verified', 'damaged')
      and ${notAtTarget}`,
)

export const insertMigration = statement(
  'insert_storage_migration',
  {
    id: text,
    sourceId: text,
    targetId: text,
    mode: choice<MigrationMode>,
    bytesPerSecond: number,
    holdSeconds: number,
    leftItems: number,
    leftBytes: number,
    at: text,
  },
  `insert into storage_migration (organization_id, id, source_id, target_id, mode, status, bytes_per_second, hold_seconds,
      left_items, left_bytes, created_at, updated_at)
   values (:organization, :id, :sourceId, :targetId, :mode, 'copying', :bytesPerSecond, :holdSeconds,
      :leftItems, :leftBytes, :at, :at)`,
)

/** A failure's row; `record` is that of the file's newest attachment. */
export type FailureRow = RowOf<typeof listFailures>

const failureColumns = `f.artifact_id, f.code, f.failed_at, f.accepted_at, f.accepted_by, f.reason, a.byte_size,
  (select l.record from attachment_link l where l.organization_id = f.organization_id and l.artifact_id = f.artifact_id
    order by l.id desc limit 1) as record`

const failuresOfMigration = `storage_migration_failure f
     join artifact a on a.organization_id = f.organization_id and a.id = f.artifact_id
    where f.organization_id = :organization and f.migration_id = :migrationId`

export const listFailures = statement(
  'list_storage_migration_failures',
  { position: text, limit: number, migrationId: text },
  `select ${failureColumns} from ${failuresOfMigration} and f.artifact_id < :position
    order by f.artifact_id desc limit :limit`,
  narrows<{ code: FailureCode }>,
)

export const lockFailure = statement(
  'lock_storage_migration_failure',
  { migrationId: text, artifactId: text },
  `select ${failureColumns} from ${failuresOfMigration} and f.artifact_id = :artifactId for no key update of f`,
  narrows<{ code: FailureCode }>,
)

export const acceptFailure = statement(
  'accept_storage_migration_failure',
  { migrationId: text, artifactId: text, acceptedBy: text, reason: text, at: text },
  `update storage_migration_failure set accepted_at = :at, accepted_by = :acceptedBy, reason = :reason
    where organization_id = :organization and migration_id = :migrationId and artifact_id = :artifactId`,
)

/** Deletes the failures that were not accepted, so that the migration tries these files again. */
export const forgetFailures = statement(
  'forget_storage_migration_failures',
  { migrationId: text },
  `delete from storage_migration_failure
    where organization_id = :organization and migration_id = :migrationId and accepted_at is null`,
)
