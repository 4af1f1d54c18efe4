import { beginCall, change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { type PasskeyProof, provePasskey } from '#src/features/access/passkeys/prove-passkey.ts'
import { usablePasskeysOf } from '#src/features/access/passkeys/usable-passkeys.ts'
import { codeRequired } from '#src/features/access/sentences.ts'
import { pausedCodes } from '#src/features/access/totp.ts'
import { type CodeOutcome, tryCode } from '#src/features/access/try-code.ts'
import type { Entrance } from './enter.ts'

type Asked = CodeOutcome | 'missing' | 'wrong passkey'

export interface FactorProof {
  readonly code: string | undefined
  readonly passkey: PasskeyProof | undefined
}

/** A code, or the logins whose passkey was proved. */
type Proof = string | ReadonlySet<string> | undefined

const proofOf = async (call: CommittingCall, { code, passkey }: FactorProof): Promise<Proof> => {
  if (!passkey) return code
  const proved = await provePasskey(call, passkey)
  return new Set('refused' in proved ? [] : proved.passkeys.map(({ login_id }) => login_id))
}

const nameOf = (outcome: Exclude<Asked, object>): string => (outcome === 'wrong passkey' ? outcome : `${outcome} code`)

/** A wrong code must be counted, so its transaction commits. */
const ask = (call: CommittingCall, { loginId, actor }: Entrance, proof: Proof): Promise<Asked> =>
  call.db.transaction(actor.organizationId, async tx => {
    const ctx = change(beginCall(call, actor, call.requestId), tx, 'session.open', null)
    const tried = async (): Promise<Asked> => {
      if (proof === undefined) return 'missing'
      if (typeof proof === 'string') return tryCode(ctx, { loginId, personId: actor.id }, proof)
      return proof.has(loginId) ? 'accepted' : 'wrong passkey'
    }
    const outcome = await tried()
    const detail = typeof outcome === 'object' ? 'too many wrong codes' : nameOf(outcome)
    if (outcome !== 'accepted' && outcome !== 'none') ctx.audit(actor.id, { outcome: 'refused', detail })
    return outcome
  })

const missing = {
  totp: codeRequired,
  passkey: sentence`sign_in.passkey_required: One of your passkeys, or a recovery code, is required.`,
} as const

const refusalOf = (refused: Exclude<Asked, object>, kind: keyof typeof missing): Sentence =>
  refused === 'missing'
    ? missing[kind]
    : refused === 'wrong passkey'
      ? sentence`sign_in.wrong_passkey: The passkey is wrong.`
      : sentence`sign_in.wrong_code: The code is wrong.`

/**
 * The entrances that the given code or passkey opens. It is requested once the password is correct, for each login with
 * a second factor. Without one, only entrances that need none are opened, if there are any.
 */
export const passSecondFactor = async (
  call: CommittingCall,
  entrances: readonly Entrance[],
  given: FactorProof,
): Promise<readonly Entrance[]> => {
  const open = entrances.filter(({ person }) => person.secondFactor === 'none')
  const isGiven = given.code !== undefined || given.passkey !== undefined
  if (open.length === entrances.length || (open.length > 0 && !isGiven)) return open
  const passed = new Set(open)
  const asking = entrances.filter(entrance => !passed.has(entrance))
  const proof = await proofOf(call, given)
  let refused: Asked = 'missing'
  for (const [, [first, ...others]] of Map.groupBy(asking, ({ loginId }) => loginId)) {
    if (!first) continue
    const outcome = await ask(call, first, proof)
    if (outcome === 'accepted' || outcome === 'none') for (const one of [first, ...others]) passed.add(one)
    else refused = outcome
  }
  if (passed.size > open.length) return [...passed]
  if (typeof refused === 'object') throw pausedCodes(refused.wait)
  const secondFactor = asking.some(({ person }) => person.secondFactor === 'totp') ? 'totp' : 'passkey'
  const passkeys = await usablePasskeysOf(call, new Set(asking.map(({ loginId }) => loginId)))
  throw new Refusal('unauthorized', refusalOf(refused, secondFactor), {
    extra: { secondFactor, ...(passkeys.length > 0 && { passkeys }) },
  })
}
