import type { Redis } from 'ioredis'
import { sha256Base64url } from '#lib/hash.ts'

/** From which addresses a name came in lately. */
export interface KnownPlaces {
  add(place: string): Promise<void>
  has(place: string): Promise<boolean>
}

const seconds = 30 * 24 * 60 * 60
const most = 50_000

/** In this process; of more than 50,000 places those go first that were added longest ago. */
export const placesInMemory = (): KnownPlaces => {
  const places = new Map<string, number>()
  return {
    async add(place) {
      places.delete(place)
      places.set(place, Date.now() + seconds * 1000)
      const [oldest] = places.size > most ? places.keys() : []
      if (oldest !== undefined) places.delete(oldest)
    },
    has: async place => (places.get(place) ?? 0) > Date.now(),
  }
}

const keyOf = (place: string): string => `probata:known:${sha256Base64url(place)}`

/** In Redis, for all processes together. Rejects when Redis does not answer. */
export const placesInRedis = (client: Redis): KnownPlaces => ({
  async add(place) {
    await client.set(keyOf(place), '1', 'EX', seconds)
  },
  has: async place => (await client.exists(keyOf(place))) === 1,
})
