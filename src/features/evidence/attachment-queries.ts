import { choice, flag, nullable, number, rows, statement, text } from '#db/statement.ts'
import type { UploadIntent } from './attachment.ts'

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

interface IntentRow {
  claim_id: string
  status: UploadIntent['status']
  expires_at: Date
  reason: string
  link_id: string | null
  record: string
}

export const findUploadIntent = statement(
  'find_upload_intent',
  { id: text },
  `select claim_id, status, expires_at, reason, link_id, record
     from upload_intent where organization_id = :organization and id = :id`,
  rows<IntentRow>,
)

export const lockUploadIntent = statement(
  'lock_upload_intent',
  { id: text },
  `select claim_id, status, expires_at, reason, link_id, record
     from upload_intent where organization_id = :organization and id = :id for update`,
  rows<IntentRow>,
)

export const completeUploadIntent = statement(
  'complete_upload_intent',
  { id: text, linkId: text, record: text },
  `update upload_intent set status = 'completed', link_id = :linkId, record = :record where organization_id = :organization and id = :id`,
)

export const insertStagedBlob = statement(
  'insert_staged_blob',
  { blobKey: text, nodeId: text, createdAt: text },
  'insert into staged_blob (organization_id, blob_key, node_id, created_at) values (:organization, :blobKey, :nodeId, :createdAt)',
)

export const lockStagedBlob = statement(
  'lock_staged_blob',
  { blobKey: text },
  'select blob_key from staged_blob where organization_id = :organization and blob_key = :blobKey for update',
  rows<{ blob_key: string }>,
)

export const deleteStagedBlob = statement(
  'delete_staged_blob',
  { blobKey: text },
  'delete from staged_blob where organization_id = :organization and blob_key = :blobKey',
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
  rows<{ record: string }>,
)

export const findAttachment = statement(
  'find_attachment',
  { claimId: text, artifactId: text },
  `select l.record, a.blob_key, a.byte_size, a.checksum_sha256, a.inline_preview_allowed
     from attachment_link l
     join artifact a on a.organization_id = l.organization_id and a.id = l.artifact_id
    where l.organization_id = :organization and l.claim_id = :claimId and l.artifact_id = :artifactId`,
  rows<{
    record: string
    blob_key: string
    byte_size: number
    checksum_sha256: string
    inline_preview_allowed: boolean
  }>,
)

export const listAttachments = statement(
  'list_attachment_link_claim',
  { position: text, limit: number, claimId: text },
  `select id, record from attachment_link
    where organization_id = :organization and id < :position and claim_id = :claimId
    order by id desc limit :limit`,
  rows<{ id: string; record: string }>,
)

export const organizationsWithIntentsToExpire = statement(
  'organizations_with_intents_to_expire',
  { now: text },
  'select * from organizations_with_intents_to_expire(:now) as id',
  rows<{ id: string }>,
)

export const lockIntentsToExpire = statement(
  'lock_intents_to_expire',
  { now: text, limit: number },
  `select id, record from upload_intent
    where organization_id = :organization and status = 'pending' and expires_at <= :now
    order by expires_at limit :limit for update skip locked`,
  rows<{ id: string; record: string }>,
)

export const expireUploadIntent = statement(
  'expire_upload_intent',
  { id: text, record: text },
  `update upload_intent set status = 'expired', record = :record where organization_id = :organization and id = :id`,
)
