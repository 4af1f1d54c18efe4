import { forItsValues, nullable, number, statement, text, texts } from '#db/statement.ts'

export const organizationsWithRetentionToExtend = statement(
  'organizations_with_retention_to_extend',
  {},
  'select * from organizations_with_retention_to_extend() as id',
)

/** Lists a claim's files that have a retention, with its end. */
export const retentionOfClaim = statement(
  'retention_of_claim',
  { claimId: text },
  `select a.id as artifact_id, a.retain_until
     from attachment_link l join artifact a on a.organization_id = l.organization_id and a.id = l.artifact_id
    where l.organization_id = :organization and l.claim_id = :claimId and a.retain_until is not null order by l.id`,
)

export const isClaimOnHold = statement(
  'is_claim_held',
  { claimId: text },
  `select exists (select from retention_hold
                   where organization_id = :organization and status <> 'released'
                     and (claim_id = :claimId or claim_id is null)) as held`,
)

/** Locks the next requirement whose files need a longer retention until the end of the transaction. */
export const lockRetentionToExtend = statement(
  'lock_retention_to_extend',
  {},
  `select id, retention_years, retention_position from evidence_requirement
    where organization_id = :organization and retention_position is not null
    order by id limit 1 for no key update skip locked`,
)

export const selectRetainedClaims = statement(
  'claims_of_requirement_after',
  { id: text, position: text, limit: number },
  `select id from evidence_claim
    where organization_id = :organization and evidence_requirement_id = :id and id > :position
    order by id limit :limit`,
)

/** Extends the retention of the claims' files. Never shortens it. */
export const extendRetention = forItsValues(
  statement(
    'extend_retention',
    { claimIds: texts, years: number },
    `update artifact a set retain_until = l.until
     from (select artifact_id, retained_until(:years::int, (record::json ->> 'createdAt')::timestamptz) as until
             from attachment_link where organization_id = :organization and claim_id = any(:claimIds::text[])) l
    where a.organization_id = :organization and a.id = l.artifact_id
      and (a.retain_until is null or a.retain_until < l.until)`,
  ),
)

/** Records how far a requirement's claims have been processed; null when all are done. */
export const recordRetentionPosition = statement(
  'record_retention_position',
  { id: text, position: nullable(text) },
  'update evidence_requirement set retention_position = :position where organization_id = :organization and id = :id',
)
