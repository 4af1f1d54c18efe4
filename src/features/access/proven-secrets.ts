import { randomBytes } from 'node:crypto'
import { createMac, equalDigest } from '#lib/hash.ts'

/** Of nobody else's use: a new key with each process. */
const mac = createMac(randomBytes(32))
const proofOf = (secret: string, stored: string): Buffer => mac(Buffer.from(`${stored} ${secret}`))

const most = 10_000
const proofs = new Map<string, Buffer>()
const keyOf = (clientId: string, address: string): string => `${address} ${clientId}`

/**
 * Remembers that a client proved a chosen secret from an address, until another hash is stored: it takes its next tokens
 * without a hash, and gets through however many wrong secrets come under its name from the same address. Secrets of
 * clients have 16 characters and more, too many to be found out at the speed of requests.
 */
export const rememberProof = (clientId: string, address: string, secret: string, stored: string): void => {
  const key = keyOf(clientId, address)
  proofs.delete(key)
  proofs.set(key, proofOf(secret, stored))
  const [oldest] = proofs.size > most ? proofs.keys() : []
  if (oldest !== undefined) proofs.delete(oldest)
}

export const wasProven = (clientId: string, address: string, secret: string, stored: string): boolean => {
  const proof = proofs.get(keyOf(clientId, address))
  return proof !== undefined && equalDigest(proof, proofOf(secret, stored))
}
