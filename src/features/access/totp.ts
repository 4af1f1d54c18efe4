import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { Type } from 'typebox'
import { Refusal } from '#http/errors.ts'
import { minute, second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'

/** RFC 6238 with the defaults of authenticator apps, which ignore other algorithms and lengths. */
const shape = { issuer: 'Probata', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226 section 4 recommends 160 bits. */
const secretBytes = 20
/** Steps before and after the current one whose codes are accepted: clocks differ, and people type slowly. */
const window = 1

/** A new secret in base32, and the otpauth URL that an authenticator app reads as a QR code. */
export const newTotp = (email: string): { secret: string; otpauthUrl: string } => {
  const secret = new Secret({ size: secretBytes })
  return { secret: secret.base32, otpauthUrl: new TOTP({ ...shape, label: email, secret }).toString() }
}

/** The time step of this code, in the window around `now` (milliseconds); undefined if it matches none. */
export const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / (shape.period * second)) + delta
}

/** Without spaces, since some apps show the code in two groups; undefined if it cannot be a code of an app. */
export const sixDigits = (code: string): string | undefined => /^\d{6}$/.exec(code.replaceAll(/\s/g, ''))?.[0]

const recoveryCodes = 10
// Crockford's base32: no letters that look like digits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 120 bits, so that no code can be found from its SHA-256 (ASVS 6.5.2 requires 112 without a password hash). */
const recoveryLength = 24

const newRecoveryCode = (): string => {
  const letters = [...randomBytes(recoveryLength)].map(byte => alphabet.charAt(byte % alphabet.length))
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes }, newRecoveryCode)

/** The digest of a recovery code, however it was typed. */
export const recoveryDigest = (code: string): string =>
  sha256Hex(code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'))

const freeTries = 5
const longestPause = 60 * minute

/**
 * How long the app's codes are refused after this many wrong ones in a row: from the fifth on for 1, 2, 4 … 60 minutes.
 * An attacker with the password, guessing at the rate limit of sign-ins, would otherwise find a code within a month;
 * this way it takes years.
 */
export const pauseAfter = (wrongCodes: number): number =>
  wrongCodes < freeTries ? 0 : Math.min(longestPause, minute * 2 ** (wrongCodes - freeTries))

/** The binding of a login's sealed secret, as it is stored next to it. */
export const newTotpPlace = (loginId: string): string => `install ${loginId}`

/** The binding under which the secret is sealed. */
export const totpBinding = (place: string) => {
  const [organization = '', record = ''] = place.split(' ')
  return { organization, record, field: 'totp' } as const
}

/** A code as people type it: of the app, or a recovery code. */
export const Code = Type.String({
  minLength: 6,
  maxLength: 64,
  description: 'Six digits of the authenticator app, or a recovery code.',
})

/** The answers to refused codes, at endpoints for people who are signed in. */
export const wrongCode = (): Refusal => {
  const problem = sentence`field.wrong_code: is wrong or was used before`
  return new Refusal('unprocessable', sentence`second_factor.wrong_code: The code ${{ problem: problem.text }}.`, {
    issues: [{ path: ['code'], problem }],
  })
}

/** Too many wrong codes in a row; `wait` in milliseconds. */
export const pausedCodes = (wait: number): Refusal => {
  const seconds = Math.ceil(wait / second)
  return new Refusal(
    'rate_limited',
    sentence`second_factor.paused: Too many wrong codes; wait ${{ seconds }} seconds, or use a recovery code.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}
