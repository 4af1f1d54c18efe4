import { Type } from 'typebox'
import { compile } from '#http/validation.ts'
import { sentence } from '#lib/sentence.ts'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

export const plainAddress = sentence`field.plain_email: must be an e-mail address in plain letters, such as name@example.com`

/**
 * The address of a new person: an ASCII dot-string at a host name (RFC 5321 section 4.1.2), with optional spaces around
 * it. Does not allow quotes, brackets, comments or a final dot; domains in other scripts must be written as `xn--…`.
 * Each mailbox thus has a single spelling, by which an existing person is recognized.
 */
export const EmailAddress = Type.String({
  pattern: `^\\s*${atom}(?:\\.${atom})*@${label}(?:\\.${label})*\\s*$`,
  patternMessage: plainAddress,
  maxLength: 320,
})

/** Whether the address is acceptable for a new person. */
export const isPlainAddress = compile(EmailAddress)

/**
 * Converts an address to the form in which it is stored and compared. Keeps the Kelvin sign (U+212A): it is the only
 * non-ASCII letter whose lower case is ASCII (k), so converting it would yield the address of another mailbox.
 */
export const normalizeEmail = (email: string): string =>
  email.trim().replaceAll(/[^\u212a]+/g, part => part.toLowerCase())
