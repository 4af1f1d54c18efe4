import { choice, forItsValues, narrows, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { Damage } from '#lib/blob-store.ts'
import {
  bindingColumns,
  copiesOf,
  readsSuspendedSql,
  type StoreBindingRow,
  writesSuspendedSql,
} from '#shared/blob-copy.ts'

export const organizationsToScrub = statement(
  'organizations_to_scrub',
  { before: text, suspectBefore: text },
  'select * from organizations_to_scrub(:before, :suspectBefore) as id',
)

const columns = `c.object_key, c.blob_key, c.state, c.suspect_since, c.stored_bytes::bigint as stored_bytes, c.data_key_id,
  c.version_id, a.id as artifact_id, a.byte_size::bigint as byte_size, a.checksum_sha256, ${bindingColumns}`

const tables = `from blob_copy c
  join artifact a on a.organization_id = c.organization_id and a.blob_key = c.blob_key
  join storage_binding b on b.organization_id = c.organization_id and b.id = c.binding_id`

const readable = `c.organization_id = :organization and not c.binding_id = any(:skip::text[]) and not ${readsSuspendedSql('b')}`

/** SQL condition: the file has another verified copy. */
const sibling = (condition = 'true') => `exists (
  select from blob_copy o where o.organization_id = c.organization_id and o.blob_key = c.blob_key
     and o.object_key <> c.object_key and o.state = 'verified' and ${condition})`

/** A copy with the digest and size of its file. */
export type ScrubbedCopyRow = RowOf<typeof copiesToScrub>

/**
 * Finds suspects whose second check is due, then the copies checked least recently, then damaged copies of files
 * without a good copy, which an operator may have restored. Each part reads its own index.
 */
export const copiesToScrub = statement(
  'copies_to_scrub',
  { before: text, suspectBefore: text, damagedBefore: text, skip: texts, limit: number },
  `select * from (
     (select ${columns} ${tables} where ${readable} and c.state = 'verified'
         and c.suspect_since is not null and c.suspect_since <= :suspectBefore order by c.suspect_since limit :limit)
     union all
     (select ${columns} ${tables} where ${readable} and c.state = 'verified'
         and c.suspect_since is null and c.scrubbed_at < :before order by c.scrubbed_at limit :limit)
     union all
     (select ${columns} ${tables} where ${readable} and c.state = 'damaged'
         and c.scrubbed_at < :damagedBefore and not ${sibling()} order by c.since limit :limit)
   ) due limit :limit`,
  narrows<{ state: 'verified' | 'damaged'; kind: StoreBindingRow['kind']; encryption: StoreBindingRow['encryption'] }>,
)

/** Records intact copies. Marks restored copies as verified again. */
export const recordPassed = forItsValues(
  statement(
    'record_scrubbed_copies',
    { objectKeys: texts, at: text },
    `update blob_copy set scrubbed_at = :at, suspect_since = null, damage = null, state = 'verified',
      since = case state when 'damaged' then :at else since end
    where organization_id = :organization and object_key = any(:objectKeys) and state in ('verified', 'damaged')`,
  ),
)

export const recordStillDamaged = forItsValues(
  statement(
    'record_copies_still_damaged',
    { objectKeys: texts, at: text },
    `update blob_copy set scrubbed_at = :at
    where organization_id = :organization and object_key = any(:objectKeys) and state = 'damaged'`,
  ),
)

export const recordSuspects = forItsValues(
  statement(
    'record_suspect_copies',
    { objectKeys: texts, at: text },
    `update blob_copy set suspect_since = :at
    where organization_id = :organization and object_key = any(:objectKeys) and state = 'verified' and suspect_since is null`,
  ),
)

/** Returns a row only if the copy was not already marked as damaged. */
export const recordDamage = statement(
  'record_damaged_copy',
  { objectKey: text, damage: choice<Damage>, at: text },
  `update blob_copy set state = 'damaged', damage = :damage, since = :at, scrubbed_at = :at, suspect_since = null
    where organization_id = :organization and object_key = :objectKey and state = 'verified' returning object_key`,
)

/** Finds damaged copies whose file has a good copy, but none in the same binding. Includes the other copies. */
export const copiesToRepair = statement(
  'copies_to_repair',
  { skip: texts, limit: number },
  `select ${columns}, ${copiesOf('a')} as copies ${tables}
    where ${readable} and not ${writesSuspendedSql('b')} and c.state = 'damaged' and b.status in ('active', 'draining')
      and ${sibling()}
      and not exists (select from blob_copy o where o.organization_id = c.organization_id and o.blob_key = c.blob_key
                         and o.binding_id = c.binding_id and o.state in ('verified', 'writing'))
    order by c.since limit :limit`,
  narrows<{ state: 'verified' | 'damaged' }>,
)

export const damagedCopiesToDelete = statement(
  'damaged_copies_to_forget',
  { now: text, until: text, skip: texts, limit: number },
  `select ${columns} ${tables} where ${readable} and c.state = 'damaged' and c.since <= :until and ${sibling()}
      and not is_held(c.organization_id, a.id) and (c.locked_until is null or c.locked_until <= :now)
    order by c.since limit :limit`,
  narrows<{ state: 'verified' | 'damaged' }>,
)

/**
 * Locks a damaged copy until the end of the transaction. Returns no row if the file is now on hold or has no other
 * verified copy. Requires `lockHolds`.
 */
export const lockDamagedCopy = statement(
  'lock_damaged_copy',
  { objectKey: text },
  `select d.object_key from blob_copy c
     join artifact a on a.organization_id = c.organization_id and a.blob_key = c.blob_key
    cross join lateral (
      select o.object_key from blob_copy o
       where o.organization_id = c.organization_id and o.blob_key = c.blob_key and o.state = 'verified'
       order by o.object_key limit 1 for share) d
    where c.organization_id = :organization and c.object_key = :objectKey and c.state = 'damaged'
      and not is_held(c.organization_id, a.id) for update of c`,
)

export const deleteDamagedCopy = statement(
  'forget_damaged_copy',
  { objectKey: text },
  `delete from blob_copy where organization_id = :organization and object_key = :objectKey and state = 'damaged'`,
)

export const scrubCoverage = statement(
  'scrub_coverage',
  { since: text },
  `select count(*) filter (where state = 'verified')::int as copies,
          (coalesce(sum(stored_bytes) filter (where state = 'verified'), 0))::bigint as bytes,
          count(*) filter (where state = 'verified' and scrubbed_at >= :since)::int as fresh,
          min(scrubbed_at) filter (where state = 'verified') as oldest,
          count(*) filter (where suspect_since is not null)::int as suspects,
          count(*) filter (where state = 'damaged')::int as damaged,
          (select count(*)::int from blob_copy c where c.organization_id = :organization and c.state = 'damaged'
              and not ${sibling()}) as lost,
          (select count(*)::int from storage_orphan where organization_id = :organization) as orphans
     from blob_copy where organization_id = :organization`,
)

export type CoverageRow = RowOf<typeof scrubCoverage>
