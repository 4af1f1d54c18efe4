import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { findOwnLogin } from '#src/features/access/logins/own-login.ts'
import { passkeyHost } from './host.ts'
import { Passkey, renderPasskey } from './passkey.ts'
import { listPasskeysOfLogin } from './queries.ts'

export const listPasskeys = readEndpoint({
  name: 'listPasskeys',
  summary: 'List your passkeys, oldest first; empty in a session that an identity provider or a link opened',
  tag: 'Account',
  enrols: true,
  workspace: { path: '/account/passkeys', roles: [...roles] },
  response: Type.Object({
    passkeys: Type.Array(Passkey),
    host: Type.String({ description: 'The host that new passkeys are bound to.' }),
    adding: Type.Enum(['possible', 'ip_address', 'not_https', 'sign_in_with_password'], {
      description: 'Whether a passkey can be added in this session, or why not.',
    }),
  }),
  async run(call) {
    const { loginId, isProved } = await findOwnLogin(call)
    const { rpId, obstacle } = passkeyHost(call)
    const passkeys = isProved ? await call.read(listPasskeysOfLogin, { loginId }) : []
    return {
      passkeys: passkeys.map(row => renderPasskey(row, rpId)),
      host: rpId,
      adding: isProved ? (obstacle ?? ('possible' as const)) : ('sign_in_with_password' as const),
    }
  },
})
