import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { PasskeyName, requireOwnLogin } from './passkey.ts'
import { renamePasskeyOf } from './queries.ts'

export const renamePasskey = changeEndpoint({
  name: 'renamePasskey',
  summary: 'Rename one of your passkeys',
  tag: 'Account',
  method: 'PATCH',
  workspace: { path: '/account/passkeys/{passkeyId}', roles: [...roles] },
  status: 204,
  action: 'account.rename_passkey',
  reason: false,
  params: Type.Object({ passkeyId: Reference('psk') }),
  body: Type.Object({ name: PasskeyName }, { additionalProperties: false }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run(ctx, { params: { passkeyId: id }, body: { name } }) {
    const { loginId } = await requireOwnLogin(ctx)
    const [row] = await ctx.tx.query(renamePasskeyOf, { loginId, id, name })
    if (!row?.found) throw notFound('passkey')
    ctx.audit(ctx.actor.id, { detail: id })
    return null
  },
})
