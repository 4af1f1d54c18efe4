import { forItsValues, narrows, number, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { withCustodians } from '#shared/four-eyes.ts'
import { findingRecords } from './finding.ts'

const { select } = findingRecords

/** Inserts findings from a JSON array of rows. An existing finding does not change. */
export const insertFindings = statement(
  'insert_findings',
  { rows: text },
  `insert into finding (organization_id, id, severity, status, owner_id, control_id, source_module_key, source_fingerprint,
     due_at, accepted_until, remediators, reported_severity, hands, record)
   select :organization, r.id, r.severity, r.status, r.owner_id, r.control_id, r.source_module_key, r.source_fingerprint,
          r.due_at, null, '{}', r.reported_severity, r.hands, r.record
     from json_to_recordset(:rows::json) as r (id text, severity text, status text, owner_id text, control_id text,
       source_module_key text, source_fingerprint text, due_at timestamptz, reported_severity text,
       hands text[], record text)
    order by r.source_fingerprint
   on conflict do nothing returning id`,
)

const ofSource = `(hashtextextended('findings of ' || :organization || ' ' || :source::text, 0))`

/** Allows one scan of a source at a time, so that each sees the findings of the previous one. */
export const lockSource = statement(
  'lock_source_of_findings',
  { source: text },
  `select pg_advisory_xact_lock${ofSource}`,
)

/** Allows many concurrent reports of single findings of a source, but none during a scan. */
export const shareSource = statement(
  'share_source_of_findings',
  { source: text },
  `select pg_advisory_xact_lock_shared${ofSource}`,
)

/** Selects the sources that a service account may report for, or null for any source. */
export const findSourcesOfAccount = statement(
  'find_sources_of_account',
  { id: text },
  `select record::json -> 'findingSources' as sources from service_account
    where organization_id = :organization and id = :id`,
  narrows<{ sources: readonly string[] | null }>,
)

export const lockFindings = forItsValues(
  statement(
    'lock_findings',
    { ids: texts },
    `select ${select} from finding where organization_id = :organization and id = any(:ids::text[]) order by id for update`,
  ),
)

export const organizationsWithAcceptancesToEnd = statement(
  'organizations_with_acceptances_to_end',
  { now: text },
  'select * from organizations_with_acceptances_to_end(:now) as id',
)

export const lockEndedAcceptances = statement(
  'lock_ended_acceptances',
  { now: text, limit: number },
  `select ${select} from finding where organization_id = :organization and status = 'accepted' and accepted_until <= :now
    order by accepted_until limit :limit for update skip locked`,
)

/**
 * SQL: people who reported a finding, owned it, or changed its severity or due date. For a finding of an
 * earlier release, without stored contributors, this is everyone who changed it: the audit trail does not say what they
 * changed.
 */
export const findingContributorsSql = (finding: string): string => `(coalesce(${finding}.hands, (
    select array_agg(distinct e.actor_id::text) from audit_event e
     where e.organization_id = :organization and e.resource_id = ${finding}.id
       and e.action in ('finding.create', 'finding.update', 'finding.assign')), '{}')
  || coalesce(array[${finding}.owner_id::text], '{}'))`

/**
 * Selects the remediators and other contributors of a finding, everyone who could act as one of them now, and the
 * settings.
 */
export const findRemediators = statement(
  'find_finding_contributors',
  { id: text },
  `select ${withCustodians('f.remediators')} as remediators, ${withCustodians(findingContributorsSql('f'))} as hands,
          o.self_decision, o.second_person
     from finding f join organization o on o.id = f.organization_id
    where f.organization_id = :organization and f.id = :id`,
)

export const findFindingControl = statement(
  'find_control_of_finding',
  { id: text },
  'select id from control where organization_id = :organization and id = :id',
)

export const readHistory = statement(
  'read_finding_history',
  { position: text, limit: number, id: text },
  `select h.id, h.record, ${nameOf('h.actor_id')} as actor_name
     from (select e.id, e.record, e.actor_id from audit_event e
            where e.organization_id = :organization and e.resource_id = :id and e.id < :position
            order by e.id desc limit :limit) h order by h.id desc`,
)

export const findFinding = statement(
  'find_workspace_finding',
  { id: text },
  `select f.record, ${nameOf('f.owner_id')} as owner_name,
          (select c.record from control c where c.organization_id = :organization and c.id = f.control_id) as control
     from finding f where f.organization_id = :organization and f.id = :id`,
)
