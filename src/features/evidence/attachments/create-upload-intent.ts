import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { requireRoom } from '#http/storage-room.ts'
import { iso, minute } from '#lib/clock.ts'
import { acceptsFiles } from '#src/features/evidence/claims/claim.ts'
import { findClaim } from '#src/features/evidence/claims/queries.ts'
import { recordContributors } from '#src/features/evidence/claims/record-contributors.ts'
import { announcedFile, readAnnounced } from './announced-file.ts'
import { renderUploadIntent, UploadIntent } from './attachment.ts'
import { insertUploadIntent } from './attachment-queries.ts'
import { filesNeedSubmitted } from './sentences.ts'

const lifetime = 60 * minute

const UploadDescriptor = Type.Object(
  {
    transport: Type.Enum(['multipart_server']),
    method: Type.Enum(['POST']),
    path: Type.String({ description: 'Relative path for the binary upload, including the query.' }),
    fieldName: Type.Enum(['file']),
  },
  { title: 'UploadDescriptor' },
)

/** Announces a file (interface sections 2.3, 3.4 and 4.2; open points "Attachments"). */
export const createUploadIntent = changeEndpoint({
  name: 'createUploadIntent',
  summary: 'Announce a file and get the path to upload it to',
  tag: 'Attachments',
  method: 'POST',
  v1: { path: '/governance/evidence/attachments/upload-intents', scope: 'governance.evidence:write' },
  workspace: { path: '/attachments/upload-intents', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'evidence.upload_intent.create',
  body: Type.Object({
    claimId: Reference('gec'),
    ...announcedFile,
  }),
  response: Type.Object({ intent: UploadIntent, upload: UploadDescriptor }),
  errors: ['not_found', 'unprocessable'],
  async run(change, { body }) {
    const { actor, now, ids, tx, settings, reason } = change
    const file = readAnnounced(body, settings)
    const claim = firstOrNotFound(await change.read(findClaim, { id: body.claimId }), 'evidence claim')
    if (!acceptsFiles(claim)) throw new Refusal('unprocessable', filesNeedSubmitted(claim.status))
    await recordContributors(change, { ...claim, id: body.claimId })
    const intent: UploadIntent = {
      ...file,
      claimId: body.claimId,
      id: ids.next('aui', now),
      status: 'pending',
      expiresAt: iso(now + lifetime),
      createdAt: iso(now),
    }
    const record = renderUploadIntent(intent)
    tx.write(requireRoom, { byteSize: intent.byteSize })
    tx.write(insertUploadIntent, {
      id: intent.id,
      claimId: intent.claimId,
      status: intent.status,
      expiresAt: intent.expiresAt,
      reason,
      record,
    })
    change.audit(intent.id, { after: record, content: { linkId: null, reason } })
    const base = actor.kind === 'person' ? '/api/workspace/attachments' : '/api/v1/governance/evidence/attachments'
    const query = new URLSearchParams({ claimId: intent.claimId, intentId: intent.id })
    return {
      intent,
      upload: {
        transport: 'multipart_server' as const,
        method: 'POST' as const,
        path: `${base}/upload-binary?${query}`,
        fieldName: 'file' as const,
      },
    }
  },
})
