import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { notFound, oneOr404, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findItem, findOpening, lockMark, writeMark } from './item-queries.ts'
import { Mark, renderMark } from './mark.ts'
import { ownName } from './own-name.ts'
import { lockOwnRoom } from './present-room.ts'

const { mark, reference, note } = Mark.properties

export const markRoomClaim = changing({
  name: 'markRoomClaim',
  summary: "Record the auditor's verdict on a claim they opened, with their own reference",
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/claims/{claimId}/mark', access: 'guest' },
  status: 200,
  action: 'room.mark',
  reason: false,
  params: Type.Object({ claimId: Reference('gec') }),
  body: Type.Object(
    { mark, ...Type.Partial(Type.Object({ reference, note })).properties },
    { additionalProperties: false },
  ),
  response: Mark,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { claimId }, body: { mark, reference = null, note = null } }) {
    const { tx, now, actor } = change
    const { room } = await lockOwnRoom(change)
    if (!claimId.startsWith('gec_')) throw notFound('claim')
    const { digest: claimDigest } = oneOr404(await tx.query(findItem, { roomId: room.id, id: claimId }), 'claim')
    if (mark !== 'accepted' && note === null)
      throw new Refusal(
        'unprocessable',
        sentence`room.note_required: A question or a rejection needs an explanatory note.`,
      )
    const [opened] = await tx.query(findOpening, { roomId: room.id, guestId: actor.id, itemId: claimId })
    if (opened?.digest !== claimDigest)
      throw new Refusal(
        'unprocessable',
        opened
          ? sentence`room.claim_changed: The claim changed since you opened it; open it again before you mark it.`
          : sentence`room.claim_not_opened: Open the claim before you mark it.`,
      )
    const [present] = await tx.query(lockMark, { roomId: room.id, claimId })
    const by = { markedBy: actor.id, markedByName: await ownName(change), markedAt: iso(now) }
    const record = renderMark({ claimId, mark, reference, note, claimDigest, ...by })
    tx.write(writeMark, { roomId: room.id, claimId, record })
    change.audit(`${room.id}/${claimId}`, { ...(present && { before: present.record }), after: record })
    return new Rendered(record)
  },
})
