import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import type { Bucket, Charge } from '#http/rate-limit.ts'
import { tooManyAttempts } from '#http/sentences.ts'
import { addressKey } from '#lib/address-key.ts'
import type { Rank } from '#lib/hash-queue.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'

interface AttemptKind {
  readonly address: Bucket
  /** The bucket of attempts from one address for one name. */
  readonly perName?: Bucket
  readonly sentence: Sentence
}

/** Attempts without a secret to hash. Each kind has its own buckets, so that exhausting one leaves the others open. */
const attemptKinds = {
  forgottenPassword: { address: 'forgot-password-address', perName: 'forgot-password', sentence: tooManyAttempts },
  singleSignOn: { address: 'single-sign-on-address', perName: 'single-sign-on', sentence: tooManyAttempts },
  signOnBegin: { address: 'sign-on-begin-address', sentence: tooManyAttempts },
  signOnCallback: { address: 'sign-on-callback-address', sentence: tooManyAttempts },
  backChannelLogout: { address: 'back-channel-address', sentence: tooManyAttempts },
  passkey: { address: 'passkey-address', sentence: tooManyAttempts },
  link: { address: 'link-address', sentence: tooManyAttempts },
} as const satisfies Record<string, AttemptKind>

interface SecretAttemptKind extends Required<AttemptKind> {
  /** The bucket of attempts for one name from addresses where it never signed in. */
  readonly name?: Bucket
  readonly rank: Rank
}

const password: SecretAttemptKind = {
  address: 'sign-in-address',
  perName: 'sign-in',
  name: 'sign-in-name',
  rank: 'person',
  sentence: sentence`sign_in.too_many_attempts: Too many attempts to sign in; wait a minute, sign in where you did before, or ask for a new password by mail.`,
}

// Client secrets that operators choose have at least 16 characters, so guesses from many addresses need no overall
// limit.
const token: SecretAttemptKind = {
  address: 'token-failure-address',
  perName: 'token-failure',
  rank: 'machine',
  sentence: sentence`token.too_many_wrong_credentials: Too many wrong client credentials; wait for Retry-After seconds.`,
}

/** An attempt that is within the limits. */
export interface Attempt {
  refund(): Promise<void>
  /** Runs the attempt. Refunds the charge unless the attempt fails through the caller's fault. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** An attempt with a secret that may have to be hashed. */
export interface SecretAttempt extends Pick<Attempt, 'run'> {
  readonly rank: Rank
  /** Charges one more hash to the address; false if its limit is reached. */
  mayHash(): Promise<boolean>
}

const isCallersFault = (error: unknown): boolean => error instanceof Refusal && error.status < 500

const consume = async (
  { limiter }: CommittingCall,
  message: Sentence,
  charges: readonly Charge[],
): Promise<Attempt & { readonly refusal: Refusal | undefined }> => {
  const { allowed, headers } = await limiter.consume(charges)
  const retryAfter = { 'retry-after': headers['Retry-After'] ?? '60' }
  const refusal = allowed ? undefined : new Refusal('rate_limited', message, { headers: retryAfter })
  const refund = async () => (allowed ? limiter.refund(charges) : undefined)
  return {
    refusal,
    refund,
    async run(work) {
      try {
        const result = await work()
        await refund()
        return result
      } catch (error) {
        if (!isCallersFault(error)) await refund()
        throw error
      }
    },
  }
}

/** Throws 429 if a bucket is exhausted. */
const requireAllowed = async (
  call: CommittingCall,
  message: Sentence,
  charges: readonly Charge[],
): Promise<Attempt> => {
  const { refusal, ...attempt } = await consume(call, message, charges)
  if (refusal) throw refusal
  return attempt
}

/** Charges an attempt to its address, and to its name from that address. Throws 429. */
export const chargeAttempt = (
  call: CommittingCall,
  kind: keyof typeof attemptKinds,
  name?: string,
): Promise<Attempt> => {
  const { address: bucket, perName, sentence: message }: AttemptKind = attemptKinds[kind]
  const address = addressKey(call.incoming.address)
  // The address comes first: once it is exhausted, invented names do not create buckets.
  const charges: Charge[] = [{ bucket, key: address }]
  if (perName && name !== undefined) charges.push({ bucket: perName, key: `${address} ${name}` })
  return requireAllowed(call, message, charges)
}

/**
 * Charges an attempt only if it fails, so that failures of others at the same address never block a valid caller.
 * Throws 429 instead of the refusal if the bucket is exhausted.
 */
export const chargeFailure = async <T>(
  call: CommittingCall,
  kind: keyof typeof attemptKinds,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isCallersFault(error)) await chargeAttempt(call, kind)
    throw error
  }
}

const alwaysAllowed = async () => true

/**
 * Charges an attempt with a secret to its address, to its name, and to its name at that address. An exhausted address
 * blocks only wrong secrets: attempts with invented names, which need no hash, never lock out a caller with a correct
 * secret. Throws 429.
 */
const attemptSecret = async (call: CommittingCall, kind: SecretAttemptKind, name: string): Promise<SecretAttempt> => {
  const address = addressKey(call.incoming.address)
  const byAddress = await consume(call, kind.sentence, [{ bucket: kind.address, key: address }])
  const byName = await consume(call, kind.sentence, [
    { bucket: kind.perName, key: `${address} ${name}` },
    ...(kind.name ? [{ bucket: kind.name, key: name }] : []),
  ])
  if (byName.refusal) {
    await byAddress.refund()
    throw byAddress.refusal ?? byName.refusal
  }
  return {
    rank: kind.rank,
    run: work =>
      byAddress
        .run(() => byName.run(work))
        .catch((error: unknown) => {
          throw isCallersFault(error) && byAddress.refusal ? byAddress.refusal : error
        }),
    mayHash: async () => (await call.limiter.consume([{ bucket: 'hash-address', key: address }])).allowed,
  }
}

export const attemptToken = (call: CommittingCall, clientId: string): Promise<SecretAttempt> =>
  attemptSecret(call, token, clientId)

const nameAtAddress = (call: CommittingCall, name: string): string => `${addressKey(call.incoming.address)} ${name}`

const knownSource = { rank: 'known', mayHash: alwaysAllowed } as const

/** Charges an attempt on a known device. Returns undefined after too many failures: the device may be stolen. */
export const attemptOnDevice = async (call: CommittingCall, device: string): Promise<SecretAttempt | undefined> => {
  const { refusal, ...attempt } = await consume(call, password.sentence, [{ bucket: 'sign-in-device', key: device }])
  return refusal ? undefined : { ...knownSource, ...attempt }
}

/**
 * Charges an attempt with a password. An address from which the name signed in before has its own limit, which attempts
 * from other addresses cannot exhaust. Throws 429.
 */
export const attemptPassword = async (call: CommittingCall, name: string): Promise<SecretAttempt> => {
  const key = nameAtAddress(call, name)
  if (!(await call.limiter.knows(key))) return attemptSecret(call, password, name)
  return {
    ...knownSource,
    ...(await requireAllowed(call, password.sentence, [{ bucket: 'sign-in-known-address', key }])),
  }
}

/** Charges a correct password like a wrong one, for a password that does not match every login of the name. */
export const chargeGuess = async (call: CommittingCall, name: string): Promise<void> => {
  const nameCharge = { bucket: password.perName, key: nameAtAddress(call, name) }
  await call.limiter.consume([nameCharge, ...(password.name ? [{ bucket: password.name, key: name }] : [])])
}

/** Remembers that this name signed in from this address. */
export const rememberAddress = (call: CommittingCall, name: string): Promise<void> =>
  call.limiter.know(nameAtAddress(call, name))

const signOnKey = (call: CommittingCall, name: string): string => `sign-on ${nameAtAddress(call, name)}`

/**
 * Remembers that this name signed on from this address. Separate from `rememberAddress`, because one workspace's
 * provider proves nothing about the login's other workspaces.
 */
export const rememberSignOn = (call: CommittingCall, name: string): Promise<void> =>
  call.limiter.know(signOnKey(call, name))

export const isSignOnKnown = (call: CommittingCall, name: string): Promise<boolean> =>
  call.limiter.knows(signOnKey(call, name))

/**
 * Limits the sign-ons that an address starts, since each causes a request to the provider. A name that signed on from
 * this address before first uses its own bucket, then the shared one. Throws 429.
 */
export const chargeSignOn = async (call: CommittingCall, name: string): Promise<void> => {
  if (await isSignOnKnown(call, name)) {
    const { allowed } = await call.limiter.consume([
      { bucket: 'sign-on-known-address', key: nameAtAddress(call, name) },
    ])
    if (allowed) return
  }
  await chargeAttempt(call, 'signOnBegin')
}

/**
 * Charges a requested mail to its name. Also charges its address, unless the name signed in from there before: requests
 * under other names then cannot block it. Throws 429.
 */
export const chargeForgotten = async (call: CommittingCall, name: string): Promise<void> => {
  const { perName, address } = attemptKinds.forgottenPassword
  const key = nameAtAddress(call, name)
  const charges: Charge[] = [{ bucket: perName, key }]
  if (!(await call.limiter.knows(key))) charges.unshift({ bucket: address, key: addressKey(call.incoming.address) })
  await requireAllowed(call, tooManyAttempts, charges)
}

/** Limits the sessions of a person, however they sign in: each writes rows. Throws 429. */
export const chargeSession = async (call: CommittingCall, personId: string): Promise<void> => {
  await requireAllowed(call, sentence`sign_in.too_often: You signed in too often; wait a minute.`, [
    { bucket: 'session-opening', key: personId },
  ])
}

/** Charges an attempt with the person's own password inside a session, which may be stolen. Throws 429. */
export const attemptOwnPassword = (call: CommittingCall): Promise<Attempt> =>
  requireAllowed(call, tooManyAttempts, [{ bucket: 'own-password', key: call.actor.credentialId }])
