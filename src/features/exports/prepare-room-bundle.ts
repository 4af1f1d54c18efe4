import { Type } from 'typebox'
import { narrows, statement, text } from '#db/statement.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { noOpenRoom } from '#http/sentences.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { readLocked } from '#shared/read-locked.ts'
import { EvidenceExport, renderNewExport } from './export.ts'
import { insertExport } from './queries.ts'
import { requireExportSlot } from './require-export-slot.ts'

/** Waits for concurrent changes to the assessment's room; each of them locks the assessment. */
const shareAssessment = statement(
  'share_assessment_of_room',
  { assessmentId: text },
  'select from assessment where organization_id = :organization and id = :assessmentId for share',
)

/** Finds an assessment and its open room. */
const findOpenRoom = statement(
  'find_open_room_of_assessment',
  { assessmentId: text },
  `select r.id, r.record::json ->> 'scopeDigest' as scope_digest
     from assessment a left join room r on r.organization_id = a.organization_id and r.assessment_id = a.id and r.status = 'open'
    where a.organization_id = :organization and a.id = :assessmentId`,
  narrows<{ id: string; scope_digest: string } | { id: null }>,
)

const findPreparing = statement(
  'find_bundle_of_room_under_way',
  { roomId: text },
  `select e.id from room_bundle b
     join evidence_export e on e.organization_id = b.organization_id and e.id = b.export_id and e.status = 'preparing'
    where b.organization_id = :organization and b.room_id = :roomId limit 1`,
)

const insertRoomBundle = statement(
  'insert_room_bundle',
  { roomId: text, id: text },
  'insert into room_bundle (organization_id, room_id, export_id) values (:organization, :roomId, :id)',
)

/**
 * Prepares a bundle of the state that the room shows its guests, with only the rows that prove this state and no free
 * text. The administrator who opens a room decides what it discloses; a guest cannot make the install read or store
 * anything.
 */
export const prepareRoomBundle = changeEndpoint({
  name: 'prepareRoomBundle',
  summary: "Prepare an evidence bundle of a room's content for its guests to download",
  tag: 'Rooms',
  method: 'POST',
  workspace: { path: '/assessments/{assessmentId}/room/bundle', roles: ['admin'] },
  confirm: true,
  status: 202,
  action: 'room.bundle.prepare',
  params: Type.Object({ assessmentId: Reference('gas') }),
  body: Type.Object({ attachments: Type.Optional(EvidenceExport.properties.attachments) }),
  response: EvidenceExport,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { assessmentId }, body: { attachments = true } }) {
    const { tx, ids, now } = change
    const row = firstOrNotFound(await readLocked(tx, shareAssessment, findOpenRoom, { assessmentId }), 'assessment')
    const { id: roomId, scope_digest: scopeDigest } = row
    if (roomId === null) throw new Refusal('unprocessable', noOpenRoom)
    await requireExportSlot(change)
    if ((await tx.query(findPreparing, { roomId })).length > 0)
      throw new Refusal(
        'unprocessable',
        sentence`room.bundle_already_preparing: A bundle of the room is already being prepared.`,
      )
    const id = ids.next('gee', now)
    const scope = { kind: 'room', roomId, assessmentId, scopeDigest } as const
    const record = renderNewExport({ id, scope, ledger: 'proofs', disclose: [], attachments, at: iso(now) })
    tx.write(insertExport, { id, record, requestedBy: null })
    tx.write(insertRoomBundle, { roomId, id })
    change.audit(id, { after: record })
    return new Rendered(record)
  },
})
