import { choice, nullable, number, type RowOf, statement, text } from '#db/statement.ts'
import { leaseIsFree } from '#jobs/lease.ts'
import type { EvidenceExport } from './export.ts'

export type ExportRow = RowOf<typeof findExport>

const columns = 'id, status, stage, record, outline, failing_since, requested_by'

export const findExport = statement(
  'find_evidence_export',
  { id: text },
  `select ${columns} from evidence_export where organization_id = :organization and id = :id`,
)

export const lockExport = statement(
  'lock_evidence_export',
  { id: text },
  `select ${columns} from evidence_export where organization_id = :organization and id = :id for update`,
)

export const lockExports = statement(
  'lock_evidence_exports',
  {},
  `select pg_advisory_xact_lock(hashtextextended('evidence exports ' || :organization, 0))`,
)

export const countExports = statement(
  'count_evidence_exports',
  {},
  `select count(*) filter (where status = 'preparing')::int as preparing, count(*) filter (where status = 'ready')::int as ready
     from evidence_export where organization_id = :organization and status in ('preparing', 'ready')`,
)

export const insertExport = statement(
  'insert_evidence_export',
  { id: text, record: text, requestedBy: nullable(text) },
  `insert into evidence_export (organization_id, id, status, record, requested_by)
   values (:organization, :id, 'preparing', :record, :requestedBy)`,
)

export const updateExport = statement(
  'update_evidence_export',
  { id: text, status: choice<EvidenceExport['status']>, record: text, expiresAt: nullable(text) },
  `update evidence_export set status = :status, record = :record, expires_at = :expiresAt
    where organization_id = :organization and id = :id`,
)

export const organizationsWithExportsToPrepare = statement(
  'organizations_with_exports_to_prepare',
  { now: text },
  'select * from organizations_with_exports_to_prepare(:now) as id',
)

/** Lists the N oldest exports that are due now. An export that waits for its next attempt takes no slot. */
export const exportsToPrepare = statement(
  'evidence_exports_to_prepare',
  { now: text, limit: number },
  `select id from evidence_export
    where organization_id = :organization and status = 'preparing' and (retry_at is null or retry_at <= :now)
    order by id limit :limit`,
)

export const takeExportLease = statement(
  'take_evidence_export_lease',
  { id: text, now: text, latest: text, owner: text, until: text },
  `update evidence_export set lease_owner = :owner, lease_until = :until
    where organization_id = :organization and id = :id and status = 'preparing' and ${leaseIsFree} returning id`,
)

/** Locks an export and renews its lease, if this run still holds the lease and the export is still preparing. */
export const renewExportLease = statement(
  'renew_evidence_export_lease',
  { id: text, owner: text, until: text },
  `update evidence_export set lease_until = :until
    where organization_id = :organization and id = :id and lease_owner = :owner and status = 'preparing' returning ${columns}`,
)

export const releaseExport = statement(
  'release_evidence_export',
  { id: text, owner: text },
  `update evidence_export set lease_owner = null, lease_until = null
    where organization_id = :organization and id = :id and lease_owner = :owner`,
)

/** Records progress, which also ends a postponement. */
export const recordProgress = statement(
  'record_progress_of_evidence_export',
  { id: text, stage: choice<ExportRow['stage']>, record: text, outline: nullable(text) },
  `update evidence_export set stage = :stage, record = :record, outline = :outline, failing_since = null, retry_at = null
    where organization_id = :organization and id = :id`,
)

export const postponeExport = statement(
  'postpone_evidence_export',
  { id: text, failingSince: text, retryAt: text },
  `update evidence_export set failing_since = :failingSince, retry_at = :retryAt
    where organization_id = :organization and id = :id`,
)

export const organizationsWithExportsToEnd = statement(
  'organizations_with_exports_to_end',
  { now: text },
  'select * from organizations_with_exports_to_end(:now) as id',
)

/** Locks ready exports that have expired or whose room has ended. */
export const lockExportsToExpire = statement(
  'lock_evidence_exports_to_expire',
  { now: text, limit: number },
  `select e.id, e.record from evidence_export e
    where e.organization_id = :organization and e.status = 'ready' and (e.expires_at <= :now or exists (
      select from room_bundle b join room r on r.organization_id = :organization and r.id = b.room_id and r.status = 'ended'
       where b.organization_id = :organization and b.export_id = e.id))
    order by e.expires_at limit :limit for update skip locked`,
)

/** Finds the next ended export whose files are not all released. */
export const exportToClear = statement(
  'evidence_export_to_clear',
  { after: text },
  `select id from evidence_export
    where organization_id = :organization and status in ('failed', 'cancelled', 'expired') and stage <> 'asked' and id > :after
    order by id limit 1`,
)

/** Marks an export whose files have all been released. */
export const clearExport = statement(
  'clear_evidence_export',
  { id: text },
  `update evidence_export set stage = 'asked', outline = null
    where organization_id = :organization and id = :id
      and not exists (select from evidence_export_entry where organization_id = :organization and export_id = :id)`,
)
