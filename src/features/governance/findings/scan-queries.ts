import { forItsValues, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'

/**
 * Selects findings that the caller's unit reported under any of these fingerprints, regardless of their current unit
 * (decision 102).
 */
export const findKnownFingerprints = statement(
  'find_known_findings',
  { source: text, names: texts },
  'select * from own_findings_of_fingerprints(:source, :names::text[])',
  narrows<{ is_first: boolean }>,
)

/** Adds fingerprints from JSON rows. Existing fingerprints do not change. */
export const addFingerprints = statement(
  'add_finding_fingerprints',
  { rows: text },
  `insert into finding_fingerprint (organization_id, source_module_key, fingerprint, finding_id, is_current)
   select :organization, r.source, r.fingerprint, r.id, r.is_current
     from json_to_recordset(:rows::json) as r (source text, fingerprint text, id text, is_current boolean)
   on conflict (organization_id, source_module_key, fingerprint, finding_id) do nothing`,
)

/** Marks the current fingerprints of findings as former, before new current ones are added. */
export const retireCurrentFingerprints = forItsValues(
  statement(
    'replace_current_fingerprints',
    { ids: texts },
    `update finding_fingerprint set is_current = false
    where organization_id = :organization and finding_id = any(:ids::text[]) and is_current`,
  ),
)

/** Deletes fingerprints of findings that have too many, except current, first and just named ones. */
export const forgetFingerprints = statement(
  'forget_finding_fingerprints',
  { ids: texts, names: texts, most: number },
  `delete from finding_fingerprint k using finding f
    where k.organization_id = :organization and k.finding_id = any(:ids::text[]) and not k.is_current
      and f.organization_id = :organization and f.id = k.finding_id and k.fingerprint <> f.source_fingerprint
      and not exists (select from unnest(:names::text[]) n where n = k.fingerprint)
      and (select count(*) from finding_fingerprint c
            where c.organization_id = :organization and c.finding_id = k.finding_id) > :most`,
)

export const writeSightings = statement(
  'write_finding_sightings',
  { rows: text, now: text },
  `insert into finding_sighting as s (organization_id, finding_id, start_line, end_line, snippet, seen_at)
   select :organization, r.id, r.start_line, r.end_line, r.snippet, :now::timestamptz
     from json_to_recordset(:rows::json) as r (id text, start_line integer, end_line integer, snippet text)
    order by r.id
   on conflict (organization_id, finding_id) do update set start_line = excluded.start_line, end_line = excluded.end_line,
     snippet = excluded.snippet, seen_at = excluded.seen_at`,
)

export type SightingRow = RowOf<typeof findSighting>

export const findSighting = statement(
  'find_finding_sighting',
  { id: text },
  `select start_line, end_line, snippet, seen_at from finding_sighting
    where organization_id = :organization and finding_id = :id`,
)

export const findWordings = forItsValues(
  statement(
    'find_finding_wordings',
    { ids: texts },
    `select finding_id, digest, wording from finding_wording
    where organization_id = :organization and finding_id = any(:ids::text[]) order by finding_id, digest`,
  ),
)

export const addWordings = statement(
  'add_finding_wordings',
  { rows: text },
  `insert into finding_wording (organization_id, finding_id, digest, wording)
   select :organization, r.id, r.digest, r.wording
     from json_to_recordset(:rows::json) as r (id text, digest text, wording text)
   on conflict (organization_id, finding_id, digest) do nothing`,
)

/**
 * Counts the open findings of a source and category that the caller's unit reported and this scan did not open, and
 * selects those that the scan no longer reports. The category column includes the unit.
 */
export const compareScan = statement(
  'compare_scan_of_findings',
  { source: text, category: text, kept: texts, scanId: text, limit: number },
  `with parts as materialized (
     select p.kept, p.opened from finding_scan_part p where p.organization_id = :organization and p.scan_id = :scanId
   ), kept as (
     select unnest(:kept::text[]) as id union select unnest(kept) from parts union
     select unnest(s.seen_since) from finding_scan s where s.organization_id = :organization and s.scan_id = :scanId
   ), opened as (
     select distinct unnest(opened) as id from parts
   ), candidate as (
     select f.id, k.id is null as is_gone
       from finding f left join kept k on k.id = f.id left join opened o on o.id = f.id
      where f.organization_id = :organization and f.source_module_key = :source
        and f.source_category = :category || coalesce(E'\\n' || own_unit(), '')
        and f.status in ('open', 'in_progress') and f.source_fingerprint is not null and o.id is null
   )
   select count(*)::int as open, (count(*) filter (where is_gone))::int as gone,
          array(select id::text from candidate where is_gone order by id limit :limit) as ids
     from candidate`,
)

const scanColumns = 's.scan_id as id, s.parts, s.status, s.started_at, s.confirmed'

const scanKey = { account: text, source: text, category: text, scanKey: text } as const

const ofScan = `organization_id = :organization and account_id = :account and source_module_key = :source
      and category = :category and scan_key = :scanKey`

export const startScan = statement(
  'start_scan_of_findings',
  { id: text, ...scanKey, parts: number, now: text },
  `insert into finding_scan (organization_id, scan_id, account_id, source_module_key, category, scan_key, parts, status, started_at)
   values (:organization, :id, :account, :source, :category, :scanKey, :parts, 'open', :now)
   on conflict (organization_id, account_id, source_module_key, category, scan_key) do nothing`,
)

export const findScan = statement(
  'find_scan_of_findings',
  scanKey,
  `select ${scanColumns} from finding_scan s where ${ofScan}`,
)

export const findParts = statement(
  'find_parts_of_scan',
  { scanId: text },
  `select part, digest, outcome from finding_scan_part
    where organization_id = :organization and scan_id = :scanId order by part`,
)

export const findTaken = statement(
  'find_findings_of_parts',
  { scanId: text },
  `select unnest(taken) as id from finding_scan_part where organization_id = :organization and scan_id = :scanId`,
  narrows<{ id: string }>,
)

export const addPart = statement(
  'add_part_of_scan',
  { scanId: text, part: number, digest: text, kept: texts, taken: texts, opened: texts, outcome: text },
  `insert into finding_scan_part (organization_id, scan_id, part, digest, kept, taken, opened, outcome)
   values (:organization, :scanId, :part, :digest, :kept::text[], :taken::text[], :opened::text[], :outcome)
   on conflict (organization_id, scan_id, part) do update set outcome = excluded.outcome`,
)

export const changeScan = statement(
  'change_scan_of_findings',
  { scanId: text, status: text, confirmed: nullable(number) },
  `update finding_scan set status = :status, confirmed = coalesce(:confirmed::int, confirmed)
    where organization_id = :organization and scan_id = :scanId`,
)

/** Adds the findings that this call reported to other scans of the source that are not compared yet. */
export const recordReported = statement(
  'record_findings_seen_since',
  { source: text, scanId: text, ids: texts },
  `update finding_scan set seen_since = array(select unnest(seen_since) union select unnest(:ids::text[]))
    where organization_id = :organization and source_module_key = :source and status <> 'compared' and scan_id <> :scanId`,
)

/** Selects the scans of an account and category that are not compared and not among the newest ones. */
export const findExcessScans = statement(
  'find_excess_scans_of_findings',
  { account: text, source: text, category: text, keep: number },
  `select s.scan_id as id, s.scan_key, s.parts, s.source_module_key as source, s.status,
          (select count(*)::int from finding_scan_part p where p.organization_id = :organization and p.scan_id = s.scan_id) as received
     from finding_scan s where s.organization_id = :organization and s.source_module_key = :source and s.status <> 'compared'
      and s.account_id = :account and s.category = :category order by s.started_at desc, s.scan_id desc offset :keep`,
)

export type EndedScan = RowOf<typeof findExcessScans>

export const lockScansToEnd = statement(
  'lock_scans_of_findings_to_end',
  { before: text, limit: number },
  `select s.scan_id as id, s.scan_key, s.parts, s.source_module_key as source, s.status,
          (select count(*)::int from finding_scan_part p where p.organization_id = :organization and p.scan_id = s.scan_id) as received
     from finding_scan s where s.organization_id = :organization and s.started_at < :before::timestamptz
    order by s.started_at limit :limit for update skip locked`,
)

export const deleteParts = forItsValues(
  statement(
    'delete_parts_of_scans',
    { ids: texts },
    'delete from finding_scan_part where organization_id = :organization and scan_id = any(:ids::text[])',
  ),
)

export const deleteScans = forItsValues(
  statement(
    'delete_scans_of_findings',
    { ids: texts },
    'delete from finding_scan where organization_id = :organization and scan_id = any(:ids::text[])',
  ),
)

export const organizationsWithScansToEnd = statement(
  'organizations_with_scans_to_end',
  { before: text },
  'select * from organizations_with_scans_to_end(:before) as id',
)

const ofSource = { account: text, source: text, category: text } as const

const whereSource = `organization_id = :organization and account_id = :account and source_module_key = :source
      and category = :category`

export const findWithheld = statement(
  'find_withheld_remediations',
  ofSource,
  `select withheld from finding_scan_withheld where ${whereSource}`,
)

export const setWithheld = statement(
  'set_withheld_remediations',
  { ...ofSource, withheld: number },
  `insert into finding_scan_withheld (organization_id, account_id, source_module_key, category, withheld)
   values (:organization, :account, :source, :category, :withheld)
   on conflict (organization_id, account_id, source_module_key, category) do update set withheld = excluded.withheld`,
)

export const clearWithheld = statement(
  'clear_withheld_remediations',
  ofSource,
  `delete from finding_scan_withheld where ${whereSource}`,
)
