/**
 * Requests a minute: those of interface section 8, then ours. Ways in count what fails, each way by itself: by the address
 * it comes from and the name it is for, by the address, and of a password by the name whoever tries it, so that many
 * addresses together guess no faster. What comes out well is counted by the account that it is for. Where somebody came in before, attempts have buckets that strangers cannot fill.
 */
export const defaultLimits = {
  'token-read': 600,
  'token-write': 60,
  org: 3000,
  'token-issuance': 5,
  'token-failure': 5,
  'token-failure-address': 100,
  'sign-in': 10,
  'sign-in-address': 100,
  'sign-in-name': 20,
  'sign-in-known-address': 10,
  'sign-in-device': 10,
  'session-opening': 30,
  'own-password': 10,
  'forgot-password': 5,
  'forgot-password-address': 50,
  'reset-mail': 1,
  'single-sign-on': 10,
  'single-sign-on-address': 100,
  'link-address': 100,
  'hash-address': 200,
} as const satisfies Record<string, number>

export type Bucket = keyof typeof defaultLimits

export const buckets = Object.keys(defaultLimits) as Bucket[]

/** A window begins with its first request and ends, and the bucket is full again, after this. */
export const windowSeconds = 60
