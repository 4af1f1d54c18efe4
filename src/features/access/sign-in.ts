import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { delayFailure } from '#lib/delay-failure.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { rememberDevice } from './device.ts'
import { offerChoice, Slug, WorkspaceChoice } from './logins/choice.ts'
import { provePassword } from './logins/prove-password.ts'
import { requireCurrentProof } from './logins/require-current-proof.ts'
import { openSession } from './open-session.ts'
import { PasskeyProof } from './passkeys/prove-passkey.ts'
import { Session } from './session.ts'
import { Code } from './totp.ts'

/**
 * A wrong address and a wrong password get the same response, regardless of whether the person has a second factor or
 * several workspaces.
 */
export const signIn = commitEndpoint({
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
      passkey: Type.Optional(PasskeyProof),
      organization: Type.Optional(Slug),
    },
    { additionalProperties: false },
  ),
  response: Session,
  also: { 202: WorkspaceChoice },
  errors: ['unauthorized', 'forbidden_resource', 'rate_limited'],
  async run(call, { body }) {
    const email = normalizeEmail(body.email)
    const { organization: slug, ...credentials } = body
    return delayFailure(async () => {
      const logins = await provePassword(call, {
        code: undefined,
        passkey: undefined,
        ...credentials,
        address: email,
        ...(slug !== undefined && { slug }),
      })
      const [first, ...others] = logins
      if (others.length > 0) return offerChoice(call, logins)
      const { loginId, passwordHash, person } = first
      const { secondFactor } = person
      const proof = { loginId, isPassword: (hash: string) => hash === passwordHash, secondFactor }
      const response = await openSession(call, first, 'password', ctx => requireCurrentProof(ctx, proof))
      rememberDevice(call, passwordHash)
      return response
    })
  },
})
