import { Type } from 'typebox'
import { install } from '#db/database.ts'
import { anonymous } from '#http/access.ts'
import { beginCall, change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { chargeForgotten } from '#src/features/access/attempts.ts'
import { requestLoginLink } from '#src/features/access/logins/queries.ts'
import { PersonInput } from '#src/features/access/person.ts'
import { linkLifetimes } from './invitation.ts'
import { letterForLogin } from './letters.ts'
import { type Addressee, findAddressees, newLoginToken } from './login-link.ts'

/** The minimum time between two mails to the same address. */
const mailInterval = 5 * minute

const audit = async (call: CommittingCall, { login }: Addressee): Promise<void> => {
  const actor = { ...anonymous, organizationId: login.organization_id }
  await call.db.transaction(login.organization_id, tx =>
    change(beginCall(call, actor, call.requestId), tx, 'password.forget', null).audit(login.subject_id),
  )
}

/** Mails a link. Writes the row before sending, so that only one of several concurrent requests sends a mail. */
const mailLink = async (call: CommittingCall, email: string): Promise<void> => {
  const { db, now, mail, settings } = call
  const addressees = await findAddressees(call, email)
  const [first] = addressees
  if (!first) return
  const token = newLoginToken()
  const expiresAt = iso(now + linkLifetimes.password_reset)
  const linkRow = {
    address: email,
    tokenSha256: sha256Hex(token),
    now: iso(now),
    expiresAt,
    pausedSince: iso(now - mailInterval),
  }
  const [link] = await db.transaction(install, tx => tx.query(requestLoginLink, linkRow))
  if (!link?.made) return
  const organizations = addressees.map(({ organization }) => organization)
  const url = `${settings.url}/invitation#${token}`
  await mail.send(letterForLogin({ name: first.person.name, email, organizations, url, expiresAt }))
  for (const addressee of addressees) await audit(call, addressee)
}

/**
 * Starts the work after the response, so that neither the response nor its timing reveals whether the address exists.
 */
export const forgotPassword = commitEndpoint({
  name: 'forgotPassword',
  summary: 'Request a mail with a link to set a new password; the response is the same for every address',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/forgot', roles: 'public' },
  status: 202,
  action: 'password.forget',
  reason: false,
  body: Type.Object({ email: PersonInput.email }, { additionalProperties: false }),
  response: Type.Object({
    mail: Type.Enum(['possible', 'not_set_up'], {
      description: 'Whether this install sends mail. If it does not, an administrator creates the link.',
    }),
  }),
  errors: ['rate_limited'],
  async run(call, { body }) {
    const email = normalizeEmail(body.email)
    await chargeForgotten(call, email)
    if (!call.mail.configured) return { mail: 'not_set_up' as const }
    setImmediate(() => {
      mailLink(call, email).catch(error => call.log.error({ event: 'reset_not_mailed', error }))
    })
    return { mail: 'possible' as const }
  },
})
