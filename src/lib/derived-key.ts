import { hkdfSync } from 'node:crypto'

/** 32 bytes for one purpose (HKDF, RFC 5869); nobody who has them learns the master key or those of another purpose. */
export const derivedKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `probata ${purpose}`, 32))
