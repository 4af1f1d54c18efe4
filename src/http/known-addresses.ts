import type { Redis } from 'ioredis'
import { sha256Base64url } from '#lib/hash.ts'

/** The addresses from which a person signed in during the last 30 days. */
export interface KnownAddresses {
  add(address: string): Promise<void>
  has(address: string): Promise<boolean>
}

const lifetimeSeconds = 30 * 24 * 60 * 60
const maxAddresses = 50_000

/** Stores addresses in this process; beyond 50,000 it drops the oldest. */
export const addressesInMemory = (): KnownAddresses => {
  const addresses = new Map<string, number>()
  return {
    async add(address) {
      addresses.delete(address)
      addresses.set(address, Date.now() + lifetimeSeconds * 1000)
      const [oldest] = addresses.size > maxAddresses ? addresses.keys() : []
      if (oldest !== undefined) addresses.delete(oldest)
    },
    has: async address => (addresses.get(address) ?? 0) > Date.now(),
  }
}

const keyOf = (address: string): string => `probata:known:${sha256Base64url(address)}`

/** Stores addresses in Redis, for all processes together. Rejects if Redis does not respond. */
export const addressesInRedis = (client: Redis): KnownAddresses => ({
  async add(address) {
    await client.set(keyOf(address), '1', 'EX', lifetimeSeconds)
  },
  has: async address => (await client.exists(keyOf(address))) === 1,
})
