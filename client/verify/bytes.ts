/** Strict conversions between text and bytes. Each value has one valid spelling; others yield undefined. */

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const toUtf8 = (text: string): Uint8Array => encoder.encode(text)

export const fromUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export const toHex = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += hexOf[byte]
  return text
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const invalid = 64

/** Maps each character code below 128 to its six bits, or to `invalid` outside the alphabet. */
const valuesOf = (alphabet: string): Uint8Array => {
  const values = new Uint8Array(128).fill(invalid)
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value
  return values
}

const [standardLetters, urlSafeLetters] = [`${letters}+/`, `${letters}-_`]
const [standard, urlSafe] = [valuesOf(standardLetters), valuesOf(urlSafeLetters)]

/** Encodes without padding. */
const encode = (bytes: Uint8Array, alphabet: string): string => {
  let text = ''
  let [pending, bits] = [0, 0]
  for (let index = 0; index < bytes.length; index++) {
    pending = ((pending << 8) | (bytes[index] as number)) & 0xfff
    for (bits += 8; bits >= 6; ) {
      bits -= 6
      text += alphabet[(pending >> bits) & 63]
    }
  }
  return bits > 0 ? text + alphabet[(pending << (6 - bits)) & 63] : text
}

export const toBase64 = (bytes: Uint8Array): string => {
  const text = encode(bytes, standardLetters)
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

export const toBase64Url = (bytes: Uint8Array): string => encode(bytes, urlSafeLetters)

/** Decodes the first `length` characters; undefined for characters outside the alphabet or nonzero unused bits. */
const decode = (text: string, length: number, values: Uint8Array): Uint8Array | undefined => {
  if (length % 4 === 1) return undefined
  const bytes = new Uint8Array((length * 3) >> 2)
  let [pending, bits, outIndex] = [0, 0, 0]
  for (let index = 0; index < length; index++) {
    const value = values[text.charCodeAt(index)] ?? invalid
    if (value === invalid) return undefined
    pending = ((pending << 6) | value) & 0xfff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[outIndex++] = pending >> bits
  }
  return (pending & ((1 << bits) - 1)) === 0 ? bytes : undefined
}

/** Decodes standard base64 with padding and without nonzero unused bits (RFC 4648 sections 3.5 and 4). */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return decode(text, text.length - padding, standard)
}

/** Decodes base64url without padding (RFC 4648 section 5). */
export const fromBase64Url = (text: string): Uint8Array | undefined => decode(text, text.length, urlSafe)

// Uses a loop, because `every` would call a function per byte.
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}

export const join = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let index = 0
  for (const part of parts) {
    all.set(part, index)
    index += part.length
  }
  return all
}
