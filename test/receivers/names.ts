import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { type Lookup, operatingSystem } from '#lib/guarded/resolve.ts'

/** Returns the result of the n-th lookup of a name, `n` from 1: addresses, an error, or `never` for no response. */
type Resolution = (n: number) => readonly string[] | NodeJS.ErrnoException | 'never'

interface Name {
  lookups: number
  readonly resolution: Resolution
}

/** Host names for tests, in addition to those of the operating system. */
export interface Names {
  readonly lookup: Lookup
  set(name: string, resolution: Resolution): void
  lookups(name: string): number
}

const addresses = (list: readonly string[]): LookupAddress[] =>
  list.map(address => ({ address, family: isIP(address) }))

export const nameNotFound = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })

export const createNames = (): Names => {
  const names = new Map<string, Name>()
  return {
    lookup: async name => {
      const behaviour = names.get(name)
      if (!behaviour) return operatingSystem(name)
      const result = behaviour.resolution(++behaviour.lookups)
      if (result === 'never') return new Promise(() => {})
      if (result instanceof Error) throw result
      return addresses(result as readonly string[])
    },
    set(name, resolution) {
      names.set(name, { lookups: 0, resolution })
    },
    lookups: name => names.get(name)?.lookups ?? 0,
  }
}
