import { choice, flag, nullable, number, type RowOf, statement, text } from '#db/statement.ts'
import { copiesOf } from '#shared/blob-copy.ts'

export const insertUploadIntent = statement(
  'insert_upload_intent',
  {
    id: text,
    claimId: text,
    status: choice<IntentRow['status']>,
    expiresAt: text,
    reason: nullable(text),
    record: text,
  },
  `insert into upload_intent (organization_id, id, claim_id, status, expires_at, reason, record)
   values (:organization, :id, :claimId, :status, :expiresAt, :reason, :record)`,
)

type IntentRow = RowOf<typeof lockUploadIntent>

/** `is_retained`: whether the claim's requirement sets a retention for its files. */
export const findUploadIntent = statement(
  'find_upload_intent',
  { id: text },
  `select i.claim_id, i.status, i.expires_at, i.reason, i.link_id, i.record,
          r.retention_years is not null as is_retained
     from upload_intent i
     left join evidence_claim c on c.organization_id = i.organization_id and c.id = i.claim_id
     left join evidence_requirement r on r.organization_id = c.organization_id and r.id = c.evidence_requirement_id
    where i.organization_id = :organization and i.id = :id`,
)

export const lockUploadIntent = statement(
  'lock_upload_intent',
  { id: text },
  `select claim_id, status, expires_at, reason, link_id, record
     from upload_intent where organization_id = :organization and id = :id for update`,
)

export const completeUploadIntent = statement(
  'complete_upload_intent',
  { id: text, linkId: text, record: text },
  `update upload_intent set status = 'completed', link_id = :linkId, record = :record where organization_id = :organization and id = :id`,
)

export const insertArtifact = statement(
  'insert_artifact',
  { id: text, blobKey: text, byteSize: number, checksumSha256: text, inlinePreviewAllowed: flag },
  `insert into artifact (organization_id, id, blob_key, byte_size, checksum_sha256, inline_preview_allowed)
   values (:organization, :id, :blobKey, :byteSize, :checksumSha256, :inlinePreviewAllowed)`,
)

export const insertAttachmentLink = statement(
  'insert_attachment_link',
  { id: text, claimId: text, artifactId: text, record: text },
  'insert into attachment_link (organization_id, id, claim_id, artifact_id, record) values (:organization, :id, :claimId, :artifactId, :record)',
)

export const findAttachmentLink = statement(
  'find_attachment_link',
  { id: text },
  'select record from attachment_link where organization_id = :organization and id = :id',
)

export const findAttachment = statement(
  'find_attachment',
  { claimId: text, artifactId: text },
  `select l.record, a.byte_size, a.checksum_sha256, a.inline_preview_allowed, ${copiesOf('a')} as copies
     from attachment_link l
     join artifact a on a.organization_id = l.organization_id and a.id = l.artifact_id
    where l.organization_id = :organization and l.claim_id = :claimId and l.artifact_id = :artifactId`,
)

export const selectAttachments = statement(
  'list_attachment_link_claim',
  { position: text, limit: number, claimId: text },
  `select id, record from attachment_link
    where organization_id = :organization and id < :position and claim_id = :claimId
    order by id desc limit :limit`,
)

export const organizationsWithIntentsToExpire = statement(
  'organizations_with_intents_to_expire',
  { now: text },
  'select * from organizations_with_intents_to_expire(:now) as id',
)

export const lockIntentsToExpire = statement(
  'lock_intents_to_expire',
  { now: text, limit: number },
  `select id, reason, record from upload_intent
    where organization_id = :organization and status = 'pending' and expires_at <= :now
    order by expires_at limit :limit for update skip locked`,
)

export const expireUploadIntent = statement(
  'expire_upload_intent',
  { id: text, record: text },
  `update upload_intent set status = 'expired', record = :record where organization_id = :organization and id = :id`,
)
