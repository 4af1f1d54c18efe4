import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { beginCeremony, challengeLifetime } from './ceremony.ts'
import { requirePasskeyHost } from './host.ts'

/** The options name no passkeys, so they reveal none: the browser offers the passkeys that it has. */
export const askPasskey = commitEndpoint({
  name: 'askPasskey',
  summary:
    'Get the options that a browser needs to use a passkey, valid for five minutes; they do not depend on the caller',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/passkey/challenge', roles: 'public' },
  status: 200,
  action: 'session.ask_passkey',
  reason: false,
  response: Type.Object(
    { challenge: Type.String(), rpId: Type.String(), timeout: Type.Integer() },
    { title: 'PasskeyChallenge', description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn.' },
  ),
  errors: ['unprocessable'],
  async run(call) {
    const { rpId } = requirePasskeyHost(call)
    return { challenge: beginCeremony(call, 'prove'), rpId, timeout: challengeLifetime }
  },
})
