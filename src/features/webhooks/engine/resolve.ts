import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'

/** All addresses of a name, in the order in which they should be tried. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>

/** As the operating system does it: hosts file, search list, nsswitch. */
export const operatingSystem: Lookup = name => systemLookup(name, { all: true, order: 'verbatim' })

interface Limits {
  /** Lookups at once. getaddrinfo cannot be cancelled and holds a thread of libuv until it ends. */
  readonly inFlight?: number
  /** Of these, for names whose last lookup was slow or failed. */
  readonly suspects?: number
  /** From when on a lookup is slow. */
  readonly slowMs?: number
}

/** More names than this are not remembered as suspects; the oldest is forgotten first. */
const remembered = 10_000

interface Waiting {
  readonly name: string
  readonly start: () => void
}

/**
 * `lookup` with few calls at once, so that names that are slow to resolve cannot hold up the others, and one call for all
 * who ask for a name at the same time. Nothing is cached: each connection asks anew.
 */
export const createResolver = (
  lookup: Lookup = operatingSystem,
  { inFlight = 8, suspects = 1, slowMs = 1000 }: Limits = {},
): Lookup => {
  const running = new Map<string, Promise<readonly LookupAddress[]>>()
  const suspected = new Set<string>()
  let waiting: Waiting[] = []
  let busy = 0
  let busySuspects = 0

  const suspect = (name: string) => {
    suspected.delete(name)
    suspected.add(name)
    const [oldest] = suspected
    if (suspected.size > remembered && oldest !== undefined) suspected.delete(oldest)
  }

  const startNext = () => {
    waiting = waiting.filter(({ name, start }) => {
      const room = busy < inFlight && (!suspected.has(name) || busySuspects < suspects)
      if (room) start()
      return !room
    })
  }

  const run = async (name: string) => {
    const wasSuspect = suspected.has(name)
    busy++
    if (wasSuspect) busySuspects++
    const slow = setTimeout(suspect, slowMs, name)
    const startedAt = performance.now()
    try {
      const addresses = await lookup(name)
      if (performance.now() - startedAt < slowMs) suspected.delete(name)
      return addresses
    } catch (error) {
      suspect(name)
      throw error
    } finally {
      clearTimeout(slow)
      busy--
      if (wasSuspect) busySuspects--
      running.delete(name)
      startNext()
    }
  }

  return name => {
    const same = running.get(name)
    if (same) return same
    const { promise, resolve } = Promise.withResolvers<readonly LookupAddress[]>()
    running.set(name, promise)
    waiting.push({ name, start: () => resolve(run(name)) })
    startNext()
    return promise
  }
}
