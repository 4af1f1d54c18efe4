import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import {
  attemptOnDevice,
  attemptPassword,
  chargeGuess,
  rememberAddress,
  type SecretAttempt,
} from '#src/features/access/attempts.ts'
import { findDevice } from '#src/features/access/device.ts'
import type { PasskeyProof } from '#src/features/access/passkeys/prove-passkey.ts'
import { recordPasswordsLocked } from '#src/features/access/record-locked.ts'
import { type EnterRequest, type Entrance, findEntrances, wrongPassword } from './enter.ts'
import { passSecondFactor } from './second-factor.ts'

interface PasswordInput extends EnterRequest {
  readonly code: string | undefined
  /** Used instead of the code. */
  readonly passkey: PasskeyProof | undefined
}

interface PasswordProof {
  readonly entrances: readonly Entrance[]
  readonly matchesAllLogins: boolean
}

const tryOnce = (
  call: CommittingCall,
  input: PasswordInput,
  attempt: SecretAttempt,
  only?: string,
): Promise<PasswordProof> =>
  attempt.run(async () => {
    const { entrances, matchesAllLogins } = await findEntrances(call, {
      ...input,
      attempt,
      ...(only !== undefined && { only }),
    })
    return { matchesAllLogins, entrances: await passSecondFactor(call, entrances, input) }
  })

const isWrongPassword = (error: unknown): boolean =>
  error instanceof Refusal && error.id === 'unauthorized' && error.detail.extra === undefined

/**
 * Checks the password against the login last used on this device. Returns undefined if the device is unknown or has no
 * attempts left, or if the password is wrong and the address has other logins.
 */
const tryOnDevice = async (call: CommittingCall, input: PasswordInput): Promise<PasswordProof | undefined> => {
  const device = await findDevice(call, input.address)
  const attempt = device && (await attemptOnDevice(call, device.id))
  if (!attempt) return undefined
  try {
    return await tryOnce(call, input, attempt, device.passwordHash)
  } catch (error) {
    if (isWrongPassword(error) && !device.isOnlyLogin) return undefined
    throw error
  }
}

const chargePassword = (call: CommittingCall, { address }: PasswordInput): Promise<SecretAttempt> =>
  attemptPassword(call, address).catch(async (error: unknown) => {
    await recordPasswordsLocked(call, address).catch((cause: unknown) =>
      call.log.error({ event: 'security_event_not_recorded', requestId: call.requestId, error: cause }),
    )
    throw error
  })

const tryAnywhere = async (call: CommittingCall, input: PasswordInput): Promise<PasswordProof> => {
  const proof = await tryOnce(call, input, await chargePassword(call, input))
  // The owner of one login may be guessing another login's password, so this counts as a guess and does not lift the limit.
  if (!proof.matchesAllLogins) await chargeGuess(call, input.address)
  return proof
}

/** Finds the workspaces that a password, and a code if required, open. Throws 401 or 429. */
export const provePassword = async (
  call: CommittingCall,
  input: PasswordInput,
): Promise<readonly [Entrance, ...(readonly Entrance[])]> => {
  const { entrances, matchesAllLogins } = (await tryOnDevice(call, input)) ?? (await tryAnywhere(call, input))
  if (matchesAllLogins) await rememberAddress(call, input.address)
  const [first, ...others] = entrances
  if (!first) throw wrongPassword()
  return [first, ...others]
}
