import { forItsValues, narrows, numbers, statement, text, texts } from '#db/statement.ts'
import { bindingColumns, readsSuspendedSql } from '#shared/blob-copy.ts'

export const organizationsWithBindings = statement(
  'organizations_with_bindings',
  {},
  'select * from organizations_with_bindings() as id',
)

export const bindingsToList = statement(
  'storage_bindings_to_list',
  {},
  `select ${bindingColumns} from storage_binding b
    where b.organization_id = :organization and b.status in ('active', 'draining') and not ${readsSuspendedSql('b')} order by b.id`,
)

/** Finds keys without a record. Matches by key alone, regardless of the recorded location. */
export const findUnrecordedKeys = statement(
  'objects_without_record',
  { objectKeys: texts },
  `select key from unnest(:objectKeys::text[]) as key
    where not exists (select from blob_copy where organization_id = :organization and object_key = key)
      and not exists (select from staged_blob where organization_id = :organization and blob_key = key)`,
  narrows<{ key: string }>,
)

export const findOrphans = statement(
  'find_storage_orphans',
  { bindingId: text },
  'select object_key, found_at, locked_until from storage_orphan where organization_id = :organization and binding_id = :bindingId',
)

export const insertOrphans = statement(
  'insert_storage_orphans',
  { bindingId: text, objectKeys: texts, byteSizes: numbers, at: text },
  `insert into storage_orphan (organization_id, binding_id, object_key, byte_size, found_at)
   select :organization, :bindingId, key, size, :at from unnest(:objectKeys::text[], :byteSizes::bigint[]) as found (key, size)
   on conflict do nothing`,
)

export const forgetOrphans = statement(
  'forget_storage_orphans',
  { bindingId: text, objectKeys: texts },
  `delete from storage_orphan
    where organization_id = :organization and binding_id = :bindingId and object_key = any(:objectKeys)`,
)

/** Records how long the store keeps an orphan locked. */
export const recordOrphanLock = statement(
  'record_storage_orphan_lock',
  { bindingId: text, objectKey: text, until: text },
  `update storage_orphan set locked_until = :until
    where organization_id = :organization and binding_id = :bindingId and object_key = :objectKey`,
)

export const findUploadsInProgress = forItsValues(
  statement(
    'uploads_under_way',
    { uploadIds: texts },
    `select upload_id from staged_blob where organization_id = :organization and upload_id = any(:uploadIds)
   union all
   select upload_id from blob_copy
    where organization_id = :organization and migration_id is not null and upload_id = any(:uploadIds)`,
  ),
)
