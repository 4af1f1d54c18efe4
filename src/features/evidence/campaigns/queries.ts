import { composed, forItsValues, nullable, number, rows, statement, text, texts } from '#db/statement.ts'
import type { Role } from '#http/access.ts'
import { nameOf } from '#http/name-of.ts'
import type { Requirement } from '#src/features/evidence/requirements/requirement.ts'
import type { CampaignDeclaration } from './declaration.ts'

export interface ProvingRow {
  status: Requirement['status']
  subject_module_key: string | null
  subject_resource_type: string | null
  owner_id: string | null
  validity_days: number
  reviewers_required: number
  unit_id: string | null
  is_retained: boolean
  /** Whether everyone who sees the requirement also sees the subject of the campaign. */
  is_seen_alike: boolean
}

export interface CampaignRow {
  record: string
  roles: Role[] | null
  person_ids: string[] | null
  failure: string | null
  retry_at: Date | null
  current_version_number: number | null
  requirement_title: string | null
  started_by_name: string | null
  asked: number
  given: number
  is_asked: boolean
  given_at: string | null
}

export interface ParticipantRow {
  id: string
  name: string
  /** The record of their response. */
  given: string | null
  is_asked: boolean
}

/** Builds the statements for one kind of campaign. */
export const campaignQueries = ({ table, about, responses }: CampaignDeclaration) => {
  const join = `join ${about.table} l on l.organization_id = c.organization_id and l.id = c.${about.column}`
  /** SQL for the people `p` whom a campaign `c` asks now. */
  const askedPeople = `from person p where p.organization_id = :organization and is_asked(c, l.unit_id, p)`
  /** SQL for a person's response, as `a`. */
  const responseOf = (person: string) => `from ${responses.table} a
    where a.organization_id = :organization and a.${responses.column} = c.id and a.person_id = ${person} and ${responses.where}`
  /** SQL for the people of a campaign: those it asked when it began, those who responded, and those it asks now. */
  const participants = `select p.id, p.record::json ->> 'name' as name, a.record as given,
      is_asked(c, l.unit_id, p) as is_asked
    from ${table} c ${join}
    join person p on p.organization_id = c.organization_id
    left join ${responses.table} a
      on a.organization_id = c.organization_id and a.${responses.column} = c.id and a.person_id = p.id and ${responses.where}
   where c.organization_id = :organization and c.id = :id
     and (is_asked(c, l.unit_id, p) or p.id = any (c.asked_ids) or a.person_id is not null)`
  const isInState = `(:state::text is null or :state = case when not is_asked(c, l.unit_id, p) then 'left'
       when a.person_id is null then 'outstanding' else 'responded' end)`
  const isToEnd = `c.status = 'running' and (c.retry_at is null or c.retry_at <= :now::timestamptz)
    and (c.due_at <= :now::timestamptz or is_complete(c))`
  return {
    /** Finds the people a campaign can ask: they match the roles and ids, can sign in, and can see the subject. */
    findAudience: forItsValues(
      composed(
        `find_audience_of_${table}`,
        { aboutId: text, roles: nullable(texts), personIds: nullable(texts), limit: number },
        `select p.id from ${about.table} l join person p on p.organization_id = l.organization_id
        where l.organization_id = :organization and l.id = :aboutId and not p.disabled
          and (l.unit_id is null or p.unit_ids is null or l.unit_id = any (p.unit_ids))
          and (:roles::text[] is null or p.role = any (:roles::text[]))
          and (:personIds::text[] is null or p.id = any (:personIds::text[]))
        order by p.id limit :limit`,
        rows<{ id: string }>,
      ),
    ),
    countRunning: composed(
      `count_running_${table}`,
      { aboutId: text },
      `select count(*)::int as running from ${table}
        where organization_id = :organization and ${about.column} = :aboutId and status = 'running'`,
      rows<{ running: number }>,
    ),
    /** Locks the subject until the commit, so that its unit cannot change. */
    shareSubject: composed(
      `share_${about.table}_of_${table}`,
      { aboutId: text },
      `select id from ${about.table} where organization_id = :organization and id = :aboutId for share`,
      rows<{ id: string }>,
    ),
    /** Reads the requirement that a campaign proves. */
    findProvenRequirement: composed(
      `find_requirement_of_${table}`,
      { id: text, aboutId: text },
      `select r.status, r.record::json ->> 'subjectModuleKey' as subject_module_key,
              r.record::json ->> 'subjectResourceType' as subject_resource_type, r.owner_id, r.validity_days, r.reviewers_required, r.unit_id,
              r.retention_years is not null as is_retained, l.unit_id is null or l.unit_id = r.unit_id as is_seen_alike
         from evidence_requirement r, ${about.table} l
        where r.organization_id = :organization and r.id = :id
          and l.organization_id = :organization and l.id = :aboutId`,
      rows<ProvingRow>,
    ),
    find: composed(
      `find_workspace_${table}`,
      { id: text, reader: text },
      `select c.record, c.roles, c.person_ids, c.failure, c.retry_at,
              (select v.number from ${about.table}_version v where v.organization_id = :organization
                  and v.id = l.record::json ->> '${about.current}') as current_version_number,
              (select r.record::json ->> 'title' from evidence_requirement r
                where r.organization_id = :organization and r.id = c.requirement_id) as requirement_title,
              ${nameOf('c.started_by')} as started_by_name,
              x.asked, x.given,
              exists (select ${askedPeople} and p.id = :reader) as is_asked,
              (select a.record::json ->> '${responses.timestampField}' ${responseOf(':reader')}) as given_at
         from ${table} c ${join}
         cross join lateral (select count(*)::int as asked,
                                    (count(*) filter (where exists (select ${responseOf('p.id')})))::int as given
                              ${askedPeople}) x
        where c.organization_id = :organization and c.id = :id`,
      rows<CampaignRow>,
    ),
    listParticipants: composed(
      `list_people_of_${table}`,
      { id: text, state: nullable(text), position: text, limit: number },
      `${participants} and p.id > :position and ${isInState} order by p.id limit :limit`,
      rows<ParticipantRow>,
    ),
    findParticipantIds: composed(
      `find_ids_of_people_of_${table}`,
      { id: text, state: nullable(text) },
      `select x.id from (${participants} and ${isInState}) x`,
      rows<{ id: string }>,
    ),
    findParticipantsAmong: forItsValues(
      composed(
        `find_some_people_of_${table}`,
        { id: text, ids: texts },
        `${participants} and p.id = any (:ids)`,
        rows<ParticipantRow>,
      ),
    ),
    /** Lists the people of a campaign whose ids precede `before`, and who therefore joined earlier. */
    findParticipants: composed(
      `find_people_of_${table}`,
      { id: text, before: text },
      `${participants} and p.id < :before order by p.id`,
      rows<ParticipantRow>,
    ),
    /** Locks a campaign while a person responds, so that it cannot end at the same time. */
    lockForResponse: composed(
      `hold_${table}`,
      { id: text, reader: text },
      `select c.record, exists (select ${askedPeople} and p.id = :reader) as is_asked
         from ${table} c ${join}
        where c.organization_id = :organization and c.id = :id for share of c`,
      rows<{ record: string; is_asked: boolean }>,
    ),
    organizationsToEnd: composed(
      `organizations_with_${table}_to_end`,
      { now: text },
      `select * from organizations_with_${table}s_to_end(:now) as id`,
      rows<{ id: string }>,
    ),
    /** Finds campaigns to end, longest wait first, so that a campaign that keeps failing does not delay others. */
    findToEnd: composed(
      `find_${table}_to_end`,
      { now: text, limit: number },
      `select c.id from ${table} c where c.organization_id = :organization and ${isToEnd}
        order by coalesce(c.retry_at, c.due_at), c.id limit :limit`,
      rows<{ id: string }>,
    ),
    /** Locks a campaign to end. Returns no row if another worker is ending the campaign or it is not due to end. */
    lockToEnd: composed(
      `lock_${table}_to_end`,
      { id: text, now: text },
      `select c.record from ${table} c where c.organization_id = :organization and c.id = :id and ${isToEnd}
          for update skip locked`,
      rows<{ record: string }>,
    ),
    recordFailure: statement(
      `record_failure_of_${table}`,
      { id: text, failure: text, now: text, least: number, most: number },
      `update ${table}
          set failure = :failure, attempts = attempts + 1,
              retry_at = :now::timestamptz
                + least(:most::int, :least::int * (1 << least(attempts, 10))) * interval '1 millisecond'
        where organization_id = :organization and id = :id and status = 'running'`,
    ),
    clearFailure: statement(
      `forget_failure_of_${table}`,
      { id: text },
      `update ${table} set failure = null, attempts = 0, retry_at = null
        where organization_id = :organization and id = :id`,
    ),
    findStored: composed(
      `find_stored_${table}`,
      { id: text },
      `select c.record, coalesce(r.retention_years is not null, false) as is_retained
         from ${table} c
         left join evidence_requirement r on r.organization_id = c.organization_id and r.id = c.requirement_id
        where c.organization_id = :organization and c.id = :id`,
      rows<{ record: string; is_retained: boolean }>,
    ),
  }
}
