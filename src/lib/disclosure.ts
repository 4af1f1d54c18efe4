import { hash } from 'node:crypto'

/**
 * Returns the disclosure of a field whose value can be erased later (RFC 9901 section 4.2.1). Only the digest of the
 * disclosure is permanent, and without the salt the digest cannot confirm a guess of the value.
 */
export const disclosureOf = (salt: Buffer, name: string, value: unknown): string =>
  disclosureOfText(salt, name, JSON.stringify(value))

/** Returns the disclosure of a value that is already JSON text. The name must not need escaping. */
export const disclosureOfText = (salt: Buffer, name: string, text: string): string =>
  Buffer.from(`["${salt.toString('base64url')}","${name}",${text}]`).toString('base64url')

/** The SHA-256 of the text of a disclosure, base64url (RFC 9901 section 4.2.3). */
export const disclosureDigest = (disclosure: string): string => hash('sha256', disclosure, 'base64url')

export const saltBytes = 16
