import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { Streamed } from '#api/answer.ts'
import { readCopies } from '#api/blob-copy.ts'
import type { Call } from '#api/call.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { recordSecurityEvent } from '#api/security-event.ts'
import { BlobMissing } from '#lib/blob-store.ts'
import { Attachment } from './attachment.ts'
import { findAttachment } from './attachment-queries.ts'
import { contentStream } from './content-stream.ts'
import { reportStorageAway } from './report-storage-away.ts'

export const AttachmentContent = Type.Object(
  {
    dataBase64: Type.String({ contentEncoding: 'base64' }),
    inlinePreviewAllowed: Type.Boolean(),
  },
  { title: 'AttachmentContent' },
)

const events = {
  storageOperationsDigestMismatch: 'stored_file_differs',
  storageOperationsObjectMissing: 'stored_file_missing',
} as const

/** Says that a stored file is missing, or is not the one that was accepted. */
export const reportFile = (call: Call, type: keyof typeof events, resourceId: string) => {
  const { log, organizationId: organization, requestId } = call
  log.error({ event: events[type], organization, record: resourceId, requestId })
  return recordSecurityEvent(call, call.organizationId, {
    type,
    context: { resourceId, requestId },
  })
}

/** Interface section 4.2 rule 3; open points "Open": streamed, and the digest checked before the answer is complete. */
export const openAttachment = reading({
  name: 'openAttachment',
  summary: 'Get the bytes of an attachment as base64',
  tag: 'Attachments',
  v1: { path: '/governance/evidence/attachments/open', scope: 'governance.evidence:read' },
  workspace: { path: '/attachments/open', roles: [...roles] },
  query: Type.Object({ claimId: Reference('gec'), artifactId: Reference('art') }),
  response: Type.Object({ attachment: Attachment, content: AttachmentContent }),
  errors: ['not_found', 'unavailable'],
  async run(call, { query }) {
    const { organizationId, blobs } = call
    const { claimId, artifactId } = query
    const found = oneOr404(await call.read(findAttachment, { claimId, artifactId }), 'attachment')
    try {
      const { contentLength, body } = contentStream({
        record: found.record,
        byteSize: found.byte_size,
        sha256: found.checksum_sha256,
        inlinePreviewAllowed: found.inline_preview_allowed,
        source: await blobs.read(organizationId, readCopies(found.copies)),
        onMismatch: () => reportFile(call, 'storageOperationsDigestMismatch', artifactId),
      })
      return new Streamed(contentLength, body)
    } catch (error) {
      if (error instanceof BlobMissing) await reportFile(call, 'storageOperationsObjectMissing', artifactId)
      await reportStorageAway(call, error)
      throw error
    }
  },
})
