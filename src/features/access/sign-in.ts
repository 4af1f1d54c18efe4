import { Type } from 'typebox'
import { own } from '#api/endpoint.ts'
import { failEvenly } from '#lib/even-time.ts'
import { attemptPassword, chargeGuess, knowPlace } from './attempts.ts'
import { offerChoice, Slug, WorkspaceChoice } from './logins/choice.ts'
import { findEntrances, wrongPassword } from './logins/enter.ts'
import { passSecondFactor } from './logins/second-factor.ts'
import { openSession } from './open-session.ts'
import { normalizeEmail } from './person.ts'
import { Session } from './session.ts'
import { Code } from './totp.ts'

/**
 * Sign in (operating: in-product endpoints). The answer to a wrong address and to a wrong password is the same, and so
 * is that to a wrong password of somebody with a second factor, and of somebody with several workspaces.
 */
export const signIn = own({
  name: 'signIn',
  summary: 'Sign in with e-mail address and password',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session', roles: 'public' },
  status: 200,
  action: 'session.open',
  reason: false,
  body: Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 320 }),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
      code: Type.Optional(Code),
      organization: Type.Optional(Slug),
    },
    { additionalProperties: false },
  ),
  response: Session,
  also: { 202: WorkspaceChoice },
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body }) {
    const email = normalizeEmail(body.email)
    const { password, organization: slug } = body
    return failEvenly(async () => {
      const attempt = await attemptPassword(call, email, undefined)
      const asked = { address: email, password, attempt, ...(slug !== undefined && { slug }) }
      const { passed, isWhole } = await attempt.during(async () => {
        const { entrances, isWhole } = await findEntrances(call, asked)
        return { isWhole, passed: await passSecondFactor(call, entrances, body.code) }
      })
      // Who has one of the logins may be guessing at another: that counts, and opens no way past the limits.
      await (isWhole ? knowPlace(call, email) : chargeGuess(call, email))
      const [first, ...others] = passed
      if (!first) throw wrongPassword()
      return others.length > 0 ? offerChoice(call, passed) : openSession(call, first, 'password')
    })
  },
})
