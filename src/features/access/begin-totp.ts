import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { requireProof } from '#http/recent-proof.ts'
import { sentence } from '#lib/sentence.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { writeLogin } from './logins/login.ts'
import { CurrentPassword, checkOwnPassword } from './own-password.ts'
import { pendingApp } from './passkeys/placeholder-app.ts'
import { newTotp, newTotpBindingText, totpBinding } from './totp.ts'

const shownOnceText = 'Shown once; absent from a replayed response.'

/** The secret takes effect once confirmed. Starting again replaces an unconfirmed secret. */
export const beginTotp = commitEndpoint({
  name: 'beginTotp',
  summary: 'Create a secret for your authenticator app, shown only once; confirm it with a first code',
  tag: 'Account',
  enrols: true,
  method: 'POST',
  workspace: { path: '/account/totp', roles: [...roles] },
  status: 201,
  action: 'account.begin_totp',
  reason: false,
  secret: ['secret', 'otpauthUrl'],
  body: Type.Object({ currentPassword: CurrentPassword }, { additionalProperties: false }),
  response: Type.Object(
    {
      secret: Type.Optional(Type.String({ description: `The secret in base32. ${shownOnceText}` })),
      otpauthUrl: Type.Optional(Type.String({ description: `The secret as a URL for a QR code. ${shownOnceText}` })),
    },
    { title: 'TotpSecret' },
  ),
  errors: ['forbidden_resource', 'unprocessable'],
  async run(call, { body: { currentPassword } }) {
    const { prove } = await checkOwnPassword(call, currentPassword)
    return call.commit('', async ctx => {
      const { tx, actor, sealer, audit, now } = ctx
      const { login, person } = await lockSignIn(ctx, actor.id)
      prove(login.password_hash)
      if (person.secondFactor === 'totp')
        throw new Refusal(
          'unprocessable',
          sentence`second_factor.already_set_up: You already have a second factor; remove it first.`,
        )
      // The password and this session must not be enough to bypass the passkey.
      if (person.secondFactor === 'passkey') requireProof(actor, now)
      const { secret, otpauthUrl } = newTotp(person.email)
      writeLogin(tx, login, pendingApp(login, sealer.seal(secret, totpBinding(newTotpBindingText(login.id)))))
      audit(actor.id)
      return { secret, otpauthUrl }
    })
  },
})
