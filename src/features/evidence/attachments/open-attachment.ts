import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { Attachment } from './attachment.ts'
import { findAttachment } from './attachment-queries.ts'
import { sendFile } from './send-file.ts'

export const FileBytes = {
  dataBase64: Type.String({ contentEncoding: 'base64' }),
  inlinePreviewAllowed: Type.Boolean(),
}

export const AttachmentContent = Type.Object(FileBytes, { title: 'AttachmentContent' })

/**
 * Streams the bytes of an attachment, and completes the response only if the digest matches (interface section 4.2 rule
 * 3; open points "Open").
 */
export const openAttachment = readEndpoint({
  name: 'openAttachment',
  summary: 'Get the bytes of an attachment as base64',
  tag: 'Attachments',
  v1: { path: '/governance/evidence/attachments/open', scope: 'governance.evidence:read' },
  workspace: { path: '/attachments/open', roles: [...roles] },
  query: Type.Object({ claimId: Reference('gec'), artifactId: Reference('art') }),
  response: Type.Object({ attachment: Attachment, content: AttachmentContent }),
  errors: ['not_found', 'unavailable'],
  needs: ['blobs'],
  async run(call, { query }) {
    const { claimId, artifactId } = query
    const file = firstOrNotFound(await call.read(findAttachment, { claimId, artifactId }), 'attachment')
    return sendFile(call, file, { as: 'attachment', artifactId })
  },
})
