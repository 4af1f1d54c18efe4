import { type Static, Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { lockOwnRoom } from './find-room.ts'
import { findItem, findOpening, lockMark, writeMark } from './item-queries.ts'
import { Mark, renderMark } from './mark.ts'
import { ownName } from './own-name.ts'

const { mark, reference, note } = Mark.properties

export const MarkInput = Type.Object(
  { mark, ...Type.Partial(Type.Object({ reference, note })).properties },
  { additionalProperties: false },
)

/** Records a guest's verdict on an item that they opened in its current frozen state. */
export const markItem = async (change: Change, id: string, input: Static<typeof MarkInput>): Promise<Rendered> => {
  const { tx, now, actor } = change
  const { mark, reference = null, note = null } = input
  const { room } = await lockOwnRoom(change)
  const { digest } = firstOrNotFound(await tx.query(findItem, { roomId: room.id, id }), 'item')
  if (mark !== 'accepted' && note === null)
    throw new Refusal(
      'unprocessable',
      sentence`room.note_required: A question or a rejection needs an explanatory note.`,
    )
  const [opened] = await tx.query(findOpening, { roomId: room.id, guestId: actor.id, itemId: id })
  if (opened?.digest !== digest)
    throw new Refusal(
      'unprocessable',
      opened
        ? sentence`room.claim_changed: The item changed since you opened it; open it again before you mark it.`
        : sentence`room.claim_not_opened: Open the item before you mark it.`,
    )
  const [existing] = await tx.query(lockMark, { roomId: room.id, claimId: id })
  const by = { markedBy: actor.id, markedByName: await ownName(change), markedAt: iso(now) }
  const record = renderMark({ claimId: id, mark, reference, note, claimDigest: digest, ...by })
  tx.write(writeMark, { roomId: room.id, claimId: id, record })
  change.audit(`${room.id}/${id}`, { ...(existing && { before: existing.record }), after: record })
  return new Rendered(record)
}
