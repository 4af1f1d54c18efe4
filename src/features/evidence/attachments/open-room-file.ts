import { Type } from 'typebox'
import { narrows, statement, text } from '#db/statement.ts'
import { change } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, notFound, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { Attachment } from './attachment.ts'
import { findAttachment } from './attachment-queries.ts'
import { AttachmentContent } from './open-attachment.ts'
import { sendFile } from './send-file.ts'

/** Finds the files that a claim had when it was frozen in a room. */
const findFrozen = statement(
  'find_frozen_files',
  { roomId: text, claimId: text },
  `select record::json -> 'claim' -> 'attachments' as files from room_item
    where organization_id = :organization and room_id = :roomId and item_id = :claimId and kind = 'claim'`,
  narrows<{ files: { artifactId: string; checksumSha256: string }[] }>,
)

const recordOpenedFile = statement(
  'record_opened_file_in_room',
  { roomId: text, guestId: text, claimId: text, artifactId: text },
  `update room_opening set artifact_ids = array_append(artifact_ids, :artifactId)
    where organization_id = :organization and room_id = :roomId and guest_id = :guestId and item_id = :claimId
      and not :artifactId = any (artifact_ids)`,
)

/**
 * Sends a guest a file of a frozen claim. A query limited to the room checks that the file was frozen with the claim.
 * Only then does it bind the transaction to the organization, to find where the bytes are stored now. Sends no complete
 * response if they differ from the frozen bytes.
 */
export const openRoomFile = readEndpoint({
  name: 'openRoomFile',
  summary: 'Get the bytes of a file that was frozen with a claim, as base64; the audit trail records each opening',
  tag: 'Rooms',
  room: { path: '/files/open', access: 'guest' },
  query: Type.Object({ claimId: Reference('gec'), artifactId: Reference('art') }),
  response: Type.Object({ attachment: Attachment, content: AttachmentContent }),
  errors: ['not_found', 'unavailable', 'rate_limited'],
  needs: ['blobs'],
  async run(call, { query: { claimId, artifactId } }) {
    const { organizationId, actor, limiter } = call
    // Opening a file writes an audit row, so it counts against the limit for changes.
    const { allowed, headers } = await limiter.consume([{ bucket: 'token-write', key: actor.id }])
    if (!allowed)
      throw new Refusal(
        'rate_limited',
        sentence`room.too_many_files: Too many files were opened; wait for Retry-After seconds.`,
        { headers },
      )
    const { stored, sha256 } = await call.db.transaction(organizationId, async tx => {
      const roomId = actor.room?.id ?? ''
      const [frozen] = await tx.query(findFrozen, { roomId, claimId })
      const file = frozen?.files.find(attachment => attachment.artifactId === artifactId)
      if (!file) throw notFound('attachment')
      change(call, tx, 'room.file.open', null).audit(artifactId, { detail: file.checksumSha256 })
      tx.write(recordOpenedFile, { roomId, guestId: actor.id, claimId, artifactId })
      tx.rebind(organizationId)
      return {
        stored: firstOrNotFound(await tx.query(findAttachment, { claimId, artifactId }), 'attachment'),
        sha256: file.checksumSha256,
      }
    })
    return sendFile(call, { ...stored, checksum_sha256: sha256 }, { as: 'attachment', artifactId })
  },
})
