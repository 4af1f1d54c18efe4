/**
 * Requests per minute: the limits of interface section 8, then ours. Each sign-in method counts failures separately: by
 * address and name, by address, and for passwords by name alone, so that guessing from many addresses is no faster.
 * Successes count against the account. Attempts from an address with an earlier sign-in have their own buckets, which
 * strangers cannot fill.
 */
export const defaultLimits = {
  'token-read': 600,
  'token-write': 60,
  org: 3000,
  scim: 1800,
  'token-issuance': 5,
  'token-failure': 5,
  'token-failure-address': 100,
  'sign-in': 10,
  'sign-in-address': 100,
  'sign-in-name': 20,
  'sign-in-known-address': 10,
  'sign-in-device': 10,
  'sign-in-locked': 1,
  'session-opening': 30,
  'own-password': 10,
  'forgot-password': 5,
  'forgot-password-address': 50,
  'reset-mail': 1,
  'single-sign-on': 10,
  'single-sign-on-address': 100,
  'sign-on-begin-address': 1000,
  'sign-on-known-address': 30,
  'sign-on-callback-address': 100,
  'back-channel-address': 100,
  'client-keys-address': 600,
  'passkey-address': 100,
  'link-address': 100,
  'feed-address': 100,
  feed: 60,
  'room-bundle': 6,
  'hash-address': 200,
  'ledger-address': 600,
} as const satisfies Record<string, number>

export type Bucket = keyof typeof defaultLimits

export const buckets = Object.keys(defaultLimits) as Bucket[]

/** The length of a window, which begins with its first request. When it ends, the bucket is full again. */
export const windowSeconds = 60
