import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { type CommittingCall, committing } from '#api/endpoint.ts'
import { invalid, Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { hasCustodians } from './custodian-queries.ts'
import { releaseCustodians } from './custodians.ts'
import { isProofOf } from './factor-proof.ts'
import { lockFactor } from './lock-factor.ts'
import { proveOwnPasskey } from './passkeys/prove-own-passkey.ts'
import { PasskeyProof } from './passkeys/prove-passkey.ts'
import { removeOthers } from './passkeys/remove-others.ts'
import { Person } from './person.ts'
import { deleteOtherSessions, findPerson } from './queries.ts'
import { checkOwnCode } from './remove-totp.ts'
import { Code } from './totp.ts'

const Body = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 2000, description: 'What stands behind #factor= in the link.' }),
    code: Type.Optional(Code),
    passkey: Type.Optional(PasskeyProof),
  },
  { additionalProperties: false },
)

/** What was proved of the factor: nothing to throw, and the passkey that did it. */
interface Shown {
  readonly kind: Person['secondFactor']
  readonly prove: () => void
  readonly passkeyId: string | null
}

/** An app is shown by a code, passkeys are by one of them: its factor is the one that they call their own. */
const show = async (call: CommittingCall, { code, passkey }: Static<typeof Body>): Promise<Shown> => {
  const [row] = await call.read(findPerson, { id: call.actor.id })
  const kind = row ? readRecord(Person, row.record).secondFactor : 'none'
  if (kind === 'passkey') {
    if (!passkey) throw invalid(['passkey'], 'is required')
    const { id } = await proveOwnPasskey(call, passkey)
    return { kind, prove: () => undefined, passkeyId: id }
  }
  if (code === undefined) throw invalid(['code'], 'is required')
  return { kind, prove: await checkOwnCode(call, code, 'account.confirm_factor'), passkeyId: null }
}

/**
 * With the mailed link and the factor. Not the link alone: somebody may follow it who did not enrol the factor, and would
 * so call another's theirs.
 */
export const confirmOwnFactor = committing({
  name: 'confirmOwnFactor',
  summary:
    'Show by a mailed link and a code, or a passkey, that your second factor is yours: it releases your custodians, and removes other passkeys',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/factor/confirm', roles: [...roles] },
  status: 204,
  action: 'account.confirm_factor',
  reason: false,
  body: Body,
  response: Type.Null(),
  errors: ['unprocessable'],
  async run(call, { body }) {
    const { kind, prove, passkeyId } = await show(call, body)
    return call.commit('', async ctx => {
      const { tx, actor, audit, identities } = ctx
      const { login } = await lockFactor(ctx, actor.id, kind)
      prove()
      const factorAt = login.totp_confirmed_at?.getTime() ?? 0
      if (!isProofOf(ctx, body.token, { personId: actor.id, factorAt }))
        throw new Refusal(
          'unprocessable',
          'The link is too old, or not for your present second factor; turn it off and on again to get another.',
        )
      const [held] = await tx.query(hasCustodians, { personId: actor.id })
      // A custodian may have added one before.
      const removed = held?.yes ? await removeOthers(ctx, login.id, passkeyId) : 0
      releaseCustodians(ctx, actor.id, 'mail')
      // A custodian may have opened one before.
      tx.write(deleteOtherSessions, { personId: actor.id, id: actor.credentialId })
      tx.afterCommit(identities.forget)
      audit(actor.id, removed > 0 ? { detail: `${removed} other passkeys removed` } : {})
      return null
    })
  },
})
