import { choice, nullable, number, type RowOf, statement, text } from '#db/statement.ts'
import type { Services } from '#http/call.ts'
import type { Copy, StoreLocation } from '#lib/blob-store.ts'
import { iso } from '#lib/clock.ts'

/** A binding as statements return it, with the columns in `bindingColumns`. */
export interface StoreBindingRow {
  binding_id: string
  kind: StoreLocation['kind']
  encryption: StoreLocation['encryption']
  revision: number
}

/** The columns of the binding `b` that a node needs to open its store. */
export const bindingColumns = 'b.id as binding_id, b.kind, b.encryption, b.revision'

export const storeLocationOf = ({
  binding_id: bindingId,
  kind,
  encryption,
  revision,
}: StoreBindingRow): StoreLocation => ({
  bindingId,
  kind,
  encryption,
  revision,
})

const unavailable = (binding: string, ...stopped: string[]) => `exists (
  select from storage_deviation d where d.organization_id = ${binding}.organization_id and d.binding_id = ${binding}.id
     and d.closed_at is null and d.stops in (${stopped.map(what => `'${what}'`).join(', ')}))`

/**
 * SQL: whether reads from the binding are suspended, because it was found unavailable and no check has passed since.
 */
export const readsSuspendedSql = (binding: string): string => unavailable(binding, 'files')

/** SQL: whether writes to the binding are suspended. */
export const writesSuspendedSql = (binding: string): string => unavailable(binding, 'uploads', 'files')

/** Returns a row while the round-trip check of the binding fails completely or in part, such as for lack of space. */
export const findOutage = statement(
  'find_storage_outage',
  { bindingId: text },
  `select id from storage_deviation where organization_id = :organization and binding_id = :bindingId
      and check_name = 'round-trip' and closed_at is null`,
)

/**
 * SQL: the copies of the blob of `artifact`, as JSON, each with the reason why it cannot be read. The copy in the
 * active binding comes first.
 */
export const copiesOf = (artifact: string) => `
  (select json_agg(json_build_object('bindingId', b.id, 'kind', b.kind, 'encryption', b.encryption,
            'revision', b.revision, 'objectKey', c.object_key, 'storedBytes', c.stored_bytes, 'dataKeyId', c.data_key_id,
            'versionId', c.version_id,
            'unreadableReason', case when c.state = 'damaged' then coalesce(c.damage, 'altered')
                           when ${readsSuspendedSql('b')} then 'unavailable' end)
          order by c.suspect_since is null desc, b.status = 'active' desc, c.object_key)::text
     from blob_copy c join storage_binding b on b.organization_id = c.organization_id and b.id = c.binding_id
    where c.organization_id = ${artifact}.organization_id and c.blob_key = ${artifact}.blob_key and c.state in ('verified', 'damaged'))`

/** Parses the JSON that `copiesOf` selects. */
export const readCopies = (json: string | null): readonly Copy[] =>
  json === null
    ? []
    : JSON.parse(json, (key, value) => (key === 'unreadableReason' && value === null ? undefined : value))

/** The active binding for a new file. `accepts_no_files` is true while writes to the binding are suspended. */
export type ActiveBindingRow = RowOf<typeof insertStagedBlob>

/** Stages nothing while the active binding accepts no files; returns no row if there is no active binding. */
export const insertStagedBlob = statement(
  'insert_staged_blob',
  { blobKey: text, nodeId: text, createdAt: text },
  `with b as (
     select a.id, a.kind, a.encryption, a.revision, ${writesSuspendedSql('a')} as accepts_no_files
       from storage_binding a where a.organization_id = :organization and a.status = 'active'
   ), staged as (
     insert into staged_blob (organization_id, blob_key, node_id, created_at, binding_id)
     select :organization, :blobKey, :nodeId, :createdAt, id from b where not accepts_no_files
   )
   select ${bindingColumns}, accepts_no_files from b`,
)

/** Stages a file in a given binding. */
export const stageIn = statement(
  'stage_blob_in_binding',
  { blobKey: text, nodeId: text, createdAt: text, bindingId: text },
  `insert into staged_blob (organization_id, blob_key, node_id, created_at, binding_id)
   values (:organization, :blobKey, :nodeId, :createdAt, :bindingId)`,
)

export const recordUploadId = statement(
  'record_upload_id',
  { blobKey: text, uploadId: text },
  'update staged_blob set upload_id = :uploadId where organization_id = :organization and blob_key = :blobKey',
)

export const lockStagedBlob = statement(
  'lock_staged_blob',
  { blobKey: text },
  `select s.upload_id, ${bindingColumns} from staged_blob s
     join storage_binding b on b.organization_id = s.organization_id and b.id = s.binding_id
    where s.organization_id = :organization and s.blob_key = :blobKey for update of s`,
)

/** Records until when the store keeps the leftover of an upload locked. */
export const recordStagedLock = statement(
  'record_staged_blob_lock',
  { blobKey: text, until: text },
  'update staged_blob set locked_until = :until where organization_id = :organization and blob_key = :blobKey',
)

export const deleteStagedBlob = statement(
  'delete_staged_blob',
  { blobKey: text },
  'delete from staged_blob where organization_id = :organization and blob_key = :blobKey',
)

/**
 * Locks the key of a copy against destruction until the end of the transaction; returns no row if it has been
 * destroyed.
 */
export const lockDataKey = statement(
  'lock_data_key',
  { id: text },
  `select id from storage_data_key where organization_id = :organization and id = :id and status <> 'destroyed' for share`,
)

export const insertBlobCopy = statement(
  'insert_blob_copy',
  {
    objectKey: text,
    blobKey: text,
    bindingId: text,
    state: choice<'writing' | 'verified'>,
    storedBytes: number,
    dataKeyId: nullable(text),
    versionId: nullable(text),
    at: text,
  },
  `insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, data_key_id, version_id,
      since, scrubbed_at)
   values (:organization, :objectKey, :blobKey, :bindingId, :state, :storedBytes, :dataKeyId, :versionId,
      :at, :at)`,
)

/** Marks a copy as suspect: readers prefer other copies, and `scrub-stored-files` checks it again. */
const markCopySuspect = statement(
  'mark_copy_suspect',
  { objectKey: text, at: text },
  `update blob_copy set suspect_since = :at
    where organization_id = :organization and object_key = :objectKey and state = 'verified' and suspect_since is null`,
)

/**
 * Marks a copy whose bytes differ from the file's digest. Only logs a failure to do so, because the next reader detects
 * the same difference.
 */
export const markSuspect = async (
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  organizationId: string,
  objectKey: string,
): Promise<void> => {
  try {
    await db.transaction(organizationId, async tx => tx.write(markCopySuspect, { objectKey, at: iso(clock.now()) }))
  } catch (error) {
    log.warn({ event: 'copy_not_marked', organization: organizationId, error })
  }
}
