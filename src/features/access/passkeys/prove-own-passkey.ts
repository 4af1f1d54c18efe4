import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { chargeAttempt } from '#src/features/access/attempts.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { type PasskeyProof, provePasskey } from './prove-passkey.ts'
import type { PasskeyRow } from './queries.ts'

export const wrongPasskey = (): Refusal => {
  const problem = sentence`field.wrong_passkey: is not one of yours, or did not verify your identity`
  return new Refusal('unprocessable', sentence`passkey.wrong: The passkey ${{ problem: problem.text }}.`, {
    issues: [{ path: ['passkey'], problem }],
  })
}

/**
 * Checks a passkey of the caller's own login, used with user verification. Throws 422 for any other passkey, and 429.
 */
export const proveOwnPasskey = async (call: CommittingCall, proof: PasskeyProof): Promise<PasskeyRow> => {
  const attempt = await chargeAttempt(call, 'passkey')
  return attempt.run(async () => {
    const [person] = await call.read(findPerson, { id: call.actor.id })
    const result = await provePasskey(call, proof)
    const ownPasskey =
      'failure' in result ? undefined : result.passkeys.find(({ login_id }) => login_id === person?.login_id)
    if ('failure' in result || !result.isVerified || !ownPasskey) throw wrongPasskey()
    return ownPasskey
  })
}
