import { forItsValues, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { claimToFreeze } from '#shared/frozen-claim.ts'
import { mustBeAnswered } from '#src/features/governance/assessments/assessment-queries.ts'

/** SQL: the claims that prove the control `c` now. */
const proofOfControl = `
  select r.fresh_claim_id::text as id from control_requirement l
    join evidence_requirement r on r.organization_id = :organization and r.id = l.requirement_id and r.status = 'active'
   where l.organization_id = :organization and l.control_id = c.id and r.fresh_claim_id is not null`

/** Selects the clauses of an assessment, with their active controls and the claims that its answers name. */
export const clausesToFreeze = statement(
  'list_clauses_to_freeze',
  { assessmentId: text, frameworkId: text },
  `select f.id, f.record, array(
      select c.id::text from clause_control m
        join control c on c.organization_id = :organization and c.id = m.control_id and c.status = 'active'
       where m.organization_id = :organization and m.clause_id = f.id
      union
      select x.claim ->> 'claimId' from assessment_answer n cross join lateral json_array_elements(n.record::json -> 'claims') x(claim)
       where n.organization_id = :organization and n.assessment_id = :assessmentId and n.clause_id = f.id
      order by 1) as related
     from clause f
    where f.organization_id = :organization and f.framework_id = :frameworkId and ${mustBeAnswered}
    order by f.place, f.id`,
)

/** Selects controls, with the claims that prove them now. */
export const controlsToFreeze = forItsValues(
  statement(
    'list_controls_to_freeze',
    { ids: texts },
    `select c.id, c.record, array(${proofOfControl} order by 1) as related
     from control c where c.organization_id = :organization and c.id = any (:ids::text[]) order by c.control_key`,
  ),
)

export const claimsToFreeze = statement(
  'list_claims_to_freeze',
  { ids: texts },
  `select ${claimToFreeze}, d.decision as outcome, d.reason, d.decided_at, coalesce(${nameOf('d.reviewer_id')}, d.reviewer_id) as reviewer
     from evidence_claim c
     left join review_decision d on d.organization_id = :organization and d.claim_id = c.id
    where c.organization_id = :organization and c.id = any (:ids::text[]) order by c.claim_key`,
)

/** Freezes new items, and replaces existing ones by their current content. */
export const writeItems = statement(
  'write_room_items',
  { roomId: text, items: text },
  `insert into room_item (organization_id, room_id, item_id, kind, place, digest, record)
   select :organization, :roomId, x.id, x.kind, x.place, x.digest, x.record
     from json_to_recordset(:items::json) as x(id text, kind text, place integer, digest text, record text)
   on conflict (organization_id, room_id, item_id) do update
     set place = excluded.place, digest = excluded.digest, record = excluded.record`,
)

/**
 * Selects the digests of all items, including claims that the caller does not see, because they are part of the scope.
 */
export const listDigests = statement(
  'list_room_item_digests',
  { roomId: text },
  'select id, kind, digest from digests_of_room(:roomId)',
)
