import { statement } from '#db/statement.ts'

/** `organization_id, claim id, package id` */
export const findClaim = statement<{ record: string; contents: number }>(
  'find_claim_for_submission',
  `select record, (select count(*)::int from submission_content s
            where s.organization_id = $1 and s.package_id = $3) as contents
     from evidence_claim where organization_id = $1 and id = $2`,
)

/** `organization_id, package_id, how many` */
export const listContents = statement<{ claim_id: string; record: string; claim: string }>(
  'list_submission_contents',
  `select s.claim_id, s.record, c.record as claim
     from submission_content s join evidence_claim c on c.organization_id = s.organization_id and c.id = s.claim_id
    where s.organization_id = $1 and s.package_id = $2 order by s.claim_id limit $3`,
)

export const insertContent = statement(
  'insert_submission_content',
  'insert into submission_content (organization_id, package_id, claim_id, record) values ($1, $2, $3, $4)',
)

export const lockContent = statement<{ record: string }>(
  'lock_submission_content',
  `select record from submission_content where organization_id = $1 and package_id = $2 and claim_id = $3 for update`,
)

export const deleteContent = statement(
  'delete_submission_content',
  'delete from submission_content where organization_id = $1 and package_id = $2 and claim_id = $3',
)
