import { randomBytes } from 'node:crypto'
import { createMac, equalDigest } from '#lib/hash.ts'

/** Each process has its own random key. */
const mac = createMac(randomBytes(32))
const proofOf = (secret: string, stored: string): Buffer => mac(Buffer.from(`${stored} ${secret}`))

const maxProofs = 10_000
const proofs = new Map<string, Buffer>()
const keyOf = (clientId: string, address: string): string => `${address} ${clientId}`

/**
 * Remembers that a client proved an operator-chosen secret from an address, until the stored hash changes. The client
 * then gets its next tokens without hashing, even while wrong secrets are tried under its name from the same address.
 * Client secrets have at least 16 characters, too many to guess at the request rate.
 */
export const rememberProof = (clientId: string, address: string, secret: string, stored: string): void => {
  const key = keyOf(clientId, address)
  proofs.delete(key)
  proofs.set(key, proofOf(secret, stored))
  const [oldest] = proofs.size > maxProofs ? proofs.keys() : []
  if (oldest !== undefined) proofs.delete(oldest)
}

export const wasProven = (clientId: string, address: string, secret: string, stored: string): boolean => {
  const proof = proofs.get(keyOf(clientId, address))
  return proof !== undefined && equalDigest(proof, proofOf(secret, stored))
}
