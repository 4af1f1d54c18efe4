import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { mailFactorProof } from './factor-proof.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { changeInOtherWorkspaces } from './logins/other-workspaces.ts'
import { isAppPending } from './passkeys/placeholder-app.ts'
import {
  Code,
  newRecoveryCodes,
  newTotpBindingText,
  recoveryDigest,
  sixDigits,
  stepOf,
  totpBinding,
  wrongCode,
} from './totp.ts'

const [factor, detail] = [{ secondFactor: 'totp' }, 'second factor on'] as const

export const confirmTotp = changeEndpoint({
  name: 'confirmTotp',
  summary: 'Turn on the second factor with a first code; the recovery codes are shown only once',
  tag: 'Account',
  enrols: true,
  method: 'POST',
  workspace: { path: '/account/totp/confirm', roles: [...roles] },
  status: 200,
  action: 'account.confirm_totp',
  reason: false,
  secret: 'recoveryCodes',
  body: Type.Object({ code: Code }, { additionalProperties: false }),
  response: Type.Object(
    {
      recoveryCodes: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Each code works once. Shown once; absent from a replayed response.',
        }),
      ),
    },
    { title: 'RecoveryCodes' },
  ),
  errors: ['unprocessable'],
  async run(ctx, { body }) {
    const { actor, sealer, now } = ctx
    const person = await lockSignIn(ctx, actor.id)
    const { id, totp_secret, totp_sealed_for } = person.login
    if (totp_secret === null || !isAppPending(person.login))
      throw new Refusal(
        'unprocessable',
        sentence`second_factor.nothing_to_confirm: There is no second factor to confirm; set one up first.`,
      )
    const secret = sealer.open(totp_secret, totpBinding(totp_sealed_for ?? ''))
    const step = stepOf(secret, sixDigits(body.code) ?? '', now)
    if (step === undefined) throw wrongCode()
    const recoveryCodes = newRecoveryCodes()
    const recovery_codes = recoveryCodes.map(recoveryDigest)
    person.change(factor, detail, {
      // If the login was copied, this may name the original login.
      totp_sealed_for: totp_sealed_for?.replace(/ pending$/, '') ?? newTotpBindingText(id),
      totp_confirmed_at: new Date(now),
      last_step: step,
      recovery_codes,
    })
    await changeInOtherWorkspaces(ctx, id, { action: 'account.confirm_totp', changes: factor, detail })
    await mailFactorProof(ctx, person.person, now)
    return { recoveryCodes }
  },
})
