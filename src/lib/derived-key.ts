import { hkdfSync } from 'node:crypto'

/** 32 bytes for one purpose (HKDF, RFC 5869); they reveal neither the master key nor the keys of other purposes. */
export const derivedKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `probata ${purpose}`, 32))
