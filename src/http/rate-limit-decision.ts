import type { KnownAddresses } from './known-addresses.ts'
import type { Bucket } from './rate-limit-buckets.ts'
import type { Counter } from './rate-limit-counter.ts'
import { type BucketState, rateLimitHeaders } from './rate-limit-headers.ts'

export interface Charge {
  readonly bucket: Bucket
  /** The owner of the bucket: a service account, an organization, an address. */
  readonly key: string
}

export interface LimitVerdict {
  readonly allowed: boolean
  readonly headers: Record<string, string>
}

export type Counters = Readonly<Record<Bucket, Counter>>

type AppliedCharge = { counter: Counter; name: string; state: BucketState }

/** Where requests are counted: in this process, or in Redis. */
export interface Store {
  readonly counters: Counters
  readonly addresses: KnownAddresses
}

const peek = async (counters: Counters, { bucket, key }: Charge): Promise<BucketState[]> => {
  const counter = counters[bucket]
  const window = await counter.peek(counter.name(key))
  if (window === null) return []
  return [{ bucket, limit: counter.limit, remaining: window.remainingPoints, msBeforeReset: window.msBeforeNext }]
}

const refund = async ({ counter, name, state }: AppliedCharge): Promise<BucketState> => {
  await counter.refund(name)
  return { ...state, remaining: state.remaining + 1 }
}

const refuse = async (
  counters: Counters,
  exhausted: BucketState,
  applied: readonly AppliedCharge[],
  remaining: readonly Charge[],
): Promise<LimitVerdict> => {
  const returned = await Promise.all(applied.map(refund))
  const otherStates = await Promise.all(remaining.map(charge => peek(counters, charge)))
  return {
    allowed: false,
    headers: rateLimitHeaders([exhausted, ...returned, ...otherStates.flat()], true, Date.now()),
  }
}

/**
 * Charges the buckets in order, and refunds all charges if one is exhausted. Charging in parallel would save a round
 * trip to Redis (0.1 ms), but then rejected requests of one token would briefly use up the limit of its organization.
 */
export const decide = async (counters: Counters, charges: readonly Charge[]): Promise<LimitVerdict> => {
  const applied: AppliedCharge[] = []
  for (const { bucket, key } of charges) {
    const counter = counters[bucket]
    const { limit } = counter
    const name = counter.name(key)
    const { consumedPoints, remainingPoints, msBeforeNext } = await counter.take(name)
    const state = { bucket, limit, remaining: remainingPoints, msBeforeReset: msBeforeNext }
    if (consumedPoints > limit) return refuse(counters, state, applied, charges.slice(applied.length + 1))
    applied.push({ counter, name, state })
  }
  const states = applied.map(({ state }) => state)
  return { allowed: true, headers: rateLimitHeaders(states, false, Date.now()) }
}

/** Refunds the charges of a successful call. */
export const refundAll = async (counters: Counters, charges: readonly Charge[]): Promise<void> => {
  for (const { bucket, key } of charges) await counters[bucket].refund(counters[bucket].name(key))
}
