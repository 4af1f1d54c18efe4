import { number, statement, text } from '#db/statement.ts'

export const findSubmittedClaim = statement(
  'find_claim_for_submission',
  { id: text, packageId: text },
  `select record, (select count(*)::int from submission_content s
            where s.organization_id = :organization and s.package_id = :packageId) as contents
     from evidence_claim where organization_id = :organization and id = :id`,
)

export const listContents = statement(
  'list_submission_contents',
  { packageId: text, limit: number },
  `select s.claim_id, s.record, c.record as claim
     from submission_content s join evidence_claim c on c.organization_id = s.organization_id and c.id = s.claim_id
    where s.organization_id = :organization and s.package_id = :packageId order by s.claim_id limit :limit`,
)

export const insertContent = statement(
  'insert_submission_content',
  { packageId: text, claimId: text, record: text },
  'insert into submission_content (organization_id, package_id, claim_id, record) values (:organization, :packageId, :claimId, :record)',
)

export const lockContent = statement(
  'lock_submission_content',
  { packageId: text, claimId: text },
  `select record from submission_content where organization_id = :organization and package_id = :packageId and claim_id = :claimId for update`,
)

export const deleteContent = statement(
  'delete_submission_content',
  { packageId: text, claimId: text },
  'delete from submission_content where organization_id = :organization and package_id = :packageId and claim_id = :claimId',
)
