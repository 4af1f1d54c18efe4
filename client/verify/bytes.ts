/** Texts and bytes, strictly: each value has one spelling, any other gives undefined. */

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

const binary = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

export const toBase64 = (bytes: Uint8Array): string => btoa(binary(bytes))

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

const decode = (text: string): Uint8Array | undefined => {
  try {
    const decoded = atob(text)
    const bytes = new Uint8Array(decoded.length)
    for (let at = 0; at < decoded.length; at++) bytes[at] = decoded.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}

const standard = /^[A-Za-z0-9+/]*={0,2}$/
const urlSafe = /^[A-Za-z0-9_-]*$/

/** Standard base64 with its padding, and no bits left over (RFC 4648 sections 3.5 and 4). */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0 || !standard.test(text)) return undefined
  const bytes = decode(text)
  return bytes && toBase64(bytes) === text ? bytes : undefined
}

/** base64url without padding (RFC 4648 section 5). */
export const fromBase64Url = (text: string): Uint8Array | undefined => {
  if (!urlSafe.test(text)) return undefined
  const bytes = decode(text.replaceAll('-', '+').replaceAll('_', '/'))
  return bytes && toBase64Url(bytes) === text ? bytes : undefined
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

export const join = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
