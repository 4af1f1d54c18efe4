import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { committing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { noApp, writeLogin } from './logins/login.ts'
import { CurrentPassword, checkOwnPassword } from './own-password.ts'
import { newTotp, newTotpPlace, totpBinding } from './totp.ts'

const once = 'Shown once; absent in a replayed answer.'

/** Takes effect once confirmed; beginning again replaces an unconfirmed secret. */
export const beginTotp = committing({
  name: 'beginTotp',
  summary: 'Get a secret for your authenticator app, shown this once; confirm it with a first code',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/totp', roles: [...roles] },
  status: 201,
  action: 'account.begin_totp',
  reason: false,
  secret: ['secret', 'otpauthUrl'],
  body: Type.Object({ currentPassword: CurrentPassword }, { additionalProperties: false }),
  response: Type.Object(
    {
      secret: Type.Optional(Type.String({ description: `In base32. ${once}` })),
      otpauthUrl: Type.Optional(Type.String({ description: `The same for a QR code. ${once}` })),
    },
    { title: 'TotpSecret' },
  ),
  errors: ['unprocessable'],
  async run(call, { body: { currentPassword } }) {
    const { prove } = await checkOwnPassword(call, currentPassword)
    return call.commit('', async ctx => {
      const { tx, actor, sealer, audit } = ctx
      const { login, person } = await lockSignIn(ctx, actor.id)
      prove(login.password_hash)
      if (person.secondFactor === 'totp')
        throw new Refusal('unprocessable', 'You have a second factor already; remove it first.')
      const { secret, otpauthUrl } = newTotp(person.email)
      const sealedFor = newTotpPlace(login.id)
      const totp_secret = sealer.seal(secret, totpBinding(sealedFor))
      writeLogin(tx, login, { ...noApp, totp_secret, totp_sealed_for: sealedFor })
      audit(actor.id)
      return { secret, otpauthUrl }
    })
  },
})
