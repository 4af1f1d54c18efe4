import { type Static, Type } from 'typebox'
import { bound, fieldsOf, readAsIs } from '#family/bound.ts'
import { event } from '#http/event.ts'
import { renderer } from '#http/record.ts'
import { Id, Timestamp } from '#http/schema.ts'

const file = {
  originalFilename: Type.String(),
  contentType: Type.String({ description: 'Media type.' }),
  byteSize: Type.Integer({ minimum: 1, description: 'Bytes.' }),
  checksumSha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hexadecimal.' }),
}

/** An attachment (interface section 2.4): a file bound to a claim. */
export const Attachment = Type.Object(
  {
    linkId: Id('arl'),
    artifactId: Id('art'),
    claimId: Id('gec'),
    ...file,
    status: Type.Enum(['active']),
    createdAt: Timestamp,
  },
  { title: 'Attachment' },
)

export type Attachment = Static<typeof Attachment>

export const renderAttachment = renderer(Attachment)

/** An announced upload (interface section 2.3). */
export const UploadIntent = Type.Object(
  {
    id: Id('aui'),
    claimId: Id('gec'),
    ...file,
    status: Type.Enum(['pending', 'completed', 'expired']),
    expiresAt: Timestamp,
    createdAt: Timestamp,
  },
  { title: 'UploadIntent' },
)

export type UploadIntent = Static<typeof UploadIntent>

export const renderUploadIntent = renderer(UploadIntent)

export const boundIntents = bound({
  table: 'upload_intent',
  prefix: 'aui',
  content: { linkId: readAsIs, reason: readAsIs },
  repeats: fieldsOf('id', 'claimId', 'status', 'expiresAt'),
})

/** Audit rows name an attachment by its artifact, and bind the artifact's fields that identify the file. */
export const boundLinks = bound({
  table: 'attachment_link',
  resource: ['artifact_id'],
  // Files of policies are artifacts too.
  actions: ['evidence.attachment.'],
  prefix: 'art',
  repeats: { id: ({ linkId }) => linkId, ...fieldsOf('claimId', 'artifactId') },
})

export const boundArtifacts = bound({
  table: 'artifact',
  prefix: 'art',
  record: false,
  content: { byteSize: readAsIs, checksumSha256: readAsIs, inlinePreviewAllowed: readAsIs },
  // A bundle's signature covers the files that the bundle consists of.
  where: `not exists (select from evidence_export_entry x
    where x.organization_id = t.organization_id and x.artifact_id = t.id and x.is_own)`,
})

export const attachmentEvents = {
  created: event({
    type: 'evidence.attachment.created',
    description: 'A file was attached to a claim.',
    scope: 'governance.evidence:read',
    data: Type.Object({ attachment: Attachment }),
  }),
}
