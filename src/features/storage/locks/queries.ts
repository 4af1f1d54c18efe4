import { number, type RowOf, statement, text, texts } from '#db/statement.ts'
import { bindingColumns, readsSuspendedSql } from '#shared/blob-copy.ts'
import { waitsForLock } from '#src/features/storage/bindings/binding-queries.ts'

export const organizationsWithCopiesToLock = statement(
  'organizations_with_copies_to_lock',
  {},
  'select * from organizations_with_copies_to_lock() as id',
)

export const organizationsWithCopiesToRemove = statement(
  'organizations_with_copies_to_remove',
  { now: text },
  'select * from organizations_with_copies_to_remove(:now) as id',
)

/** A locked copy and its location. */
export type LockedCopyRow = RowOf<typeof condemnedLockedCopies>

const columns = (copy: string) =>
  `${copy}.object_key, ${copy}.stored_bytes::bigint as stored_bytes, ${copy}.data_key_id, ${copy}.version_id,
   ${bindingColumns}`

export const copiesToLock = statement(
  'copies_to_lock',
  { position: text, skip: texts, limit: number },
  `select ${columns('c')}, c.lock_until from blob_copy c
     join storage_binding b on b.organization_id = c.organization_id and b.id = c.binding_id
    where c.organization_id = :organization and c.object_key > :position and ${waitsForLock('c')}
      and not c.binding_id = any(:skip::text[]) and not ${readsSuspendedSql('b')}
    order by c.object_key limit :limit`,
)

/** Records the end of locks. Never shortens a recorded lock. */
export const recordLocks = statement(
  'record_locks_of_copies',
  { objectKeys: texts, untils: texts },
  `update blob_copy c set locked_until = greatest(c.locked_until, locks.until)
     from unnest(:objectKeys::text[], :untils::timestamptz[]) as locks (object_key, until)
    where c.organization_id = :organization and c.object_key = locks.object_key`,
)

/** Finds copies whose lock has ended, each with its replacement, which must be read first. */
export const lockedCopiesToRemove = statement(
  'kept_copies_to_remove',
  { now: text, skip: texts, limit: number },
  `select c.object_key as kept_key, c.binding_id as kept_in, a.byte_size::bigint as byte_size, a.checksum_sha256,
          ${columns('d')}
     from blob_copy c
     join storage_binding s on s.organization_id = c.organization_id and s.id = c.binding_id and s.status <> 'active'
     join artifact a on a.organization_id = c.organization_id and a.blob_key = c.blob_key
    cross join lateral (
      select t.* from blob_copy t
       where t.organization_id = c.organization_id and t.blob_key = c.blob_key and t.binding_id <> c.binding_id
         and t.state = 'verified' and t.remove_after is null
       order by t.suspect_since is null desc, t.object_key limit 1) d
     join storage_binding b on b.organization_id = d.organization_id and b.id = d.binding_id
    where c.organization_id = :organization and c.remove_after <= :now and c.state = 'verified'
      and not d.binding_id = any(:skip::text[]) and not ${readsSuspendedSql('b')}
    order by c.remove_after, c.object_key limit :limit`,
)

/** Excludes a copy from reads. Does nothing if it is no longer due or its replacement is no longer verified. */
export const condemnLockedCopy = statement(
  'condemn_kept_copy',
  { objectKey: text, replacedBy: text, at: text },
  `update blob_copy c set state = 'condemned', since = :at
    where c.organization_id = :organization and c.object_key = :objectKey and c.state = 'verified' and c.remove_after <= :at
      and exists (select from blob_copy d where d.organization_id = c.organization_id and d.object_key = :replacedBy
                    and d.state = 'verified')`,
)

export const condemnedLockedCopies = statement(
  'condemned_kept_copies',
  { until: text, skip: texts, limit: number },
  `select ${columns('c')} from blob_copy c
     join storage_binding b on b.organization_id = c.organization_id and b.id = c.binding_id
    where c.organization_id = :organization and c.remove_after is not null and c.migration_id is null
      and c.state = 'condemned' and c.since <= :until and not c.binding_id = any(:skip::text[]) and not ${readsSuspendedSql('b')}
    order by c.remove_after, c.object_key limit :limit`,
)

export const deleteLockedCopy = statement(
  'forget_kept_copy',
  { objectKey: text },
  `delete from blob_copy where organization_id = :organization and object_key = :objectKey and state = 'condemned'`,
)

/** Restores a condemned copy that the store has locked for longer than recorded. */
export const extendLockedCopy = statement(
  'keep_copy_longer',
  { objectKey: text, until: text, at: text },
  `update blob_copy set state = 'verified', since = :at, locked_until = :until, remove_after = :until
    where organization_id = :organization and object_key = :objectKey and state = 'condemned'`,
)

/** Restores a condemned copy that no longer has a replacement. */
export const keepPermanently = statement(
  'keep_copy_for_good',
  { objectKey: text, at: text },
  `update blob_copy set state = 'verified', since = :at, remove_after = null
    where organization_id = :organization and object_key = :objectKey and state = 'condemned'`,
)
