/** Requests a minute (interface section 8; sign-in is ours: attempts for one account, and from one address). */
export const defaultLimits = {
  'token-read': 600,
  'token-write': 60,
  org: 3000,
  'token-issuance': 5,
  'sign-in': 10,
  'sign-in-address': 100,
} as const satisfies Record<string, number>

export type Bucket = keyof typeof defaultLimits

export const buckets = Object.keys(defaultLimits) as Bucket[]

/** A window begins with its first request and ends, and the bucket is full again, after this. */
export const windowSeconds = 60
