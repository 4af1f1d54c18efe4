import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { sentence } from '#lib/sentence.ts'
import { chargeSignOn } from '#src/features/access/attempts.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { beginAtProvider, SignOnAddress } from './begin-at-provider.ts'
import { findIdentityProvider } from './queries.ts'

/**
 * Requires a recent proof of password and second factor (`confirm`), because the connected sign-on can then sign in as
 * this person.
 */
export const connectSignOn = commitEndpoint({
  name: 'connectSignOn',
  summary: 'Connect your account to your sign-on at the identity provider; returns the URL to open in the browser',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/sign-on', roles: [...roles] },
  confirm: true,
  status: 200,
  action: 'account.connect_sign_on',
  reason: false,
  body: Type.Object({}, { additionalProperties: false }),
  response: SignOnAddress,
  errors: ['unprocessable', 'rate_limited'],
  needs: ['identityProviders'],
  async run(call) {
    const { actor, organizationId } = call
    const [row] = await call.read(findIdentityProvider, {})
    const [person] = await call.read(findPerson, { id: actor.id })
    if (!row || !person)
      throw new Refusal(
        'unprocessable',
        sentence`sign_in.no_single_sign_on: This workspace has no single sign-on; sign in with a password.`,
      )
    const { email } = readRecord(Person, person.record)
    await chargeSignOn(call, email)
    const connect = { personId: actor.id, sessionId: actor.credentialId }
    return beginAtProvider(call, { organizationId, row, email, fresh: false, connect })
  },
})
