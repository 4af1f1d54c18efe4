import { Type } from 'typebox'
import { asActor } from '#http/access.ts'
import { beginCall, change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { roomCookie } from '#http/identify.ts'
import { newCredential } from '#http/identity.ts'
import type { Charge } from '#http/rate-limit.ts'
import { readRecord } from '#http/record.ts'
import { tooManyAttempts } from '#http/sentences.ts'
import { addressKey } from '#lib/address-key.ts'
import { hour, iso, second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { Guest } from './guest.ts'
import { endOldestSessions, findGuestOfLink, insertRoomSession, lockGuestOfLink } from './guest-queries.ts'
import { Room } from './room.ts'
import { RoomSession } from './room-session.ts'

const lifetime = 12 * hour
const shape = /^([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}$/

const charge = async ({ limiter }: CommittingCall, bucket: Charge['bucket'], key: string): Promise<void> => {
  const { allowed, headers } = await limiter.consume([{ bucket, key }])
  if (allowed) return
  const retryAfter = { 'retry-after': headers['Retry-After'] ?? '60' }
  throw new Refusal('rate_limited', tooManyAttempts, { headers: retryAfter })
}

/** Returns the same refusal for every link that does not work. Guesses count against a limit and reveal nothing. */
const invalidLink = async (call: CommittingCall): Promise<Refusal> => {
  await charge(call, 'link-address', addressKey(call.incoming.address))
  return new Refusal(
    'unauthorized',
    sentence`room.link_invalid: The link is unknown, has ended or was revoked; ask the person who invited you.`,
  )
}

export const enterRoom = commitEndpoint({
  name: 'enterRoom',
  summary: 'Open the link to a room; sets the session cookie',
  tag: 'Rooms',
  method: 'POST',
  room: { path: '/enter', access: 'public' },
  status: 201,
  action: 'room.enter',
  reason: false,
  body: Type.Object(
    { token: Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after #.' }) },
    { additionalProperties: false },
  ),
  response: RoomSession,
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body: { token } }) {
    const [, suffix] = shape.exec(token) ?? []
    if (suffix === undefined) throw await invalidLink(call)
    const organizationId = `org_${suffix}`
    const { now, incoming, ids } = call
    const link = { tokenSha256: sha256Hex(token) }
    const [linkOwner] = await call.db.read(organizationId, findGuestOfLink, link)
    if (!linkOwner) throw await invalidLink(call)
    await charge(call, 'session-opening', linkOwner.id)
    const opened = await call.db.transaction(organizationId, async tx => {
      const [row] = await tx.query(lockGuestOfLink, link)
      if (!row) return undefined
      const [guest, room] = [readRecord(Guest, row.record), readRecord(Room, row.room)]
      const ends = Math.min(Date.parse(guest.expiresAt), now + lifetime)
      if (guest.status === 'revoked' || room.status === 'ended' || ends <= now) return undefined
      const actor = asActor({ kind: 'guest', id: guest.id, organizationId } as const)
      const session = newCredential('room', organizationId)
      const id = ids.next('rms', now)
      tx.write(endOldestSessions, { guestId: guest.id })
      const sessionRow = { id, roomId: room.id, guestId: guest.id, tokenSha256: session.sha256, expiresAt: iso(ends) }
      tx.write(insertRoomSession, sessionRow)
      tx.afterCommit(call.identities.forget)
      change(beginCall(call, actor, call.requestId), tx, 'room.enter', null).audit(guest.id, { detail: room.id })
      return { guest, room, ends, text: session.text }
    })
    if (!opened) throw await invalidLink(call)
    const { guest, room, ends, text } = opened
    call.setHeader('set-cookie', roomCookie.set(incoming.secure, text, Math.floor((ends - now) / second)))
    return { guest: { id: guest.id, name: guest.name }, room, expiresAt: iso(ends) }
  },
})
