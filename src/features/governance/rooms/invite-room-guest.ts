import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { invalid, Refusal } from '#api/errors.ts'
import { Line, Timestamp } from '#api/schema.ts'
import { storedTimestamp } from '#api/timestamp.ts'
import { day, iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { AssessmentParams, assessmentRecords } from '#src/features/governance/assessments/assessment.ts'
import { noteHands } from '#src/features/governance/assessments/standing.ts'
import { Guest, longest, maxGuests, renderGuest } from './guest.ts'
import { countGuests, findPersonAt, insertGuest } from './guest-queries.ts'
import { letterToGuest } from './letter.ts'
import { lockRoomOf } from './present-room.ts'

export const inviteRoomGuest = changing({
  name: 'inviteRoomGuest',
  summary:
    'Invite somebody from outside into a room; the link is mailed, or shown this once where no mail went out. Whoever invites does not complete the assessment',
  tag: 'Rooms',
  method: 'POST',
  workspace: { path: '/assessments/{assessmentId}/room/guests', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'room.guest.invite',
  secret: 'url',
  outside: true,
  params: AssessmentParams,
  body: Type.Object({
    name: Line(200),
    email: Type.String({ pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$', asks: 'must be an e-mail address', maxLength: 320 }),
    expiresAt: Timestamp,
  }),
  response: Type.Object(
    {
      guest: Guest,
      url: Type.Optional(
        Type.String({ description: 'The link; absent where it was mailed, and in a replayed answer.' }),
      ),
    },
    { title: 'GuestWithLink' },
  ),
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(change, { params: { assessmentId }, body: { name, ...sent } }) {
    const { tx, ids, now, actor, organizationId, settings, mail } = change
    const { room } = await lockRoomOf(change, assessmentId)
    const expiresAt = storedTimestamp('expiresAt', sent.expiresAt)
    const lasts = Date.parse(expiresAt) - now
    if (lasts <= 0 || lasts > longest) throw invalid(['expiresAt'], `must be within the next ${longest / day} days`)
    const [present] = await tx.query(countGuests, { roomId: room.id })
    if (present && present.guests >= maxGuests)
      throw new Refusal('unprocessable', `A room has at most ${maxGuests} guests, those among them who were revoked.`)
    const email = sent.email.trim().toLowerCase()
    if ((await tx.query(findPersonAt, { address: email })).length > 0)
      throw new Refusal('conflict', 'Somebody of the workspace has this e-mail address.')
    const id = ids.next('rgs', now)
    const token = `${organizationId.slice('org_'.length)}_${randomToken()}`
    const url = `${settings.url}/room#${token}`
    const guest: Guest = {
      ...{ id, roomId: room.id, name, email, status: 'invited', mailed: false },
      ...{ invitedBy: actor.id, createdAt: iso(now), expiresAt, revokedAt: null },
    }
    const mailed = await mail.send(letterToGuest(guest, room, url))
    const record = renderGuest({ ...guest, mailed })
    tx.write(insertGuest, { id, roomId: room.id, tokenSha256: sha256Hex(token), expiresAt, record })
    change.audit(id, { after: record })
    // They may be in the room by the link that they saw, or by a mail to an address of their own: what is marked there is
    // no second pair of eyes on their work.
    const before = await assessmentRecords.lock(change, assessmentId)
    const { content } = await noteHands(change, assessmentId, [actor.id])
    const involved = { action: 'assessment.involve', detail: actor.id }
    change.audit(assessmentId, { ...involved, before: before.record, after: before.record, content })
    return { guest: { ...guest, mailed }, ...(!mailed && { url }) }
  },
})
