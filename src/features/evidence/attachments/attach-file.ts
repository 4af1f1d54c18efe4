import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { keepStaged } from '#shared/stage-blob.ts'
import { type Attachment, attachmentEvents, renderAttachment } from './attachment.ts'
import { insertArtifact, insertAttachmentLink } from './attachment-queries.ts'
import type { AnnouncedFile, StagedFile } from './receive-file.ts'

interface AttachmentInput {
  readonly claimId: string
  readonly reason: string | null
  /** Called once the record is known to be committed. */
  readonly onCommitted?: () => void
}

/**
 * Records a file as an artifact; its staged bytes must be locked. Does not link it to a claim. Returns the artifact's
 * id and the fields that its audit row binds.
 */
export const recordArtifact = (
  change: Change,
  { blob, inlinePreviewAllowed }: Omit<StagedFile<AnnouncedFile>, 'file'>,
  onCommitted?: () => void,
) => {
  const { ids, now, tx } = change
  const id = ids.next('art', now)
  const content = { byteSize: blob.byteSize, checksumSha256: blob.sha256, inlinePreviewAllowed }
  tx.write(insertArtifact, { id, blobKey: blob.key, ...content })
  keepStaged(change, blob, onCommitted)
  return { id, content }
}

/** Attaches a file to a claim. The claim's row and the staged bytes must be locked. */
export const attachFile = (
  change: Change,
  { file, ...staged }: StagedFile<AnnouncedFile>,
  { claimId, reason, onCommitted }: AttachmentInput,
) => {
  const { now, ids, tx } = change
  const { originalFilename, contentType, byteSize, checksumSha256 } = file
  const linkId = ids.next('arl', now)
  const { id: artifactId, content } = recordArtifact(change, staged, onCommitted)
  const attachment: Attachment = {
    ...{ linkId, artifactId, claimId, originalFilename, contentType, byteSize, checksumSha256 },
    status: 'active',
    createdAt: iso(now),
  }
  const record = renderAttachment(attachment)
  tx.write(insertAttachmentLink, { id: linkId, claimId, artifactId, record })
  change.emit(attachmentEvents.created, { attachment: record })
  change.audit(artifactId, { action: 'evidence.attachment.upload', after: record, content, reason })
  return { linkId, record }
}
