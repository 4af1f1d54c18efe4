import { Type } from 'typebox'
import { beginCall, change } from '#api/call.ts'
import { type OwnCall, own } from '#api/endpoint.ts'
import { anonymous } from '#api/identify.ts'
import { readRecord } from '#api/record.ts'
import { iso, minute } from '#lib/clock.ts'
import { attempt } from '#src/features/access/attempts.ts'
import { normalizeEmail, Person, PersonInput } from '#src/features/access/person.ts'
import { findLoginName, findPerson } from '#src/features/access/queries.ts'
import { makeLink } from './make-link.ts'
import { recentReset } from './queries.ts'

/** Between two mails to the same person. */
const pause = 5 * minute

/** Of several at once none sees the row of another. They may fall to both sides of one boundary of time, not of two. */
const isFirst = async ({ limiter, now }: OwnCall, whose: string): Promise<boolean> => {
  const periods = [now, now + pause / 2].map((at, i) => `${whose} ${i} ${Math.floor(at / pause)}`)
  return (await limiter.consume(periods.map(key => ({ bucket: 'reset-mail', key })))).allowed
}

const mailLink = async (call: OwnCall, email: string): Promise<void> => {
  const { db, now } = call
  const [login] = await db.readInstall(findLoginName, [email])
  if (login?.kind !== 'person') return
  const { organization_id: organizationId, subject_id: personId } = login
  const [row] = await db.read(organizationId, findPerson, [organizationId, personId])
  // Who signs in only by single sign-on has no password to forget.
  if (!row || row.disabled || row.password_hash === null) return
  const [recent] = await db.read(organizationId, recentReset, [organizationId, email, iso(now - pause)])
  if (recent) return
  if (!(await isFirst(call, `${organizationId} ${email}`))) return
  const { name, role } = readRecord(Person, row.record)
  const wanted = { email, name, role, purpose: 'password_reset', personId, createdBy: null } as const
  const { invitation, write } = await makeLink(call, organizationId, wanted)
  // Nobody knows the link, and it would void one that an administrator has made.
  if (!invitation.mailed) return
  const actor = { ...anonymous, organizationId }
  await db.transaction(organizationId, tx =>
    write(change(beginCall(call, actor, call.requestId), tx, 'invitation.create', null)),
  )
}

/** The answer says nothing of whether the address is known, nor does its time: the work begins behind it. */
export const forgotPassword = own({
  name: 'forgotPassword',
  summary: 'Ask for a mail with a link to a new password; the answer is the same for every address',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/forgot', roles: 'public' },
  status: 202,
  action: 'password.forget',
  reason: false,
  body: Type.Object({ email: PersonInput.email }, { additionalProperties: false }),
  response: Type.Object({
    mail: Type.Enum(['possible', 'not_set_up'], {
      description: 'Whether this install sends mail at all; without it an administrator makes the link.',
    }),
  }),
  errors: ['rate_limited'],
  async run(call, { body }) {
    const email = normalizeEmail(body.email)
    await attempt(call, 'forgottenPassword', email)
    if (!call.mail.configured) return { mail: 'not_set_up' as const }
    setImmediate(() => {
      mailLink(call, email).catch(error => call.log.error({ event: 'reset_not_mailed', error }))
    })
    return { mail: 'possible' as const }
  },
})
