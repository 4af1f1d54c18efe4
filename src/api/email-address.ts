import { Type } from 'typebox'
import { compile } from './validation.ts'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

export const plainAddress = 'must be an e-mail address in plain letters, such as name@example.com'

/**
 * The address of somebody new: a dot-string at a host name (RFC 5321 section 4.1.2), in ASCII, with spaces around it. No
 * quotes, brackets, comments or final dot, and a domain in other letters as `xn--…`: so one mailbox has one spelling,
 * and whoever is known is found.
 */
export const EmailAddress = Type.String({
  pattern: `^\\s*${atom}(?:\\.${atom})*@${label}(?:\\.${label})*\\s*$`,
  asks: plainAddress,
  maxLength: 320,
})

/** Whether somebody new can have an address. */
export const isPlainAddress = compile(EmailAddress)

/**
 * An address as it is stored and compared. The Kelvin sign (U+212A) stays: it is the only other letter that would become
 * one of ASCII in lower case, a k, and so the address of another mailbox.
 */
export const normalizeEmail = (email: string): string =>
  email.trim().replaceAll(/[^\u212a]+/g, part => part.toLowerCase())
