import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { isRequired } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { hasCustodians } from './custodian-queries.ts'
import { releaseCustodians } from './custodians.ts'
import { isProofOf } from './factor-proof.ts'
import { lockFactor } from './lock-factor.ts'
import { proveOwnPasskey } from './passkeys/prove-own-passkey.ts'
import { PasskeyProof } from './passkeys/prove-passkey.ts'
import { removeAndAuditOtherPasskeys } from './passkeys/remove-others.ts'
import { Person } from './person.ts'
import { deleteOtherSessions, findPerson } from './queries.ts'
import { checkOwnCode } from './remove-totp.ts'
import { Code } from './totp.ts'

const Body = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 2000, description: 'The part after #factor= in the link.' }),
    code: Type.Optional(Code),
    passkey: Type.Optional(PasskeyProof),
  },
  { additionalProperties: false },
)

/** A factor that the caller used. `prove` throws if the code was wrong; `passkeyId` is the passkey that was used. */
interface FactorProof {
  readonly kind: Person['secondFactor']
  readonly prove: () => void
  readonly passkeyId: string | null
}

/** Checks the code of an app, or a passkey. With several passkeys, the person keeps the one that they used. */
const checkFactor = async (call: CommittingCall, { code, passkey }: Static<typeof Body>): Promise<FactorProof> => {
  const [row] = await call.read(findPerson, { id: call.actor.id })
  const kind = row ? readRecord(Person, row.record).secondFactor : 'none'
  if (kind === 'passkey') {
    if (!passkey) throw invalid(['passkey'], isRequired)
    const { id } = await proveOwnPasskey(call, passkey)
    return { kind, prove: () => undefined, passkeyId: id }
  }
  if (code === undefined) throw invalid(['code'], isRequired)
  return { kind, prove: await checkOwnCode(call, code, 'account.confirm_factor'), passkeyId: null }
}

/**
 * Requires both the mailed link and the factor. With the link alone, a person could confirm a factor that someone else
 * enrolled.
 */
export const confirmOwnFactor = commitEndpoint({
  name: 'confirmOwnFactor',
  summary:
    'Prove that your second factor is yours, with a mailed link and a code or passkey; releases your custodians and removes your other passkeys',
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
    const { kind, prove, passkeyId } = await checkFactor(call, body)
    return call.commit('', async ctx => {
      const { tx, actor, audit, identities } = ctx
      const { login } = await lockFactor(ctx, actor.id, kind)
      prove()
      const factorAt = login.totp_confirmed_at?.getTime() ?? 0
      if (!isProofOf(ctx, body.token, { personId: actor.id, factorAt }))
        throw new Refusal(
          'unprocessable',
          sentence`second_factor.link_outdated: The link is too old or belongs to an earlier second factor; turn your second factor off and on again to get a new link.`,
        )
      const [custody] = await tx.query(hasCustodians, { personId: actor.id })
      // A custodian may have added a passkey before.
      const removedCount = custody?.yes ? await removeAndAuditOtherPasskeys(ctx, login.id, passkeyId) : 0
      releaseCustodians(ctx, actor.id, 'mail')
      // A custodian may have opened a session before.
      tx.write(deleteOtherSessions, { personId: actor.id, id: actor.credentialId })
      tx.afterCommit(identities.forget)
      audit(actor.id, removedCount > 0 ? { detail: `${removedCount} other passkeys removed` } : {})
      return null
    })
  },
})
