import { Type } from 'typebox'
import { committing } from '#http/endpoint.ts'
import { beginCeremony, challengeLasts } from './ceremony.ts'
import { requirePasskeyHost } from './host.ts'

/** It names no passkeys and so reveals no one's: the browser offers those that it knows. */
export const askPasskey = committing({
  name: 'askPasskey',
  summary: 'The options that a browser needs to use a passkey, valid for five minutes; the same for every caller',
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
    return { challenge: beginCeremony(call, 'prove'), rpId, timeout: challengeLasts }
  },
})
