import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { answererRoles } from '#src/features/governance/assessments/contributors.ts'
import { changeRoom } from './change-room.ts'
import { Entry, EntryText, maxAdded } from './entry.ts'
import { lockRoomOf } from './find-room.ts'
import { claimItems, freeze } from './freeze.ts'
import { answerEntry, lockEntry } from './item-queries.ts'
import { ownName } from './own-name.ts'

export const answerRoomEntry = changeEndpoint({
  name: 'answerRoomEntry',
  summary: "Answer a guest's comment or request, once; named claims are frozen and shown in the room",
  tag: 'Rooms',
  method: 'POST',
  workspace: { path: '/assessments/{assessmentId}/room/entries/{entryId}/answer', roles: answererRoles },
  status: 200,
  action: 'room.entry.answer',
  params: Type.Object({ assessmentId: Reference('gas'), entryId: Reference('ren') }),
  body: Type.Object({
    text: EntryText,
    claimIds: Type.Optional(Type.Array(Reference('gec'), { maxItems: maxAdded, uniqueItems: true })),
  }),
  response: Entry,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { assessmentId, entryId }, body: { text, claimIds = [] } }) {
    const { tx, now, actor } = change
    const lockedRoom = await lockRoomOf(change, assessmentId)
    const roomId = lockedRoom.room.id
    const { record: before } = firstOrNotFound(await tx.query(lockEntry, { id: entryId, roomId }), 'entry')
    const entry = readRecord(Entry, before)
    if (entry.answer !== null)
      throw new Refusal(
        'unprocessable',
        sentence`room.entry_answered: The comment or request has already been answered; reload the page.`,
      )
    if (claimIds.length > 0) {
      const frozen = await freeze(change, roomId, await claimItems(change, claimIds))
      frozen.write(roomId)
      changeRoom(change, lockedRoom, { ...frozen.scope, scopeAt: iso(now) }, 'room.add')
    }
    const by = { answeredBy: actor.id, answeredByName: await ownName(change), answeredAt: iso(now) }
    const answeredEntry: Entry = { ...entry, answer: { text, claimIds: [...claimIds], ...by } }
    const record = JSON.stringify(answeredEntry)
    tx.write(answerEntry, { id: entryId, record })
    change.audit(entryId, { before, after: record })
    return answeredEntry
  },
})
