import { beginCall, change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { type PasskeyProof, provePasskey } from '#src/features/access/passkeys/prove-passkey.ts'
import { findUsablePasskeys } from '#src/features/access/passkeys/usable-passkeys.ts'
import { codeRequired } from '#src/features/access/sentences.ts'
import { pausedCodes } from '#src/features/access/totp.ts'
import { type CodeOutcome, tryCode } from '#src/features/access/try-code.ts'
import type { Entrance } from './enter.ts'

type FactorOutcome = CodeOutcome | 'missing' | 'wrong passkey'

export interface FactorProof {
  readonly code: string | undefined
  readonly passkey: PasskeyProof | undefined
}

/** A code, or the logins whose passkey was proved. */
type Proof = string | ReadonlySet<string> | undefined

const proofOf = async (call: CommittingCall, { code, passkey }: FactorProof): Promise<Proof> => {
  if (!passkey) return code
  const result = await provePasskey(call, passkey)
  return new Set('failure' in result ? [] : result.passkeys.map(({ login_id }) => login_id))
}

const describeOutcome = (outcome: Exclude<FactorOutcome, object>): string =>
  outcome === 'wrong passkey' ? outcome : `${outcome} code`

/** Checks the proof in its own transaction, which commits so that a wrong code is counted. */
const checkFactor = (call: CommittingCall, { loginId, actor }: Entrance, proof: Proof): Promise<FactorOutcome> =>
  call.db.transaction(actor.organizationId, async tx => {
    const ctx = change(beginCall(call, actor, call.requestId), tx, 'session.open', null)
    const check = async (): Promise<FactorOutcome> => {
      if (proof === undefined) return 'missing'
      if (typeof proof === 'string') return tryCode(ctx, { loginId, personId: actor.id }, proof)
      return proof.has(loginId) ? 'accepted' : 'wrong passkey'
    }
    const outcome = await check()
    const detail = typeof outcome === 'object' ? 'too many wrong codes' : describeOutcome(outcome)
    if (outcome !== 'accepted' && outcome !== 'none') ctx.audit(actor.id, { outcome: 'refused', detail })
    return outcome
  })

const missingFactor = {
  totp: codeRequired,
  passkey: sentence`sign_in.passkey_required: Use one of your passkeys, or enter a recovery code.`,
} as const

const refusalOf = (failure: Exclude<FactorOutcome, object>, kind: keyof typeof missingFactor): Sentence =>
  failure === 'missing'
    ? missingFactor[kind]
    : failure === 'wrong passkey'
      ? sentence`sign_in.wrong_passkey: The passkey is wrong.`
      : sentence`sign_in.wrong_code: The code is wrong.`

/**
 * Returns the entrances that a code or passkey opens. Logins with a second factor require one after a correct password.
 * Without a code or passkey, returns only the entrances that need no second factor, if there are any.
 */
export const passSecondFactor = async (
  call: CommittingCall,
  entrances: readonly Entrance[],
  input: FactorProof,
): Promise<readonly Entrance[]> => {
  const withoutFactor = entrances.filter(({ person }) => person.secondFactor === 'none')
  const hasProof = input.code !== undefined || input.passkey !== undefined
  if (withoutFactor.length === entrances.length || (withoutFactor.length > 0 && !hasProof)) return withoutFactor
  const accepted = new Set(withoutFactor)
  const remaining = entrances.filter(entrance => !accepted.has(entrance))
  const proof = await proofOf(call, input)
  let failure: FactorOutcome = 'missing'
  for (const [, [first, ...others]] of Map.groupBy(remaining, ({ loginId }) => loginId)) {
    if (!first) continue
    const outcome = await checkFactor(call, first, proof)
    if (outcome === 'accepted' || outcome === 'none') for (const entrance of [first, ...others]) accepted.add(entrance)
    else failure = outcome
  }
  if (accepted.size > withoutFactor.length) return [...accepted]
  if (typeof failure === 'object') throw pausedCodes(failure.wait)
  const secondFactor = remaining.some(({ person }) => person.secondFactor === 'totp') ? 'totp' : 'passkey'
  const passkeys = await findUsablePasskeys(call, new Set(remaining.map(({ loginId }) => loginId)))
  throw new Refusal('unauthorized', refusalOf(failure, secondFactor), {
    extra: { secondFactor, ...(passkeys.length > 0 && { passkeys }) },
  })
}
