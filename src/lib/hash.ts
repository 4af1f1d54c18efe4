import { hash, timingSafeEqual } from 'node:crypto'
import canonicalize from 'canonicalize'

type Data = string | Uint8Array

/** SHA-256 of the bytes, or of the UTF-8 of a string: 64 lower-case hex characters. */
export const sha256Hex = (data: Data): string => hash('sha256', data, 'hex')

/** SHA-256 as 43 characters of unpadded base64url. */
export const sha256Base64url = (data: Data): string => hash('sha256', data, 'base64url')

const blockBytes = 64

/**
 * Creates an HMAC-SHA256 function (RFC 2104) for a key of at most 64 bytes, from two one-shot digests. Compared
 * with `createHmac`, it saves 2 µs for the cursor of a page and, with less garbage collection, 10 of a list's 190 µs.
 */
export const createMac = (key: Uint8Array): ((data: Uint8Array) => Buffer) => {
  if (key.length > blockBytes) throw new RangeError(`the key of a MAC must have at most ${blockBytes} bytes`)
  const padded = Buffer.alloc(blockBytes)
  padded.set(key)
  const inner = padded.map(byte => byte ^ 0x36)
  const outer = padded.map(byte => byte ^ 0x5c)
  const digest = (pad: Uint8Array, data: Uint8Array) => hash('sha256', Buffer.concat([pad, data]), 'buffer')
  return data => digest(outer, digest(inner, data))
}

/** Compares two digests or secrets in a time that depends only on their lengths. */
export const equalDigest = (a: Data, b: Data): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * The maximum nesting of arrays and objects in a canonical digest; its recursion overflows the stack at about 2,500.
 */
export const maxNesting = 100

/** Whether a value nests arrays and objects more than `levels` deep; a scalar has 0 levels, `[]` has 1. */
export const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(member => isDeeperThan(member, levels - 1)))

/**
 * Returns the SHA-256, in hex, of a JSON value in canonical form (RFC 8785), which does not depend on the order of
 * members or the notation of numbers. Undefined members count as absent. Throws for values that JSON cannot represent
 * (NaN, infinities, lone surrogates, bigint, undefined itself), and RangeError for more than `maxNesting` levels.
 */
export const canonicalDigest = (value: unknown): string => {
  if (isDeeperThan(value, maxNesting)) throw new RangeError(`nested more than ${maxNesting} levels deep`)
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('only JSON values have a canonical digest')
  return sha256Hex(text)
}
