import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { noSecondFactor, writeLogin } from './logins/login.ts'
import { newTotp, newTotpPlace, totpBinding } from './totp.ts'

const once = 'Shown once; absent in a replayed answer.'

/** Counts from its confirmation on; beginning again replaces a secret that was not confirmed. */
export const beginTotp = changing({
  name: 'beginTotp',
  summary: 'Get a secret for your authenticator app, shown this once; confirm it with a first code',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/totp', roles: [...roles] },
  confirm: true,
  status: 201,
  action: 'account.begin_totp',
  reason: false,
  secret: ['secret', 'otpauthUrl'],
  response: Type.Object(
    {
      secret: Type.Optional(Type.String({ description: `In base32. ${once}` })),
      otpauthUrl: Type.Optional(Type.String({ description: `The same for a QR code. ${once}` })),
    },
    { title: 'TotpSecret' },
  ),
  errors: ['unprocessable'],
  async run(handed) {
    const { tx, actor, sealer, audit } = handed
    const { login, person } = await lockSignIn(handed, actor.id)
    if (login.password_hash === null)
      throw new Refusal('unprocessable', 'You sign in by single sign-on; a second factor is asked for there.')
    if (person.secondFactor !== 'none')
      throw new Refusal('unprocessable', 'You have a second factor already; remove it first.')
    const { secret, otpauthUrl } = newTotp(person.email)
    const sealedFor = newTotpPlace(login.id)
    const totp_secret = sealer.seal(secret, totpBinding(sealedFor))
    writeLogin(tx, login, { ...noSecondFactor, totp_secret, totp_sealed_for: sealedFor })
    audit(actor.id)
    return { secret, otpauthUrl }
  },
})
