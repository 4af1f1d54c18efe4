import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { changeRoom } from './change-room.ts'
import { EntryText } from './entry.ts'
import { lockOwnRoom } from './find-room.ts'
import { ownName } from './own-name.ts'
import { Room } from './room.ts'

export const concludeRoom = changeEndpoint({
  name: 'concludeRoom',
  summary: 'Conclude the audit: nothing more can be added, and the digest of the scope is final',
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/conclude', access: 'guest' },
  status: 200,
  action: 'room.conclude',
  reason: false,
  body: Type.Object(
    {
      conclusion: EntryText,
      scopeDigest: Type.String({
        minLength: 64,
        maxLength: 64,
        description: 'The digest of the audited scope that the room showed.',
      }),
    },
    { additionalProperties: false },
  ),
  response: Room,
  errors: ['unprocessable', 'not_found'],
  async run(change, { body: { conclusion, scopeDigest } }) {
    const lockedRoom = await lockOwnRoom(change)
    if (lockedRoom.room.scopeDigest !== scopeDigest)
      throw new Refusal('unprocessable', sentence`room.changed: The content of the room has changed; review it again.`)
    const by = { concludedBy: change.actor.id, concludedByName: await ownName(change), concludedAt: iso(change.now) }
    return new Rendered(changeRoom(change, lockedRoom, { conclusion, ...by }))
  },
})
