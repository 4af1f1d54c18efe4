import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { iso } from '#lib/clock.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { lockTotp, confirmTotp as write } from './queries.ts'
import { Code, newRecoveryCodes, recoveryDigest, sixDigits, stepOf, totpBinding, wrongCode } from './totp.ts'

export const confirmTotp = changing({
  name: 'confirmTotp',
  summary: 'Turn the second factor on with a first code; the recovery codes are shown this once',
  tag: 'Account',
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
        Type.Array(Type.String(), { description: 'Each good once. Shown once; absent in a replayed answer.' }),
      ),
    },
    { title: 'RecoveryCodes' },
  ),
  errors: ['unprocessable'],
  async run(handed, { body }) {
    const { tx, organizationId, actor, sealer, now } = handed
    const person = await lockSignIn(handed, actor.id)
    const [row] = await tx.query(lockTotp, [organizationId, actor.id])
    if (!row || row.confirmed_at) throw new Refusal('unprocessable', 'There is no second factor to confirm.')
    const secret = sealer.open(row.secret, totpBinding(organizationId, actor.id))
    const step = stepOf(secret, sixDigits(body.code) ?? '', now)
    if (step === undefined) throw wrongCode()
    const recoveryCodes = newRecoveryCodes()
    tx.write(write, [organizationId, actor.id, iso(now), step, recoveryCodes.map(recoveryDigest)])
    person.change({ secondFactor: 'totp' }, 'second factor on')
    return { recoveryCodes }
  },
})
