import { hkdfSync } from 'node:crypto'

/** Derives 32 bytes for one purpose (HKDF, RFC 5869) that reveal neither the master key nor keys of other purposes. */
export const derivedKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `probata ${purpose}`, 32))
