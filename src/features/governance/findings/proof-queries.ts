import { statement, text } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { withCustodians } from '#shared/four-eyes.ts'

/** The maximum number of claims that can be linked to a finding. */
export const maxProof = 100

/** SQL: everyone who contributed to the claim `c`, or could act as a contributor. */
const involved = withCustodians('(c.makers || c.created_by::text)')

/** Selects the accepted claims that are linked to a finding, with their contributors. */
export const acceptedProof = statement(
  'list_accepted_proof_of_finding',
  { id: text },
  `select c.id, ${involved} as involved from finding_claim l
     join evidence_claim c on c.organization_id = :organization and c.id = l.claim_id
    where l.organization_id = :organization and l.finding_id = :id and c.status = 'accepted' limit ${maxProof}`,
)

/** Selects a claim, whether it is linked to the finding, and how many claims are linked to the finding. */
export const findLinkableClaim = statement(
  'find_claim_for_finding',
  { id: text, findingId: text },
  `select c.id, c.status, c.record, ${involved} as involved,
          exists (select from finding_claim l where l.organization_id = :organization and l.finding_id = :findingId
             and l.claim_id = c.id) as linked,
          (select count(*)::int from finding_claim l where l.organization_id = :organization
              and l.finding_id = :findingId) as links
     from evidence_claim c where c.organization_id = :organization and c.id = :id`,
)

export const insertProof = statement(
  'insert_finding_claim',
  { findingId: text, claimId: text, record: text },
  'insert into finding_claim (organization_id, finding_id, claim_id, record) values (:organization, :findingId, :claimId, :record)',
)

export const lockProof = statement(
  'lock_finding_claim',
  { findingId: text, claimId: text },
  'select record from finding_claim where organization_id = :organization and finding_id = :findingId and claim_id = :claimId',
)

export const deleteProof = statement(
  'delete_finding_claim',
  { findingId: text, claimId: text },
  'delete from finding_claim where organization_id = :organization and finding_id = :findingId and claim_id = :claimId',
)

export const listProof = statement(
  'list_proof_of_finding',
  { id: text },
  `select l.record, c.record as claim, ${nameOf(`(l.record::json ->> 'addedBy')`)} as added_by_name
     from finding_claim l
     join evidence_claim c on c.organization_id = :organization and c.id = l.claim_id
    where l.organization_id = :organization and l.finding_id = :id order by l.claim_id limit ${maxProof}`,
)
