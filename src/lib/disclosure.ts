import { hash } from 'node:crypto'

/**
 * The disclosure of a field whose value can be removed later (RFC 9901 section 4.2.1): only the digest of the
 * disclosure is kept forever, and without the salt no one can use the digest to confirm a guess.
 */
export const disclosureOf = (salt: Buffer, name: string, value: unknown): string =>
  disclosureOfText(salt, name, JSON.stringify(value))

/** The disclosure of a value that is already JSON text, with a name that needs no escape. */
export const disclosureOfText = (salt: Buffer, name: string, text: string): string =>
  Buffer.from(`["${salt.toString('base64url')}","${name}",${text}]`).toString('base64url')

/** The SHA-256 of the text of a disclosure, base64url (RFC 9901 section 4.2.3). */
export const disclosureDigest = (disclosure: string): string => hash('sha256', disclosure, 'base64url')

export const saltBytes = 16
