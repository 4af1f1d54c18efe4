import { hash } from 'node:crypto'

/**
 * A field whose value can be removed later (RFC 9901 section 4.2.1): only the digest of its disclosure is kept for
 * ever, and without the salt no one can use it to confirm a guess.
 */
export const disclosureOf = (salt: Buffer, name: string, value: unknown): string =>
  disclosureOfText(salt, name, JSON.stringify(value))

/** The same for a value as JSON text, for names that need no escape. */
export const disclosureOfText = (salt: Buffer, name: string, text: string): string =>
  Buffer.from(`["${salt.toString('base64url')}","${name}",${text}]`).toString('base64url')

/** SHA-256 of the text of a disclosure, base64url: RFC 9901 section 4.2.3. */
export const disclosureDigest = (disclosure: string): string => hash('sha256', disclosure, 'base64url')

export const saltBytes = 16
