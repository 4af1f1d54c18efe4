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

interface Given extends EnterRequest {
  readonly code: string | undefined
  /** Used instead of a code. */
  readonly passkey: PasskeyProof | undefined
}

interface Proved {
  readonly passed: readonly Entrance[]
  readonly isWhole: boolean
}

const during = (call: CommittingCall, given: Given, attempt: SecretAttempt, only?: string): Promise<Proved> =>
  attempt.during(async () => {
    const { entrances, isWhole } = await findEntrances(call, { ...given, attempt, ...(only !== undefined && { only }) })
    return { isWhole, passed: await passSecondFactor(call, entrances, given) }
  })

const isWrongPassword = (error: unknown): boolean =>
  error instanceof Refusal && error.id === 'unauthorized' && error.detail.extra === undefined

/** On a known device only, with the password that was used on it; undefined on an unknown device. */
const onDevice = async (call: CommittingCall, given: Given): Promise<Proved | undefined> => {
  const device = await findDevice(call, given.address)
  const attempt = device && (await attemptOnDevice(call, device.id))
  if (!attempt) return undefined
  try {
    return await during(call, given, attempt, device.passwordHash)
  } catch (error) {
    if (isWrongPassword(error) && !device.isWhole) return undefined
    throw error
  }
}

const admit = (call: CommittingCall, { address }: Given): Promise<SecretAttempt> =>
  attemptPassword(call, address).catch(async (error: unknown) => {
    await recordPasswordsLocked(call, address).catch((cause: unknown) =>
      call.log.error({ event: 'security_event_not_recorded', requestId: call.requestId, error: cause }),
    )
    throw error
  })

const anywhere = async (call: CommittingCall, given: Given): Promise<Proved> => {
  const proved = await during(call, given, await admit(call, given))
  // A holder of one of the logins may be guessing at another: this counts as a guess, and does not lift the limits.
  if (!proved.isWhole) await chargeGuess(call, given.address)
  return proved
}

/** The workspaces that a password, and a code if required, open. Throws 401 and 429. */
export const provePassword = async (
  call: CommittingCall,
  given: Given,
): Promise<readonly [Entrance, ...(readonly Entrance[])]> => {
  const { passed, isWhole } = (await onDevice(call, given)) ?? (await anywhere(call, given))
  if (isWhole) await rememberAddress(call, given.address)
  const [first, ...others] = passed
  if (!first) throw wrongPassword()
  return [first, ...others]
}
