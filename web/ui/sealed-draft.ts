import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { managedNonce } from '@noble/ciphers/utils.js'

// Not `crypto.subtle`: browsers have that on https and localhost alone, and a workspace may be neither.
const cipherOf = (key: string, place: string) =>
  managedNonce(xchacha20poly1305)(bytesOf(key), new TextEncoder().encode(place))

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))

const textOf = (bytes: Uint8Array): string => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))

/** Encrypts a text for its place: under another key, or at another place, it does not open. `key` is base64url. */
export const sealDraft = (key: string, place: string, text: string): string =>
  textOf(cipherOf(key, place).encrypt(new TextEncoder().encode(text)))

/** Throws where the key or the place is another. */
export const openDraft = (key: string, place: string, sealed: string): string =>
  new TextDecoder().decode(cipherOf(key, place).decrypt(bytesOf(sealed)))
