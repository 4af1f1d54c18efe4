import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { managedNonce } from '@noble/ciphers/utils.js'

// Does not use `crypto.subtle`: browsers offer it only on https and localhost, and a workspace may be on neither.
const cipherOf = (key: string, storageKey: string) =>
  managedNonce(xchacha20poly1305)(bytesOf(key), new TextEncoder().encode(storageKey))

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))

const textOf = (bytes: Uint8Array): string => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))

/** Encrypts a text. Decrypting it needs the same key and the same storage key. `key` is base64url. */
export const sealDraft = (key: string, storageKey: string, text: string): string =>
  textOf(cipherOf(key, storageKey).encrypt(new TextEncoder().encode(text)))

/** Decrypts a draft. Throws if the key or the storage key is different. */
export const openDraft = (key: string, storageKey: string, sealed: string): string =>
  new TextDecoder().decode(cipherOf(key, storageKey).decrypt(bytesOf(sealed)))
