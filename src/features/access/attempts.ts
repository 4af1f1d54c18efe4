import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import type { Bucket, Charge } from '#http/rate-limit.ts'
import { tooManyAttempts } from '#http/sentences.ts'
import { addressKey } from '#lib/address-key.ts'
import type { Rank } from '#lib/hash-queue.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'

interface Way {
  readonly address: Bucket
  /** The bucket of attempts from one address for one name. */
  readonly here?: Bucket
  readonly sentence: Sentence
}

/** The ways to sign in, each with its own buckets: exhausting one leaves the others open. */
const ways = {
  forgottenPassword: { address: 'forgot-password-address', here: 'forgot-password', sentence: tooManyAttempts },
  singleSignOn: { address: 'single-sign-on-address', here: 'single-sign-on', sentence: tooManyAttempts },
  signOnBegin: { address: 'sign-on-begin-address', sentence: tooManyAttempts },
  signOnCallback: { address: 'sign-on-callback-address', sentence: tooManyAttempts },
  backChannelLogout: { address: 'back-channel-address', sentence: tooManyAttempts },
  passkey: { address: 'passkey-address', sentence: tooManyAttempts },
  link: { address: 'link-address', sentence: tooManyAttempts },
} as const satisfies Record<string, Way>

interface SecretWay extends Required<Way> {
  /** The bucket of attempts for one name from addresses where it never signed in. */
  readonly name?: Bucket
  readonly rank: Rank
}

const password: SecretWay = {
  address: 'sign-in-address',
  here: 'sign-in',
  name: 'sign-in-name',
  rank: 'person',
  sentence: sentence`sign_in.too_many_attempts: Too many attempts to sign in; wait a minute, sign in where you did before, or ask for a new password by mail.`,
}

// Secrets that operators choose for clients have at least 16 characters: guessing from many addresses needs no overall
// limit.
const token: SecretWay = {
  address: 'token-failure-address',
  here: 'token-failure',
  rank: 'machine',
  sentence: sentence`token.too_many_wrong_credentials: Too many wrong client credentials; wait for Retry-After seconds.`,
}

/** An attempt that is within the limits. */
export interface Attempt {
  giveBack(): Promise<void>
  /** Runs the attempt; the charge stays only if it fails through the caller's fault. */
  during<T>(work: () => Promise<T>): Promise<T>
}

/** An attempt with a secret that may have to be hashed. */
export interface SecretAttempt extends Pick<Attempt, 'during'> {
  readonly rank: Rank
  /** Whether one more hash may be computed for this address. */
  mayHash(): Promise<boolean>
}

const isTheirs = (error: unknown): boolean => error instanceof Refusal && error.status < 500

const consume = async (
  { limiter }: CommittingCall,
  about: Sentence,
  charges: readonly Charge[],
): Promise<Attempt & { readonly shut: Refusal | undefined }> => {
  const { allowed, headers } = await limiter.consume(charges)
  const retryAfter = { 'retry-after': headers['Retry-After'] ?? '60' }
  const shut = allowed ? undefined : new Refusal('rate_limited', about, { headers: retryAfter })
  const giveBack = async () => (allowed ? limiter.giveBack(charges) : undefined)
  return {
    shut,
    giveBack,
    async during(work) {
      try {
        const result = await work()
        await giveBack()
        return result
      } catch (error) {
        if (!isTheirs(error)) await giveBack()
        throw error
      }
    },
  }
}

/** Throws 429 if a bucket is exhausted. */
const pass = async (call: CommittingCall, about: Sentence, charges: readonly Charge[]): Promise<Attempt> => {
  const { shut, ...attempt } = await consume(call, about, charges)
  if (shut) throw shut
  return attempt
}

/** Charges an attempt to its address, and to its name from that address. Throws 429. */
export const chargeAttempt = (call: CommittingCall, way: keyof typeof ways, name?: string): Promise<Attempt> => {
  const { address: bucket, here, sentence: about }: Way = ways[way]
  const address = addressKey(call.incoming.address)
  // The widest first: an exhausted address opens no window for each invented name.
  const charges: Charge[] = [{ bucket, key: address }]
  if (here && name !== undefined) charges.push({ bucket: here, key: `${address} ${name}` })
  return pass(call, about, charges)
}

/**
 * Charges an attempt only once it has failed: a caller who would get in is never refused because of others at the same
 * address. Throws 429 instead of the refusal if the bucket is exhausted.
 */
export const chargeFailure = async <T>(
  call: CommittingCall,
  way: keyof typeof ways,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isTheirs(error)) await chargeAttempt(call, way)
    throw error
  }
}

const always = async () => true

/**
 * Charges an attempt with a secret to its name, from here and overall, and to its address. An exhausted address counts
 * only when the secret is wrong: attempts with invented names, which need no hash, never lock out a caller with a
 * correct secret. Throws 429.
 */
const attemptSecret = async (call: CommittingCall, way: SecretWay, name: string): Promise<SecretAttempt> => {
  const address = addressKey(call.incoming.address)
  const place = await consume(call, way.sentence, [{ bucket: way.address, key: address }])
  const named = await consume(call, way.sentence, [
    { bucket: way.here, key: `${address} ${name}` },
    ...(way.name ? [{ bucket: way.name, key: name }] : []),
  ])
  if (named.shut) {
    await place.giveBack()
    throw place.shut ?? named.shut
  }
  return {
    rank: way.rank,
    during: work =>
      place
        .during(() => named.during(work))
        .catch((error: unknown) => {
          throw isTheirs(error) && place.shut ? place.shut : error
        }),
    mayHash: async () => (await call.limiter.consume([{ bucket: 'hash-address', key: address }])).allowed,
  }
}

export const attemptToken = (call: CommittingCall, clientId: string): Promise<SecretAttempt> =>
  attemptSecret(call, token, clientId)

const addressOf = (call: CommittingCall, name: string): string => `${addressKey(call.incoming.address)} ${name}`

const known = { rank: 'known', mayHash: always } as const

/** An attempt on a known device; undefined after too many failures, since the device may have been stolen. */
export const attemptOnDevice = async (call: CommittingCall, device: string): Promise<SecretAttempt | undefined> => {
  const { shut, ...attempt } = await consume(call, password.sentence, [{ bucket: 'sign-in-device', key: device }])
  return shut ? undefined : { ...known, ...attempt }
}

/** Strangers cannot use up the limit of an address where this name signed in before. Throws 429. */
export const attemptPassword = async (call: CommittingCall, name: string): Promise<SecretAttempt> => {
  const place = addressOf(call, name)
  if (!(await call.limiter.knows(place))) return attemptSecret(call, password, name)
  return { ...known, ...(await pass(call, password.sentence, [{ bucket: 'sign-in-known-address', key: place }])) }
}

/** Charges a correct password like a wrong one if it does not open every login of the name. */
export const chargeGuess = async (call: CommittingCall, name: string): Promise<void> => {
  const here = { bucket: password.here, key: addressOf(call, name) }
  await call.limiter.consume([here, ...(password.name ? [{ bucket: password.name, key: name }] : [])])
}

/** Remembers that this name signed in from this address. */
export const rememberAddress = (call: CommittingCall, name: string): Promise<void> =>
  call.limiter.know(addressOf(call, name))

const signOnPlace = (call: CommittingCall, name: string): string => `sign-on ${addressOf(call, name)}`

/** Kept apart from passwords: the provider of one workspace proves nothing about a login that has others. */
export const rememberSignOn = (call: CommittingCall, name: string): Promise<void> =>
  call.limiter.know(signOnPlace(call, name))

export const isSignOnKnown = (call: CommittingCall, name: string): Promise<boolean> =>
  call.limiter.knows(signOnPlace(call, name))

/**
 * Limits sign-ons that an address begins: each causes a request to the provider. Names that signed on from there before
 * use a bucket of their own before the shared one. Throws 429.
 */
export const chargeSignOn = async (call: CommittingCall, name: string): Promise<void> => {
  if (await isSignOnKnown(call, name)) {
    const { allowed } = await call.limiter.consume([{ bucket: 'sign-on-known-address', key: addressOf(call, name) }])
    if (allowed) return
  }
  await chargeAttempt(call, 'signOnBegin')
}

/**
 * Charges a requested mail to its name, and to its address if the name never signed in from there: requests under other
 * names cannot block it. Throws 429.
 */
export const chargeForgotten = async (call: CommittingCall, name: string): Promise<void> => {
  const { here, address } = ways.forgottenPassword
  const place = addressOf(call, name)
  const charges: Charge[] = [{ bucket: here, key: place }]
  if (!(await call.limiter.knows(place))) charges.unshift({ bucket: address, key: addressKey(call.incoming.address) })
  await pass(call, tooManyAttempts, charges)
}

/** Limits the sessions of a person, however they sign in: each writes rows. Throws 429. */
export const chargeSession = async (call: CommittingCall, personId: string): Promise<void> => {
  await pass(call, sentence`sign_in.too_often: You signed in too often; wait a minute.`, [
    { bucket: 'session-opening', key: personId },
  ])
}

/** An attempt with the person's own password inside a session, which may be stolen. Throws 429. */
export const attemptOwnPassword = (call: CommittingCall): Promise<Attempt> =>
  pass(call, tooManyAttempts, [{ bucket: 'own-password', key: call.actor.credentialId }])
