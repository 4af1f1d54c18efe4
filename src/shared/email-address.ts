import { Type } from 'typebox'
import { compile } from '#http/validation.ts'
import { sentence } from '#lib/sentence.ts'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

export const plainAddress = sentence`field.plain_email: must be an e-mail address in plain letters, such as name@example.com`

/**
 * The address of a new person: a dot-string at a host name (RFC 5321 section 4.1.2), in ASCII, with spaces around it.
 * Quotes, brackets, comments and a final dot are not allowed, and a domain in other letters is written as `xn--…`. So
 * each mailbox has one spelling, and an existing person is recognized.
 */
export const EmailAddress = Type.String({
  pattern: `^\\s*${atom}(?:\\.${atom})*@${label}(?:\\.${label})*\\s*$`,
  patternMessage: plainAddress,
  maxLength: 320,
})

/** Whether the address is acceptable for a new person. */
export const isPlainAddress = compile(EmailAddress)

/**
 * Converts an address to the form in which it is stored and compared. The Kelvin sign (U+212A) stays: it is the only
 * other letter whose lower case is ASCII (a k), so lowering it would give the address of another mailbox.
 */
export const normalizeEmail = (email: string): string =>
  email.trim().replaceAll(/[^\u212a]+/g, part => part.toLowerCase())
