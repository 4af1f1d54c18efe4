import { type Static, Type } from 'typebox'
import { type Change, change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, invalid, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Line, Timestamp } from '#http/schema.ts'
import { withinDays } from '#http/sentences.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { day, iso } from '#lib/clock.ts'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { sentence } from '#lib/sentence.ts'
import { EmailAddress, normalizeEmail } from '#shared/email-address.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { AssessmentParams, assessmentRecords } from '#src/features/governance/assessments/assessment.ts'
import { recordAssessmentContributors } from '#src/features/governance/assessments/contributors.ts'
import { lockRoomOf } from './find-room.ts'
import { Guest, maxGuests, maxLinkLifetime, renderGuest } from './guest.ts'
import {
  countGuests,
  findInvited,
  findPersonAtGuestAddress,
  insertGuest,
  lockGuest,
  recordMailed,
} from './guest-queries.ts'
import { letterToGuest } from './letter.ts'
import type { Room } from './room.ts'

const GuestInput = Type.Object({
  name: Line(200),
  email: EmailAddress,
  expiresAt: Timestamp,
})

interface Link {
  readonly guest: Guest
  readonly room: Room
  readonly url: string
}

const requireAddress = async ({ tx, now }: Change, address: string): Promise<void> => {
  if ((await tx.query(findPersonAtGuestAddress, { address })).length > 0)
    throw new Refusal(
      'conflict',
      sentence`room.guest_is_person: A person in the workspace has this e-mail address; invite another address.`,
    )
  if ((await tx.query(findInvited, { address, now: iso(now) })).length > 0)
    throw new Refusal(
      'conflict',
      sentence`room.guest_is_invited: A person with this e-mail address is invited to join the workspace; invite another address.`,
    )
}

const requireGuestLimit = async ({ tx }: Change, roomId: string): Promise<void> => {
  const [counts] = await tx.query(countGuests, { roomId })
  if (counts && counts.guests >= maxGuests)
    throw new Refusal(
      'unprocessable',
      sentence`room.guest_limit: A room can have at most ${{ maxGuests }} guests, including revoked ones.`,
    )
}

/** Creates and stores a link, which has not been sent yet. */
const createLink = async (ctx: Change, assessmentId: string, input: Static<typeof GuestInput>): Promise<Link> => {
  const { tx, ids, now, actor, organizationId, settings } = ctx
  const { room } = await lockRoomOf(ctx, assessmentId)
  const expiresAt = storedTimestamp('expiresAt', input.expiresAt)
  const lifetime = Date.parse(expiresAt) - now
  if (lifetime <= 0 || lifetime > maxLinkLifetime) throw invalid(['expiresAt'], withinDays(maxLinkLifetime / day))
  const email = normalizeEmail(input.email)
  await requireGuestLimit(ctx, room.id)
  await requireAddress(ctx, email)
  const id = ids.next('rgs', now)
  const token = `${organizationId.slice('org_'.length)}_${randomToken()}`
  const guest: Guest = {
    ...{ id, roomId: room.id, name: input.name, email, status: 'invited', mailed: false },
    ...{ invitedBy: actor.id, createdAt: iso(now), expiresAt, revokedAt: null },
  }
  const record = renderGuest(guest)
  tx.write(insertGuest, { id, roomId: room.id, tokenSha256: sha256Hex(token), expiresAt, record })
  ctx.audit(id, { after: record })
  // The inviter could enter the room with the link they saw, or by a mail to an address of their own. Marks made there
  // would not be a second person's review of their work.
  const before = await assessmentRecords.lock(ctx, assessmentId)
  const { content } = await recordAssessmentContributors(ctx, assessmentId, principalsOf(actor))
  const involved = { action: 'assessment.involve', detail: actor.id }
  ctx.audit(assessmentId, { ...involved, before: before.record, after: before.record, content })
  return { guest, room, url: `${settings.url}/room#${token}` }
}

/** Records that the link was sent. Returns the changed guest. */
const recordSent = (call: CommittingCall, { guest: { id, roomId } }: Link): Promise<Guest> =>
  call.db.transaction(call.organizationId, async tx => {
    const { record: before } = firstOrNotFound(await tx.query(lockGuest, { id, roomId }), 'guest')
    const guest = { ...readRecord(Guest, before), mailed: true }
    const record = renderGuest(guest)
    tx.write(recordMailed, { id, record })
    change(call, tx, 'room.guest.mail', null).audit(id, { before, after: record })
    return guest
  })

export const inviteRoomGuest = commitEndpoint({
  name: 'inviteRoomGuest',
  summary:
    'Invite an external auditor into a room; mails the link, or shows it once if it cannot be mailed. The inviter cannot complete the assessment',
  tag: 'Rooms',
  method: 'POST',
  workspace: { path: '/assessments/{assessmentId}/room/guests', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'room.guest.invite',
  secret: 'url',
  params: AssessmentParams,
  body: GuestInput,
  response: Type.Object(
    {
      guest: Guest,
      url: Type.Optional(Type.String({ description: 'The link; absent if it was mailed, and in a replayed answer.' })),
    },
    { title: 'GuestWithLink' },
  ),
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(call, { params: { assessmentId }, body }) {
    let newLink: Link | undefined
    const response = await call.commit(canonicalDigest(body), async ctx => {
      const link = await createLink(ctx, assessmentId, body)
      // A repeated request with the same key also runs this code, but is rolled back.
      ctx.tx.afterCommit(() => {
        newLink = link
      })
      return { guest: link.guest, url: link.url }
    })
    // Sends after the commit, so that no request in the room waits for a mail server.
    if (!newLink || !(await call.mail.send(letterToGuest(newLink.guest, newLink.room, newLink.url)))) return response
    return { guest: await recordSent(call, newLink) }
  },
})
