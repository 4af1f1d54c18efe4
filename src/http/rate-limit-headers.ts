import { type Bucket, windowSeconds } from './rate-limit-buckets.ts'

/** The state of a bucket after a call. */
export interface BucketState {
  readonly bucket: Bucket
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the bucket refills. */
  readonly msBeforeReset: number
}

/** The bucket with the fewest remaining requests; if several are exhausted, the last to refill. */
const nearestToExhaustion = (a: BucketState, b: BucketState): BucketState => {
  if (a.remaining !== b.remaining) return a.remaining < b.remaining ? a : b
  return a.msBeforeReset >= b.msBeforeReset ? a : b
}

/**
 * The headers of interface section 8, for the bucket nearest to exhaustion. `X-RateLimit-*`: Reset is the time when the
 * bucket is full, in Unix seconds, rounded up. `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-10): r is the remaining requests, t the seconds to the refill, q the quota, w
 * the window. `Retry-After`: only if the call is rejected.
 */
export const rateLimitHeaders = (
  states: readonly BucketState[],
  refused: boolean,
  now: number,
): Record<string, string> => {
  if (states.length === 0) return {}
  const { bucket, limit, remaining, msBeforeReset } = states.reduce(nearestToExhaustion)
  const seconds = Math.ceil(msBeforeReset / 1000)
  const headers: Record<string, string> = {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((now + msBeforeReset) / 1000)),
    'X-RateLimit-Bucket': bucket,
    RateLimit: `"${bucket}";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"${bucket}";q=${limit};w=${windowSeconds}`,
  }
  if (refused) headers['Retry-After'] = String(Math.max(seconds, 1))
  return headers
}
