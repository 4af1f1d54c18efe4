import { flag, forItsValues, number, numbers, type RowOf, statement, text, texts } from '#db/statement.ts'
import { copiesOf } from '#shared/blob-copy.ts'

/** Inserts a file that was made for the bundle and does not count towards a quota. */
export const insertOwnArtifact = statement(
  'insert_artifact_of_export',
  { id: text, blobKey: text, byteSize: number, checksumSha256: text, crc32: number, at: text },
  `insert into artifact (organization_id, id, blob_key, byte_size, checksum_sha256, crc32, inline_preview_allowed, released_at)
   values (:organization, :id, :blobKey, :byteSize, :checksumSha256, :crc32, false, :at)`,
)

/** Inserts entries from arrays of column values. `crc32s` is -1 for files that are not yet read. */
export const insertEntries = statement(
  'insert_evidence_export_entries',
  {
    exportId: text,
    from: number,
    paths: texts,
    byteSizes: numbers,
    sha256s: texts,
    crc32s: numbers,
    artifactIds: texts,
    isOwn: flag,
  },
  `insert into evidence_export_entry (organization_id, export_id, position, path, byte_size, sha256, crc32, artifact_id, is_own)
   select :organization, :exportId, :from::integer + n - 1, path, size, sha256, nullif(crc32, -1), nullif(artifact_id, ''), :isOwn
     from unnest(:paths::text[], :byteSizes::bigint[], :sha256s::text[], :crc32s::bigint[], :artifactIds::text[])
          with ordinality as e (path, size, sha256, crc32, artifact_id, n)`,
)

export type EntryRow = RowOf<typeof entriesToRead>

const entryColumns = `e.position, e.path, e.byte_size::bigint as byte_size, e.sha256, e.crc32::bigint as crc32,
  e.file_offset::bigint as file_offset, e.artifact_id`
const isOfExport = 'e.organization_id = :organization and e.export_id = :exportId'
const selectWithCopies = `${entryColumns}, ${copiesOf('a')} as copies from evidence_export_entry e
  left join artifact a on a.organization_id = e.organization_id and a.id = e.artifact_id`

/** Lists the files that are not yet read, with their locations. */
export const entriesToRead = statement(
  'evidence_export_entries_to_read',
  { exportId: text, limit: number },
  `select ${selectWithCopies} where ${isOfExport} and e.crc32 is null order by e.position limit :limit`,
)

export const recordRead = statement(
  'record_read_entries_of_evidence_export',
  { exportId: text, positions: numbers, crc32s: numbers },
  `with found as (
     select * from unnest(:positions::integer[], :crc32s::bigint[]) as f (position, crc32)
   ), noted as (
     update evidence_export_entry e set crc32 = f.crc32 from found f where ${isOfExport} and e.position = f.position
     returning e.artifact_id, e.crc32
   )
   update artifact a set crc32 = n.crc32 from noted n
    where a.organization_id = :organization and a.id = n.artifact_id and a.crc32 is null`,
)

export const entriesAfter = statement(
  'evidence_export_entries_after',
  { exportId: text, position: number, limit: number },
  `select ${entryColumns}, null as copies from evidence_export_entry e
    where ${isOfExport} and e.position > :position order by e.position limit :limit`,
)

/** Lists the entries that begin after `after`, starting with the one that contains `offset`, with their locations. */
export const entriesFromOffset = statement(
  'evidence_export_entries_from_offset',
  { exportId: text, offset: number, after: number, limit: number },
  `select ${selectWithCopies}
    where ${isOfExport} and e.file_offset >= coalesce((
            select max(o.file_offset) from evidence_export_entry o
             where o.organization_id = :organization and o.export_id = :exportId and o.file_offset <= :offset), 0) and e.file_offset > :after
    order by e.file_offset limit :limit`,
)

export const recordOffsets = statement(
  'record_offsets_of_evidence_export',
  { exportId: text, positions: numbers, offsets: numbers },
  `update evidence_export_entry e set file_offset = f.file_offset
     from unnest(:positions::integer[], :offsets::bigint[]) as f (position, file_offset)
    where ${isOfExport} and e.position = f.position`,
)

/** SQL condition: the file `a` is not on hold, has no copy in transit, and no migration refers to it. */
const isUnused = `not is_held(a.organization_id, a.id)
      and not exists (select from blob_copy c where c.organization_id = a.organization_id and c.blob_key = a.blob_key
                        and (c.state in ('writing', 'condemned') or c.migration_id is not null))
      and not exists (select from storage_migration_failure f
                       where f.organization_id = a.organization_id and f.artifact_id = a.id)`

/** Locks unused files made for a bundle until the end of the transaction, so that no migration starts to copy them. */
export const lockOwnFiles = statement(
  'lock_own_files_of_evidence_export',
  { exportId: text, limit: number },
  `select a.id from evidence_export_entry e
     join artifact a on a.organization_id = e.organization_id and a.id = e.artifact_id
    where ${isOfExport} and e.is_own and ${isUnused}
    order by e.position limit :limit for update of a`,
)

/** Finds the locked files that are still unused. */
export const findUnusedFiles = forItsValues(
  statement(
    'find_unused_files_of_evidence_export',
    { artifactIds: texts },
    `select a.id, a.blob_key from artifact a
    where a.organization_id = :organization and a.id = any(:artifactIds::text[]) and ${isUnused}`,
  ),
)

/** Records the copies of files as staged by a node that has stopped, so that the sweeper removes them. */
export const leaveToSweeper = forItsValues(
  statement(
    'leave_files_of_evidence_export_to_sweeper',
    { blobKeys: texts, at: text },
    `with gone as (
     delete from blob_copy where organization_id = :organization and blob_key = any(:blobKeys::text[])
     returning object_key, binding_id, locked_until
   )
   insert into staged_blob (organization_id, blob_key, node_id, created_at, binding_id, locked_until)
   select :organization, object_key, 'expired', :at, binding_id, locked_until from gone`,
  ),
)

export const deleteOwnEntries = statement(
  'delete_own_entries_of_evidence_export',
  { exportId: text, artifactIds: texts },
  `delete from evidence_export_entry e where ${isOfExport} and e.is_own and e.artifact_id = any(:artifactIds::text[])`,
)

export const deleteOwnArtifacts = forItsValues(
  statement(
    'delete_artifacts_of_evidence_export',
    { artifactIds: texts },
    'delete from artifact where organization_id = :organization and id = any(:artifactIds::text[])',
  ),
)

/** Deletes entries without a file or with a claim's file; the file itself stays. */
export const deleteOtherEntries = statement(
  'delete_other_entries_of_evidence_export',
  { exportId: text, limit: number },
  `with gone as (
     delete from evidence_export_entry e
      where ${isOfExport} and e.position in (
        select o.position from evidence_export_entry o
         where o.organization_id = :organization and o.export_id = :exportId and (not o.is_own or o.artifact_id is null)
         order by o.position limit :limit)
     returning 1
   )
   select count(*)::int as gone from gone`,
)
