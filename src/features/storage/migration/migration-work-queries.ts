import {
  choice,
  forItsValues,
  narrows,
  nullable,
  number,
  numbers,
  type RowOf,
  statement,
  text,
  texts,
} from '#db/statement.ts'
import { leaseIsFree } from '#jobs/lease.ts'
import { bindingColumns } from '#shared/blob-copy.ts'
import type { FailureCode } from './migration.ts'
import { migrationColumns, notAtTarget } from './migration-queries.ts'

export const organizationsWithStorageMigrations = statement(
  'organizations_with_storage_migrations',
  { now: text },
  'select * from organizations_with_storage_migrations(:now) as id',
)

/** Finds migrations with work to do or leftovers to remove. */
export const findMigrationsToRun = statement(
  'find_storage_migrations_to_run',
  { now: text },
  `select m.id from storage_migration m
    where m.organization_id = :organization
      and (m.status in ('copying', 'deleting') and not m.paused
        or m.status = 'holding' and not m.paused and m.delete_after <= :now
        or exists (select from blob_copy c where c.organization_id = m.organization_id and c.migration_id = m.id))
    order by m.id`,
)

export const takeMigrationLease = statement(
  'take_storage_migration_lease',
  { id: text, now: text, latest: text, owner: text, until: text },
  `update storage_migration set lease_owner = :owner, lease_until = :until
    where organization_id = :organization and id = :id and ${leaseIsFree} returning id`,
)

/** Locks a migration and renews its lease, if this run still holds it. */
export const renewMigrationLease = statement(
  'renew_storage_migration_lease',
  { id: text, owner: text, until: text },
  `update storage_migration m set lease_until = :until
    where m.organization_id = :organization and m.id = :id and m.lease_owner = :owner returning ${migrationColumns}`,
  narrows<{ code: FailureCode | null }>,
)

export const releaseMigration = statement(
  'release_storage_migration',
  { id: text, owner: text, pacedUntil: text },
  `update storage_migration set lease_owner = null, lease_until = null, paced_until = :pacedUntil
    where organization_id = :organization and id = :id and lease_owner = :owner`,
)

export type MigrationEndsRow = RowOf<typeof selectMigrationEnds>

/** Finds the current source and target of a migration. */
export const selectMigrationEnds = forItsValues(
  statement(
    'find_ends_of_storage_migration',
    { ids: texts },
    `select b.status, ${bindingColumns} from storage_binding b where b.organization_id = :organization and b.id = any(:ids)`,
  ),
)

/** A file with the copy to read. */
export type FileRow = RowOf<typeof filesToCopy>

const untried = `not exists (select from storage_migration_failure f
      where f.organization_id = c.organization_id and f.migration_id = :migrationId and f.blob_key = c.blob_key)`

/** Finds the next files to copy, up to a number of files or bytes. The last file may exceed the limit on bytes. */
export const filesToCopy = statement(
  'files_to_copy',
  { migrationId: text, sourceId: text, targetId: text, position: text, limit: number, bytes: number },
  `select object_key, blob_key, stored_bytes, data_key_id, version_id, artifact_id, byte_size, checksum_sha256 from (
     select q.*, sum(q.byte_size) over (order by q.object_key) - q.byte_size as before from (
       select c.object_key, c.blob_key, c.stored_bytes, c.data_key_id, c.version_id, a.id as artifact_id, a.byte_size,
              a.checksum_sha256
         from blob_copy c
         join artifact a on a.organization_id = c.organization_id and a.blob_key = c.blob_key
        where c.organization_id = :organization and c.binding_id = :sourceId and c.state = 'verified'
          and c.object_key > :position and ${notAtTarget} and ${untried}
        order by c.object_key limit :limit) q) w
    where before < :bytes order by object_key`,
)

export const insertWriting = statement(
  'insert_copies_in_writing',
  { migrationId: text, bindingId: text, objectKeys: texts, blobKeys: texts, sizes: numbers, at: text },
  `insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at, migration_id)
   select :organization, k.object_key, k.blob_key, :bindingId, 'writing', k.stored_bytes, :at, :at, :migrationId
     from unnest(:objectKeys::text[], :blobKeys::text[], :sizes::bigint[]) as k (object_key, blob_key, stored_bytes)`,
)

export const recordPosition = statement(
  'record_position_of_storage_migration',
  { id: text, position: text },
  'update storage_migration set position = :position where organization_id = :organization and id = :id',
)

export const recordCopyUpload = statement(
  'record_upload_of_copy',
  { objectKey: text, uploadId: text },
  'update blob_copy set upload_id = :uploadId where organization_id = :organization and object_key = :objectKey',
)

/** Marks the copies that still belong to this migration as verified; returns them. Stores empty strings as null. */
export const recordCopied = statement(
  'record_copied',
  {
    migrationId: text,
    objectKeys: texts,
    storedBytes: numbers,
    dataKeyIds: texts,
    versionIds: texts,
    sizes: numbers,
    at: text,
  },
  `with kept as (
     update blob_copy c set state = 'verified', stored_bytes = k.stored_bytes, data_key_id = nullif(k.data_key_id, ''),
         version_id = nullif(k.version_id, ''), since = :at, scrubbed_at = :at, migration_id = null, upload_id = null
       from unnest(:objectKeys::text[], :storedBytes::bigint[], :dataKeyIds::text[], :versionIds::text[], :sizes::bigint[])
         as k (object_key, stored_bytes, data_key_id, version_id, size)
      where c.organization_id = :organization and c.object_key = k.object_key and c.state = 'writing'
        and c.migration_id = :migrationId
     returning c.object_key, k.size
   ), counted as (
     update storage_migration m set copied_items = m.copied_items + n.items, copied_bytes = m.copied_bytes + n.bytes,
         left_items = greatest(0, m.left_items - n.items), left_bytes = greatest(0, m.left_bytes - n.bytes),
         recent = right(m.recent || repeat('.', n.items), 10), waits_for = null
       from (select count(*)::int as items, sum(size)::bigint as bytes from kept) n
      where m.organization_id = :organization and m.id = :migrationId and n.items > 0
   )
   select object_key from kept`,
)

export const insertFailure = statement(
  'insert_storage_migration_failure',
  { migrationId: text, artifactId: text, blobKey: text, code: choice<FailureCode>, at: text },
  `insert into storage_migration_failure (organization_id, migration_id, artifact_id, blob_key, code, failed_at)
   values (:organization, :migrationId, :artifactId, :blobKey, :code, :at) on conflict do nothing`,
)

/** Records a failure for each file whose source copy is known to be damaged. Such files are not copied. */
export const failDamaged = statement(
  'fail_damaged_copies',
  { migrationId: text, sourceId: text, targetId: text, at: text },
  `insert into storage_migration_failure (organization_id, migration_id, artifact_id, blob_key, code, failed_at)
   select a.organization_id, :migrationId, a.id, a.blob_key, 'altered', :at
     from blob_copy c join artifact a on a.organization_id = c.organization_id and a.blob_key = c.blob_key
    where c.organization_id = :organization and c.binding_id = :sourceId and c.state = 'damaged' and ${notAtTarget}
   on conflict do nothing`,
)

/** Finds what still prevents the target of a migration from becoming active. */
export const findObstacles = statement(
  'find_storage_migration_obstacles',
  { migrationId: text, sourceId: text, targetId: text },
  `select exists (select from blob_copy c where c.organization_id = :organization and c.binding_id = :sourceId
                     and c.state = 'verified' and ${notAtTarget} and ${untried}) as files,
          exists (select from storage_migration_failure where organization_id = :organization
                     and migration_id = :migrationId and accepted_at is null) as failures,
          exists (select from staged_blob where organization_id = :organization and binding_id = :sourceId
                     and locked_until is null) as uploads`,
)

const countRemaining = (states: string, condition: string) =>
  `select count(*)::int as items, coalesce(sum(c.stored_bytes), 0)::bigint as bytes from blob_copy c
    where c.organization_id = :organization and c.binding_id = :sourceId and c.state in (${states}) and ${condition}`

export const countLeftToCopy = statement(
  'count_left_to_copy',
  { migrationId: text, sourceId: text, targetId: text },
  countRemaining("'verified'", `${notAtTarget} and ${untried}`),
)

export const countLeftToRemove = statement(
  'count_left_to_remove',
  { sourceId: text, targetId: text },
  countRemaining("'verified', 'condemned'", `not ${notAtTarget} and c.remove_after is null`),
)

export const recordRemaining = statement(
  'record_left_of_storage_migration',
  { id: text, items: number, bytes: number, measured: nullable(number) },
  `update storage_migration set left_items = :items, left_bytes = :bytes, measured = coalesce(:measured, measured)
    where organization_id = :organization and id = :id`,
)

export const recordMeasured = statement(
  'record_measured_rate',
  { id: text, measured: number },
  'update storage_migration set measured = :measured where organization_id = :organization and id = :id',
)

/** Finds leftovers of unfinished attempts. */
export const findLeftovers = statement(
  'find_leftover_copies',
  { migrationId: text, now: text, limit: number },
  `select c.object_key, c.upload_id, ${bindingColumns} from blob_copy c
     join storage_binding b on b.organization_id = c.organization_id and b.id = c.binding_id
    where c.organization_id = :organization and c.migration_id = :migrationId and c.state = 'writing'
      and (c.locked_until is null or c.locked_until <= :now)
    order by c.object_key limit :limit`,
)

/** Locks the copy of an attempt, in any state, until the end of the transaction. */
export const lockCopy = statement(
  'lock_copy',
  { objectKey: text },
  'select state, upload_id from blob_copy where organization_id = :organization and object_key = :objectKey for update',
)

/** Records how long the store keeps a copy locked. */
export const recordLock = statement(
  'record_copy_lock',
  { objectKey: text, until: text },
  'update blob_copy set locked_until = :until where organization_id = :organization and object_key = :objectKey',
)

export const deleteCopy = statement(
  'forget_copy',
  { objectKey: text },
  'delete from blob_copy where organization_id = :organization and object_key = :objectKey',
)
