import { type Bucket, type Charge, defaultLimits, type LimitVerdict, type RateLimiter } from '#http/rate-limit.ts'

export const read = (account = 'sa_1'): Charge => ({ bucket: 'token-read', key: account })
export const write = (account = 'sa_1'): Charge => ({ bucket: 'token-write', key: account })
export const org = (organization = 'org_1'): Charge => ({ bucket: 'org', key: organization })

/** Limits that tests can exhaust: 5 reads per token, 8 requests per organization. */
export const lowLimits: Record<Bucket, number> = { ...defaultLimits, 'token-read': 5, org: 8 }

/** Sends the requests one at a time. */
export const times = async (count: number, limiter: RateLimiter, ...charges: Charge[]): Promise<LimitVerdict[]> => {
  const verdicts: LimitVerdict[] = []
  for (let i = 0; i < count; i++) verdicts.push(await limiter.consume(charges))
  return verdicts
}

/** Sends the requests all at once. */
export const parallel = (count: number, limiter: RateLimiter, ...charges: Charge[]): Promise<LimitVerdict[]> =>
  Promise.all(Array.from({ length: count }, () => limiter.consume(charges)))

export const allowed = (verdicts: readonly LimitVerdict[]): number => verdicts.filter(verdict => verdict.allowed).length

/** Returns `<bucket> <requests left>` from the headers. */
export const remaining = ({ headers }: LimitVerdict) =>
  `${headers['X-RateLimit-Bucket']} ${headers['X-RateLimit-Remaining']}`
