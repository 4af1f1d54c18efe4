import { forItsValues, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'

export type QuotaRow = RowOf<typeof findQuota>

export const findQuota = statement(
  'find_storage_quota',
  {},
  `select q.bytes, q.files, q.own_bytes, q.own_files from organization o
    left join storage_quota q on q.organization_id = o.id where o.id = :organization`,
)

export const setOperatorQuota = statement(
  'set_operator_storage_quota',
  { bytes: nullable(number), files: nullable(number) },
  `insert into storage_quota (organization_id, bytes, files) values (:organization, :bytes, :files)
   on conflict (organization_id) do update set bytes = excluded.bytes, files = excluded.files`,
)

export const setOwnQuota = statement(
  'set_own_storage_quota',
  { bytes: nullable(number), files: nullable(number) },
  `insert into storage_quota (organization_id, own_bytes, own_files) values (:organization, :bytes, :files)
   on conflict (organization_id) do update set own_bytes = excluded.own_bytes, own_files = excluded.own_files`,
)

export const findUsage = statement(
  'find_storage_usage',
  {},
  `select coalesce(sum(bytes), 0)::bigint as bytes, coalesce(sum(files), 0)::bigint as files,
          (select checked_at from storage_usage_check where organization_id = :organization) as checked_at
     from storage_usage where organization_id = :organization`,
)

/** Counts the copies that may be opened, by binding; a retired binding has none. */
export const usageByBinding = statement(
  'storage_usage_by_binding',
  {},
  `select b.id, b.kind, b.name, b.status, count(c.object_key)::int as copies, coalesce(sum(c.stored_bytes), 0)::bigint as bytes
     from storage_binding b
     left join blob_copy c on c.organization_id = b.organization_id and c.binding_id = b.id and c.state = 'verified'
    where b.organization_id = :organization and b.usable
    group by b.id, b.kind, b.name, b.status order by b.status = 'active' desc, b.id desc`,
)

export const organizationsToCount = statement(
  'organizations_to_count',
  { since: text },
  'select * from organizations_to_count(:since) as id',
)

/** Finds destroyed keys whose files have not been released yet. */
export const destroyedKeys = statement(
  'destroyed_storage_keys',
  {},
  `select id from storage_data_key where organization_id = :organization and status = 'destroyed' and not files_released`,
)

/** Releases files whose only copies were encrypted with destroyed keys. */
export const releaseFiles = forItsValues(
  statement(
    'release_stored_files',
    { keys: texts, now: text, limit: number },
    `update artifact set released_at = :now
    where organization_id = :organization and id in (
      select distinct a.id from blob_copy c
        join artifact a on a.organization_id = c.organization_id and a.blob_key = c.blob_key and a.released_at is null
       where c.organization_id = :organization and c.data_key_id = any(:keys)
         and not exists (
           select from blob_copy r left join storage_data_key k on k.organization_id = r.organization_id and k.id = r.data_key_id
            where r.organization_id = a.organization_id and r.blob_key = a.blob_key and k.status is distinct from 'destroyed')
       limit :limit)
   returning id`,
  ),
)

/**
 * Does nothing while a copy is being written, because it may make a file readable again; the next run handles the keys.
 */
export const recordReleased = forItsValues(
  statement(
    'record_stored_files_released',
    { keys: texts },
    `update storage_data_key set files_released = true
    where organization_id = :organization and id = any(:keys)
      and not exists (select from blob_copy where organization_id = :organization and state = 'writing')`,
  ),
)

/**
 * Compares the counters with the files in one snapshot, so that a concurrent attachment counts in both or in neither.
 * Adds the difference to the counters, and returns it.
 */
export const correctUsage = statement(
  'mend_storage_usage',
  {},
  `with kept as (
     select coalesce(sum(byte_size), 0)::bigint as bytes, count(*) as files
       from artifact where organization_id = :organization and released_at is null
   ), counted as (
     select coalesce(sum(bytes), 0)::bigint as bytes, coalesce(sum(files), 0)::bigint as files
       from storage_usage where organization_id = :organization
   ), mended as (
     insert into storage_usage as u (organization_id, shard, bytes, files)
     select :organization, 0, kept.bytes - counted.bytes, kept.files - counted.files from kept, counted
      where (kept.bytes, kept.files) <> (counted.bytes, counted.files)
     on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files
   )
   select kept.bytes - counted.bytes as bytes, kept.files - counted.files as files from kept, counted`,
)

export const recordChecked = statement(
  'record_storage_usage_checked',
  { now: text },
  `insert into storage_usage_check (organization_id, checked_at) values (:organization, :now)
   on conflict (organization_id) do update set checked_at = excluded.checked_at`,
)

export const usageOfInstall = statement(
  'storage_usage_of_install',
  {},
  'select bytes, files, share, near, reached from storage_usage_of_install()',
)
