import { forItsValues, narrows, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { StoredRow } from '#family/bound.ts'
import { claimToFreeze, type FrozenDecision } from '#shared/frozen-claim.ts'
import { type ClaimAsOfRow, claimAsOfColumns } from './claim-as-of.ts'

export type ClaimProofRow = RowOf<typeof claimsOfAll>

const selectClaims = 'select c.id, c.evidence_requirement_id as requirement_id, to_json(c) as row'
const afterPosition = 'c.organization_id = :organization and c.id > :after'
const pageParams = { after: text, limit: number }
/** The end of the range, as an id without its prefix. The range excludes this id and later ones. */
const beforeParams = { until: text }

export const claimsOfAll = statement(
  'claims_for_proof',
  pageParams,
  `${selectClaims} from evidence_claim c where ${afterPosition} order by c.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

/** Lists the claims that existed at a past time, with the columns needed to rebuild each. */
export const claimsAsOf = statement(
  'claims_for_proof_as_of',
  { position: text, limit: number, at: text, after: text },
  `select t.id, t.record, to_json(t) as row, ${claimAsOfColumns}
     from (select * from evidence_claim
            where organization_id = :organization and id > :position and id < 'gec_' || :after
            order by id limit :limit) t
    order by t.id`,
  narrows<Pick<ClaimAsOfRow, 'status_then' | 'decided'> & { row: StoredRow }>,
)

export const selectProvingClaims = statement(
  'claims_for_proof_of_requirement',
  { ...pageParams, requirementId: text },
  `${selectClaims} from evidence_claim c where ${afterPosition} and c.evidence_requirement_id = :requirementId order by c.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

/** Lists the claims in one package, or in all packages of a submission requirement. */
export const claimsOfPackages = statement(
  'claims_for_proof_of_packages',
  { ...pageParams, packageId: text, requirementId: text },
  `${selectClaims} from evidence_claim c
    where ${afterPosition} and c.id in (
      select s.claim_id from submission_package p
        join submission_content s on s.organization_id = p.organization_id and s.package_id = p.id
       where p.organization_id = :organization and s.claim_id > :after
         and (p.id = :packageId or p.submission_requirement_id = :requirementId))
    order by c.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const claimsCreated = statement(
  'claims_for_proof_made',
  { ...pageParams, until: text },
  `${selectClaims} from evidence_claim c where ${afterPosition} and c.id < :until order by c.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

/**
 * Lists the claims frozen in a room as they are now, with their digests and decisions at the time they were frozen. A
 * decision never changes, but the name of its reviewer may.
 */
export const claimsOfRoom = statement(
  'claims_for_proof_of_room',
  { ...pageParams, roomId: text },
  `select ${claimToFreeze}, to_json(c) as row, i.digest, i.record::json -> 'claim' -> 'decision' as decision
     from room_item i join evidence_claim c on c.organization_id = i.organization_id and c.id = i.item_id
    where i.organization_id = :organization and i.room_id = :roomId and i.item_id > :after and i.kind = 'claim'
    order by i.item_id limit :limit`,
  narrows<{ row: StoredRow; decision: FrozenDecision | null }>,
)

/** Lists claims created before a period and decided within it, in decision order. A claim has only one decision. */
export const claimsDecided = statement(
  'claims_for_proof_decided',
  { ...pageParams, until: text, madeBefore: text },
  `${selectClaims}, d.id as position from review_decision d
     join evidence_claim c on c.organization_id = d.organization_id and c.id = d.claim_id
    where d.organization_id = :organization and d.id > :after and d.id < :until and d.claim_id < :madeBefore
    order by d.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const filesOfClaims = statement(
  'files_of_claims_for_proof',
  { claimIds: texts, ...beforeParams },
  `select l.id, to_json(l) as row, to_json(a) as artifact
     from attachment_link l join artifact a on a.organization_id = l.organization_id and a.id = l.artifact_id
    where l.organization_id = :organization and l.claim_id = any(:claimIds) and l.id < 'arl_' || :until
    order by l.claim_id, l.id`,
  narrows<{ row: StoredRow; artifact: StoredRow }>,
)

/** Counts files announced for claims before a time but not uploaded by then. */
export const countUnfinished = statement(
  'count_unfinished_uploads_for_proof',
  { claimIds: texts, ...beforeParams },
  `select count(*)::int as uploads from upload_intent
    where organization_id = :organization and claim_id = any(:claimIds) and id < 'aui_' || :until
      and (status <> 'completed' or link_id >= 'arl_' || :until)`,
)

export const decisionsOfClaims = statement(
  'decisions_of_claims_for_proof',
  { claimIds: texts, ...beforeParams },
  `select d.id, to_json(d) as row from review_decision d
    where d.organization_id = :organization and d.claim_id = any(:claimIds) and d.id < 'rvd_' || :until
    order by d.claim_id`,
  narrows<{ row: StoredRow }>,
)

export const approvalsOfClaims = forItsValues(
  statement(
    'approvals_of_claims_for_proof',
    { claimIds: texts },
    `select a.id, to_json(a) as row from review_approval a
      where a.organization_id = :organization and a.claim_id = any(:claimIds) order by a.claim_id, a.id`,
    narrows<{ row: StoredRow }>,
  ),
)

export const questionsOfClaims = forItsValues(
  statement(
    'questions_of_claims_for_proof',
    { claimIds: texts },
    `select q.id, to_json(q) as row from claim_question q
      where q.organization_id = :organization and q.claim_id = any(:claimIds) order by q.claim_id, q.id`,
    narrows<{ row: StoredRow }>,
  ),
)

export const allEvidenceRequirements = statement(
  'requirements_for_proof',
  { ...pageParams, ...beforeParams },
  `select r.id, to_json(r) as row from evidence_requirement r
    where r.organization_id = :organization and r.id > :after and r.id < 'ger_' || :until order by r.id limit :limit`,
  narrows<{ row: StoredRow }>,
)

export const evidenceRequirementsByIds = forItsValues(
  statement(
    'requirements_for_proof_by_ids',
    { ids: texts },
    `select r.id, to_json(r) as row from evidence_requirement r
    where r.organization_id = :organization and r.id = any(:ids) order by r.id`,
    narrows<{ row: StoredRow }>,
  ),
)
