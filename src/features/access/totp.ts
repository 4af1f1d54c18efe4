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
/** Codes of this many steps before and after the current one are accepted: clocks differ, and people type slowly. */
const window = 1

/** Creates a secret in base32, and the otpauth URL that an authenticator app reads as a QR code. */
export const newTotp = (email: string): { secret: string; otpauthUrl: string } => {
  const secret = new Secret({ size: secretBytes })
  return { secret: secret.base32, otpauthUrl: new TOTP({ ...shape, label: email, secret }).toString() }
}

/** Finds the time step of a code in the window around `now` (milliseconds); undefined if no step matches. */
export const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / (shape.period * second)) + delta
}

/** Removes spaces, since some apps show the code in two groups. Undefined if the text is not an app's code. */
export const sixDigits = (code: string): string | undefined => /^\d{6}$/.exec(code.replaceAll(/\s/g, ''))?.[0]

const recoveryCodes = 10
// Crockford's base32: no letters that look like digits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 120 bits, so that a SHA-256 does not reveal its code (ASVS 6.5.2 requires 112 bits without a password hash). */
const recoveryLength = 24

const newRecoveryCode = (): string => {
  const letters = [...randomBytes(recoveryLength)].map(byte => alphabet.charAt(byte % alphabet.length))
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes }, newRecoveryCode)

/** Computes the digest of a recovery code, regardless of case, separators and similar letters. */
export const recoveryDigest = (code: string): string =>
  sha256Hex(code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'))

const freeAttempts = 5
const longestPause = 60 * minute

/**
 * How long the app's codes are rejected after this many consecutive wrong codes: from the fifth on, 1, 2, 4 … 60
 * minutes. Otherwise an attacker with the password could guess a code within a month at the sign-in rate limit. With
 * the pauses, it takes years.
 */
export const pauseAfter = (wrongCodes: number): number =>
  wrongCodes < freeAttempts ? 0 : Math.min(longestPause, minute * 2 ** (wrongCodes - freeAttempts))

/** The text stored next to a login's sealed secret, which names its binding. */
export const newTotpBindingText = (loginId: string): string => `install ${loginId}`

/** Reads the stored text into the binding under which the secret is sealed. */
export const totpBinding = (text: string) => {
  const [organization = '', record = ''] = text.split(' ')
  return { organization, record, field: 'totp' } as const
}

/** A code as people type it, from the app or a recovery code. */
export const Code = Type.String({
  minLength: 6,
  maxLength: 64,
  description: 'Six digits of the authenticator app, or a recovery code.',
})

/** The refusal of a wrong code, at endpoints for people who are signed in. */
export const wrongCode = (): Refusal => {
  const problem = sentence`field.wrong_code: is wrong or was used before`
  return new Refusal('unprocessable', sentence`second_factor.wrong_code: The code ${{ problem: problem.text }}.`, {
    issues: [{ path: ['code'], problem }],
  })
}

/** The refusal after too many consecutive wrong codes; `wait` is in milliseconds. */
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
