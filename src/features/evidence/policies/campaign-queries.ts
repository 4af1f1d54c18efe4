import type { Role } from '#api/access.ts'
import { nameOf } from '#api/name-of.ts'
import { holdUnit } from '#api/unit-lock.ts'
import { nullable, number, rows, statement, text, texts } from '#db/statement.ts'
import type { Requirement } from '#src/features/evidence/requirement.ts'

/** SQL: the people `p` whom a campaign `c` of a policy `l` asks, as they are now. */
const askedBy = `from person p where p.organization_id = :organization and is_asked(c, l.unit_id, p)`

const policyOf = 'join policy l on l.organization_id = c.organization_id and l.id = c.policy_id'

/** SQL: whether somebody has acknowledged. */
const acknowledgedBy = (person: string): string => `exists (
  select from policy_acknowledgement a
   where a.organization_id = :organization and a.campaign_id = c.id and a.person_id = ${person})`

/** Those of these people who can be asked: whoever can sign in and sees the policy. */
export const findAudience = statement(
  'find_policy_audience',
  { policyId: text, roles: nullable(texts), personIds: nullable(texts), limit: number },
  `select p.id from policy l join person p on p.organization_id = l.organization_id
    where l.organization_id = :organization and l.id = :policyId and not p.disabled
      and (l.unit_id is null or p.unit_ids is null or l.unit_id = any (p.unit_ids))
      and (:roles::text[] is null or p.role = any (:roles::text[]))
      and (:personIds::text[] is null or p.id = any (:personIds::text[]))
    order by p.id limit :limit`,
  rows<{ id: string }>,
)

export interface ProvingRow {
  status: Requirement['status']
  subject_module_key: string | null
  subject_resource_type: string | null
  owner_id: string | null
  validity_days: number
  is_retained: boolean
  /** Whether all who see it see the policy too. */
  is_seen_alike: boolean
}

/** The requirement that a campaign proves; its unit and the policy's are held until the commit. */
export const holdProven = statement(
  'hold_requirement_of_policy_campaign',
  { id: text, policyId: text },
  `select r.status, r.record::json ->> 'subjectModuleKey' as subject_module_key,
          r.record::json ->> 'subjectResourceType' as subject_resource_type, r.owner_id, r.validity_days,
          r.retention_years is not null as is_retained, l.unit_id is null or l.unit_id = r.unit_id as is_seen_alike,
          ${holdUnit('r.id')} as held
     from evidence_requirement r, policy l
    where r.organization_id = :organization and r.id = :id and l.organization_id = :organization and l.id = :policyId
      for share of l`,
  rows<ProvingRow>,
)

export interface CampaignRow {
  record: string
  roles: Role[] | null
  person_ids: string[] | null
  failure: string | null
  retry_at: Date | null
  policy_title: string
  current_version_number: number
  requirement_title: string | null
  started_by_name: string | null
  asked: number
  acknowledged: number
  is_asked: boolean
  acknowledged_at: string | null
}

export const findCampaign = statement(
  'find_workspace_policy_campaign',
  { id: text, reader: text },
  `select c.record, c.roles, c.person_ids, c.failure, c.retry_at, l.record::json ->> 'title' as policy_title,
          (select v.number from policy_version v where v.organization_id = :organization
              and v.id = l.record::json ->> 'currentVersionId') as current_version_number,
          (select r.record::json ->> 'title' from evidence_requirement r
            where r.organization_id = :organization and r.id = c.requirement_id) as requirement_title,
          ${nameOf('c.started_by')} as started_by_name,
          x.asked, x.acknowledged,
          exists (select ${askedBy} and p.id = :reader) as is_asked,
          (select a.record::json ->> 'acknowledgedAt' from policy_acknowledgement a
            where a.organization_id = :organization and a.campaign_id = c.id and a.person_id = :reader) as acknowledged_at
     from policy_campaign c ${policyOf}
     cross join lateral (select count(*)::int as asked, (count(*) filter (where ${acknowledgedBy('p.id')}))::int as acknowledged
                          ${askedBy}) x
    where c.organization_id = :organization and c.id = :id`,
  rows<CampaignRow>,
)

/** How somebody stands to a campaign: they were asked when it began or said something, or belong to it now. */
const standings = `select p.id, p.record::json ->> 'name' as name, a.record as acknowledgement,
    is_asked(c, l.unit_id, p) as is_asked
  from policy_campaign c ${policyOf}
  join person p on p.organization_id = c.organization_id
  left join policy_acknowledgement a
    on a.organization_id = c.organization_id and a.campaign_id = c.id and a.person_id = p.id
 where c.organization_id = :organization and c.id = :id
   and (is_asked(c, l.unit_id, p) or p.id = any (c.asked_ids) or a.person_id is not null)`

export interface StandingRow {
  id: string
  name: string
  acknowledgement: string | null
  is_asked: boolean
}

export const listStandings = statement(
  'list_people_of_policy_campaign',
  { id: text, position: text, limit: number },
  `${standings} and p.id > :position order by p.id limit :limit`,
  rows<StandingRow>,
)

/** All of them; `before` leaves out who came later. */
export const findStandings = statement(
  'find_people_of_policy_campaign',
  { id: text, before: text },
  `${standings} and p.id < :before order by p.id`,
  rows<StandingRow>,
)

/** A campaign that somebody acknowledges: it does not end meanwhile. */
export const holdCampaign = statement(
  'hold_policy_campaign',
  { id: text, reader: text },
  `select c.record, exists (select ${askedBy} and p.id = :reader) as is_asked
     from policy_campaign c ${policyOf}
    where c.organization_id = :organization and c.id = :id for share of c`,
  rows<{ record: string; is_asked: boolean }>,
)

/** Returns nothing where they have acknowledged already. */
export const insertAcknowledgement = statement(
  'insert_policy_acknowledgement',
  { campaignId: text, personId: text, record: text },
  `insert into policy_acknowledgement (organization_id, campaign_id, person_id, record)
   values (:organization, :campaignId, :personId, :record)
   on conflict do nothing returning person_id as id`,
  rows<{ id: string }>,
)

export const findAcknowledgement = statement(
  'find_policy_acknowledgement',
  { campaignId: text, personId: text },
  `select record from policy_acknowledgement
    where organization_id = :organization and campaign_id = :campaignId and person_id = :personId`,
  rows<{ record: string }>,
)

export const organizationsWithCampaignsToEnd = statement(
  'organizations_with_policy_campaigns_to_end',
  { now: text },
  'select * from organizations_with_policy_campaigns_to_end(:now) as id',
  rows<{ id: string }>,
)

const isToEnd = `c.status = 'running' and (c.retry_at is null or c.retry_at <= :now::timestamptz)
  and (c.due_at <= :now::timestamptz or is_complete(c))`

/** Those that have waited for longest first, so that none that fails again and again is in the way of another. */
export const findCampaignsToEnd = statement(
  'find_policy_campaigns_to_end',
  { now: text, limit: number },
  `select c.id from policy_campaign c where c.organization_id = :organization and ${isToEnd}
    order by coalesce(c.retry_at, c.due_at), c.id limit :limit`,
  rows<{ id: string }>,
)

/** No row where another worker ends it, or it does not end any more. */
export const lockCampaignToEnd = statement(
  'lock_policy_campaign_to_end',
  { id: text, now: text },
  `select c.id from policy_campaign c where c.organization_id = :organization and c.id = :id and ${isToEnd}
      for update skip locked`,
  rows<{ id: string }>,
)

export const noteFailure = statement(
  'note_failure_of_policy_campaign',
  { id: text, failure: text, now: text, least: number, most: number },
  `update policy_campaign
      set failure = :failure, attempts = attempts + 1,
          retry_at = :now::timestamptz + least(:most::int, :least::int * (1 << least(attempts, 10))) * interval '1 millisecond'
    where organization_id = :organization and id = :id and status = 'running'`,
)

export const findStoredCampaign = statement(
  'find_stored_policy_campaign',
  { id: text },
  `select c.record, coalesce(r.retention_years is not null, false) as is_retained
     from policy_campaign c
     left join evidence_requirement r on r.organization_id = c.organization_id and r.id = c.requirement_id
    where c.organization_id = :organization and c.id = :id`,
  rows<{ record: string; is_retained: boolean }>,
)
