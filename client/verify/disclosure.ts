/** Disclosures of RFC 9901 section 4.2: base64url of JSON `[salt, name, value]`, whose digest is in a leaf. */
import { fromBase64Url, fromUtf8, toBase64Url } from './bytes.ts'
import { type Json, parseJson } from './canonical.ts'
import type { Primitives } from './primitives.ts'

export interface Disclosure {
  readonly salt: string
  readonly name: string
  readonly value: Json
}

/** Reads a disclosure; undefined if it is malformed or its salt is too short to prevent guessing. */
export const readDisclosure = (disclosure: string): (Disclosure & { json: string }) | undefined => {
  const bytes = fromBase64Url(disclosure)
  const json = bytes && fromUtf8(bytes)
  const parts = json === undefined ? undefined : parseJson(json)
  if (json === undefined || !Array.isArray(parts) || parts.length !== 3) return undefined
  const [salt, name, value = null]: readonly Json[] = parts
  if (typeof salt !== 'string' || typeof name !== 'string' || (fromBase64Url(salt)?.length ?? 0) < 16) return undefined
  return { json, salt, name, value }
}

export const disclosureDigest = ({ sha256 }: Pick<Primitives, 'sha256'>, disclosure: string): string =>
  toBase64Url(sha256(disclosure))
