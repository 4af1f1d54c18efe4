import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { beginCeremony, challengeLifetime } from './ceremony.ts'
import { requirePasskeyHost } from './host.ts'
import { requireOwnLogin } from './passkey.ts'
import { listPasskeysOfLogin } from './queries.ts'

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812). */
export const algorithms = [-8, -7, -257]

/**
 * The user handle of a login. It identifies the login, not the person, since authenticators keep one passkey per
 * handle.
 */
export const handleOf = (loginId: string): string => Buffer.from(loginId).toString('base64url')

const publicKey = Type.Literal('public-key')

export const beginPasskey = commitEndpoint({
  name: 'beginPasskey',
  summary: 'Get the options that a browser needs to create a passkey, valid for five minutes',
  tag: 'Account',
  enrols: true,
  method: 'POST',
  workspace: { path: '/account/passkeys/challenge', roles: [...roles] },
  confirm: true,
  status: 200,
  action: 'account.begin_passkey',
  reason: false,
  response: Type.Object(
    {
      challenge: Type.String(),
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      pubKeyCredParams: Type.Array(Type.Object({ type: publicKey, alg: Type.Integer() })),
      excludeCredentials: Type.Array(Type.Object({ type: publicKey, id: Type.String() })),
      timeout: Type.Integer(),
    },
    { title: 'NewPasskeyChallenge', description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn.' },
  ),
  errors: ['unprocessable'],
  async run(call) {
    const { rpId } = requirePasskeyHost(call)
    const { loginId } = await requireOwnLogin(call)
    const [row] = await call.read(findPerson, { id: call.actor.id })
    const { email, name } = readRecord(Person, row?.record ?? '{}')
    const passkeys = await call.read(listPasskeysOfLogin, { loginId })
    const type = 'public-key' as const
    return {
      challenge: beginCeremony(call, call.actor.credentialId),
      rp: { id: rpId, name: 'Probata' },
      user: { id: handleOf(loginId), name: email, displayName: name },
      pubKeyCredParams: algorithms.map(alg => ({ type, alg })),
      excludeCredentials: passkeys.map(({ credential_id: id }) => ({ type, id })),
      timeout: challengeLifetime,
    }
  },
})
