import { choice, nullable, number, statement, text } from '#db/statement.ts'
import type { RetentionMode } from '#lib/object-store.ts'
import type { BindingStatus, StorageBinding } from './binding.ts'

/** SQL condition: the copy must be locked until a date, and the store has not confirmed that lock. */
export const waitsForLock = (copy: string): string => `${copy}.state = 'verified' and ${copy}.lock_until is not null
  and ${copy}.remove_after is null and (${copy}.locked_until is null or ${copy}.locked_until < ${copy}.lock_until)`

const columns = `b.id, b.kind, b.status, b.name, b.settings, b.encryption, b.retention_mode as retention, b.credential_hint,
  b.credentials_at, b.revision, b.validated_at, b.activated_at, b.created_at, b.updated_at,
  (select max(c.locked_until) from blob_copy c where c.organization_id = b.organization_id and c.binding_id = b.id)
    as locked_until,
  exists (select from blob_copy c where c.organization_id = b.organization_id and c.binding_id = b.id
             and ${waitsForLock('c')}) as locks_pending,
  (select r.record from storage_probe_run r where r.organization_id = b.organization_id and r.binding_id = b.id
    order by r.id desc limit 1) as probes`

export const findBinding = statement(
  'find_storage_binding',
  { id: text },
  `select ${columns} from storage_binding b where b.organization_id = :organization and b.id = :id`,
)

export const lockBinding = statement(
  'lock_storage_binding',
  { id: text },
  `select ${columns} from storage_binding b where b.organization_id = :organization and b.id = :id for no key update of b`,
)

/** Waits for uploads in progress, which hold a lock on the binding; later uploads wait for this lock. */
export const lockAgainstFiles = statement(
  'lock_storage_binding_against_files',
  { id: text },
  'select from storage_binding where organization_id = :organization and id = :id for update',
)

/** Locks a binding by its name; a retired binding only if no other has the name. */
export const lockBindingByName = statement(
  'lock_storage_binding_by_name',
  { name: text },
  `select ${columns} from storage_binding b where b.organization_id = :organization and b.name = :name
    order by b.usable nulls last, b.id desc limit 1 for no key update of b`,
)

export const lockActiveBinding = statement(
  'lock_active_storage_binding',
  {},
  `select ${columns} from storage_binding b
    where b.organization_id = :organization and b.status = 'active' for no key update of b`,
)

/** Finds the bindings that are not retired. */
export const bindingsInUse = statement(
  'storage_bindings_in_use',
  {},
  `select id, name, status from storage_binding where organization_id = :organization and usable order by id`,
)

export const listBindings = statement(
  'list_storage_bindings',
  { position: text, limit: number },
  `select ${columns} from storage_binding b
    where b.organization_id = :organization and b.id < :position order by b.id desc limit :limit`,
)

export const countBindings = statement(
  'count_storage_bindings',
  {},
  `select count(*)::int as count, (count(*) filter (where kind = 's3'))::int as buckets
     from storage_binding where organization_id = :organization and usable`,
)

/** The columns needed to open the store behind a binding. */
export const findBindingSecrets = statement(
  'find_storage_binding_secrets',
  { id: text },
  `select kind, settings, retention_mode as retention, credentials from storage_binding
    where organization_id = :organization and id = :id and status <> 'retired'`,
)

export const insertBinding = statement(
  'insert_storage_binding',
  {
    id: text,
    name: text,
    settings: text,
    encryption: choice<StorageBinding['encryption']>,
    retention: choice<RetentionMode>,
    credentials: text,
    credentialHint: text,
    at: text,
  },
  `insert into storage_binding (organization_id, id, kind, status, usable, name, settings, encryption, retention_mode, credentials,
      credential_hint, credentials_at, created_at, updated_at)
   values (:organization, :id, 's3', 'draft', true, :name, :settings, :encryption, :retention, :credentials,
      :credentialHint, :at, :at, :at)`,
)

export const updateBinding = statement(
  'update_storage_binding',
  {
    id: text,
    status: choice<Exclude<BindingStatus, 'retired'>>,
    name: text,
    settings: text,
    encryption: choice<StorageBinding['encryption']>,
    retention: choice<RetentionMode>,
    validatedAt: nullable(text),
    activatedAt: nullable(text),
    revision: number,
    at: text,
  },
  `update storage_binding set status = :status, name = :name, settings = :settings, encryption = :encryption, retention_mode = :retention,
      validated_at = :validatedAt, activated_at = :activatedAt, revision = :revision, updated_at = :at
    where organization_id = :organization and id = :id`,
)

export const replaceCredentials = statement(
  'replace_storage_credentials',
  { id: text, credentials: text, credentialHint: text, at: text },
  `update storage_binding set credentials = :credentials, credential_hint = :credentialHint, credentials_at = :at,
      revision = revision + 1, updated_at = :at
    where organization_id = :organization and id = :id`,
)

/** The database rejects this while the binding holds files. */
export const retireBinding = statement(
  'retire_storage_binding',
  { id: text, at: text },
  `update storage_binding set status = 'retired', usable = null, credentials = null, revision = revision + 1, updated_at = :at
    where organization_id = :organization and id = :id`,
)

/** The limit for counting copies: counting all copies of a large binding would lock its row for seconds. */
export const maxCountedCopies = 10_000

export const findBindingContents = statement(
  'find_storage_binding_contents',
  { id: text },
  `select (select count(*)::int from (select from blob_copy where organization_id = :organization and binding_id = :id
             and remove_after is null limit ${maxCountedCopies + 1}) c) as copies,
          exists (select from blob_copy where organization_id = :organization and binding_id = :id
                     and remove_after is not null) as locked,
          exists (select from staged_blob where organization_id = :organization and binding_id = :id) as uploads,
          exists (select from storage_migration where organization_id = :organization and :id in (source_id, target_id)
                     and status in ('copying', 'holding', 'deleting', 'failed')) as migrations`,
)

export const insertProbeRun = statement(
  'insert_storage_probe_run',
  { id: text, bindingId: text, record: text },
  `insert into storage_probe_run (organization_id, id, binding_id, record) values (:organization, :id, :bindingId, :record)`,
)

export const forgetProbeRuns = statement(
  'forget_storage_probe_runs',
  { bindingId: text, keep: number },
  `delete from storage_probe_run where organization_id = :organization and binding_id = :bindingId and id <= (
     select id from storage_probe_run where organization_id = :organization and binding_id = :bindingId
      order by id desc offset :keep limit 1)`,
)

export const listProbeRuns = statement(
  'list_storage_probe_runs',
  { position: text, limit: number, bindingId: text },
  `select id, record from storage_probe_run
    where organization_id = :organization and id < :position and binding_id = :bindingId
    order by id desc limit :limit`,
)
