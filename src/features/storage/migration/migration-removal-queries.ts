import { number, type RowOf, statement, text } from '#db/statement.ts'
import { bindingColumns } from '#shared/blob-copy.ts'
import { notAtTarget } from './migration-queries.ts'

/** A file at the source, with its replacement at the target. */
export type ReplacedRow = RowOf<typeof filesToRemove>

export const filesToRemove = statement(
  'files_to_remove',
  { sourceId: text, targetId: text, now: text, limit: number },
  `select c.object_key as source_key, d.object_key, c.blob_key, d.stored_bytes, d.data_key_id, d.version_id, a.id as artifact_id,
          a.byte_size, a.checksum_sha256
     from blob_copy c
     join artifact a on a.organization_id = c.organization_id and a.blob_key = c.blob_key
     join lateral (select * from blob_copy t where t.organization_id = c.organization_id and t.blob_key = c.blob_key
                      and t.binding_id = :targetId and t.state = 'verified' order by t.object_key limit 1) d on true
    where c.organization_id = :organization and c.binding_id = :sourceId and c.state = 'verified'
      and c.remove_after is null and (c.locked_until is null or c.locked_until <= :now)
    order by c.object_key limit :limit`,
)

/** Marks locked copies for later removal by `remove-kept-copies`; returns their number. */
export const keepLocked = statement(
  'keep_locked_copies',
  { migrationId: text, sourceId: text, targetId: text, now: text, limit: number },
  `with kept as (
     update blob_copy c set remove_after = c.locked_until
      where c.organization_id = :organization and c.object_key in (
        select c.object_key from blob_copy c
         where c.organization_id = :organization and c.binding_id = :sourceId and c.state = 'verified'
           and c.remove_after is null and c.locked_until > :now and not ${notAtTarget}
         order by c.object_key limit :limit)
     returning c.stored_bytes, c.locked_until
   ), noted as (
     select count(*)::int as items, coalesce(sum(stored_bytes), 0) as bytes, max(locked_until) as until from kept
   ), counted as (
     update storage_migration m set kept_items = m.kept_items + n.items, kept_bytes = m.kept_bytes + n.bytes,
         kept_until = greatest(m.kept_until, n.until), left_items = greatest(0, m.left_items - n.items),
         left_bytes = greatest(0, m.left_bytes - n.bytes)
       from noted n where m.organization_id = :organization and m.id = :migrationId and n.items > 0
   )
   select items from noted`,
)

/** Prevents the activation of a source until the end of the transaction. */
export const lockMigrationSource = statement(
  'lock_source_of_storage_migration',
  { id: text },
  'select status from storage_binding where organization_id = :organization and id = :id for share',
)

/** Excludes a copy from reads. Does nothing if its replacement is no longer verified. */
export const condemnCopy = statement(
  'condemn_copy',
  { migrationId: text, objectKey: text, replacedBy: text, at: text },
  `update blob_copy set state = 'condemned', since = :at, migration_id = :migrationId
    where organization_id = :organization and object_key = :objectKey and state = 'verified'
      and exists (select from blob_copy d where d.organization_id = :organization and d.object_key = :replacedBy
                    and d.state = 'verified')`,
)

export const markDamaged = statement(
  'mark_copy_damaged',
  { objectKey: text, at: text },
  `update blob_copy set state = 'damaged', since = :at
    where organization_id = :organization and object_key = :objectKey and state = 'verified'`,
)

export type CondemnedRow = RowOf<typeof findCondemned>

export const findCondemned = statement(
  'find_condemned_copies',
  { migrationId: text, until: text, limit: number },
  `select c.object_key, c.stored_bytes, ${bindingColumns}
     from blob_copy c
     join storage_binding b on b.organization_id = c.organization_id and b.id = c.binding_id
    where c.organization_id = :organization and c.migration_id = :migrationId and c.state = 'condemned'
      and c.since <= :until
    order by c.object_key limit :limit`,
)

/** Locks the replacement until the end of the transaction; no row if it no longer exists. */
export const lockReplacement = statement(
  'lock_replacement_of_copy',
  { objectKey: text },
  `select d.object_key from blob_copy c
    cross join lateral (
      select t.object_key from blob_copy t
       where t.organization_id = c.organization_id and t.blob_key = c.blob_key and t.state = 'verified'
       order by t.object_key limit 1 for share) d
    where c.organization_id = :organization and c.object_key = :objectKey and c.state = 'condemned' for update of c`,
)

export const hasCondemned = statement(
  'has_condemned_copies',
  { migrationId: text },
  `select exists (select from blob_copy where organization_id = :organization and migration_id = :migrationId
                    and state = 'condemned') as waiting`,
)

/** Restores a condemned copy that turned out to be locked in the store. */
export const keepCondemned = statement(
  'keep_condemned_copy',
  { objectKey: text, until: text, at: text },
  `update blob_copy set state = 'verified', since = :at, migration_id = null, locked_until = :until
    where organization_id = :organization and object_key = :objectKey and state = 'condemned'`,
)

/** Restores a condemned copy whose replacement was lost meanwhile. */
export const restoreCopy = statement(
  'pardon_copy',
  { objectKey: text, at: text },
  `update blob_copy set state = 'verified', since = :at, migration_id = null
    where organization_id = :organization and object_key = :objectKey and state = 'condemned'`,
)

export const recordRemoved = statement(
  'record_removed',
  { migrationId: text, objectKey: text, bytes: number },
  `with gone as (
     delete from blob_copy where organization_id = :organization and object_key = :objectKey and state = 'condemned'
     returning object_key
   )
   update storage_migration set removed_items = removed_items + 1, removed_bytes = removed_bytes + :bytes,
       left_items = greatest(0, left_items - 1), left_bytes = greatest(0, left_bytes - :bytes),
       recent = right(recent || '.', 10), waits_for = null
    where organization_id = :organization and id = :migrationId and exists (select from gone)`,
)
