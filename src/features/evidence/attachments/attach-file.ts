import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { keepStaged } from '#shared/stage-blob.ts'
import { type Attachment, attachmentEvents, renderAttachment } from './attachment.ts'
import { insertArtifact, insertAttachmentLink } from './attachment-queries.ts'
import type { AnnouncedFile, Staged } from './receive-file.ts'

interface Attached {
  readonly claimId: string
  readonly reason: string | null
  readonly kept?: () => void
}

/** Records a file whose staged bytes are locked. Returns its id, without the link, and the content that binds it. */
export const keepArtifact = (
  change: Change,
  { blob, inlinePreviewAllowed }: Omit<Staged<AnnouncedFile>, 'file'>,
  kept?: () => void,
) => {
  const { ids, now, tx } = change
  const id = ids.next('art', now)
  const content = { byteSize: blob.byteSize, checksumSha256: blob.sha256, inlinePreviewAllowed }
  tx.write(insertArtifact, { id, blobKey: blob.key, ...content })
  keepStaged(change, blob, kept)
  return { id, content }
}

/** Attaches a file to a claim. The claim's row and the staged bytes must be locked. */
export const attachFile = (
  change: Change,
  { file, ...staged }: Staged<AnnouncedFile>,
  { claimId, reason, kept }: Attached,
) => {
  const { now, ids, tx } = change
  const { originalFilename, contentType, byteSize, checksumSha256 } = file
  const linkId = ids.next('arl', now)
  const { id: artifactId, content } = keepArtifact(change, staged, kept)
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
