import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { hour, second } from '#lib/clock.ts'

type Addresses = readonly LookupAddress[]

/** Finds all addresses of a name, in the order in which to try them. */
export type Lookup = (name: string) => Promise<Addresses>

/** Uses the operating system's resolver: hosts file, search list, nsswitch. */
export const operatingSystem: Lookup = name => systemLookup(name, { all: true, order: 'verbatim' })

interface Options {
  readonly lookup?: Lookup | undefined
  /** The number of libuv threads (UV_THREADPOOL_SIZE). Half of them may run getaddrinfo, which cannot be cancelled. */
  readonly threads?: number | undefined
  /** Milliseconds after which a lookup counts as slow. */
  readonly slowMs?: number
}

/** The history of a name: `proven` after a quick lookup, `suspect` after a slow or failed one. */
type Reputation = 'proven' | 'unknown' | 'suspect'

interface LastResult {
  readonly addresses: Addresses
  readonly at: number
}

interface QueuedLookup {
  readonly name: string
  readonly resolve: (addresses: Promise<Addresses>) => void
}

const maxNames = 10_000

/**
 * How long the last addresses of a name may be used if a lookup is slow or fails temporarily (RFC 8767).
 */
const staleMs = hour

const isNoSuchName = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'

/**
 * Creates a lookup in which slow or failing names do not delay others. It runs at most one lookup per two threads;
 * unknown names may use half of these slots (at least two), and suspect names one. Simultaneous requests for a name
 * share one lookup. Each connection starts a new lookup, and uses the previous result only if that takes longer than
 * `slowMs` or fails, except with "no such name".
 */
export const createResolver = ({ lookup = operatingSystem, threads = 4, slowMs = second }: Options = {}): Lookup => {
  const maxRunning = Math.ceil(threads / 2)
  const limits: Readonly<Record<Reputation, number>> = {
    proven: maxRunning,
    unknown: Math.max(2, maxRunning / 2),
    suspect: 1,
  }
  const busy: Record<Reputation, number> = { proven: 0, unknown: 0, suspect: 0 }
  const waiting: Readonly<Record<Reputation, QueuedLookup[]>> = { proven: [], unknown: [], suspect: [] }
  const running = new Map<string, Promise<Addresses>>()
  /** The names with a history, least recently updated first. */
  const history = new Map<string, { readonly reputation: Reputation; readonly proven?: LastResult | undefined }>()

  const record = (name: string, reputation: Reputation, proven: LastResult | undefined) => {
    history.delete(name)
    history.set(name, { reputation, proven })
    const [oldest] = history.keys()
    if (history.size > maxNames && oldest !== undefined) history.delete(oldest)
  }

  const lastAddresses = (name: string): Addresses | undefined => {
    const proven = history.get(name)?.proven
    return proven && performance.now() - proven.at < staleMs ? proven.addresses : undefined
  }

  const runLookup = async (name: string, reputation: Reputation) => {
    const startedAt = performance.now()
    const late = setTimeout(() => record(name, 'suspect', history.get(name)?.proven), slowMs)
    try {
      const addresses = await lookup(name)
      const now = performance.now()
      record(name, now - startedAt < slowMs ? 'proven' : 'suspect', { addresses, at: now })
      return addresses
    } catch (error) {
      record(name, 'suspect', isNoSuchName(error) ? undefined : history.get(name)?.proven)
      throw error
    } finally {
      clearTimeout(late)
      busy[reputation]--
      running.delete(name)
      startWaiting()
    }
  }

  const hasRoom = (reputation: Reputation) =>
    busy.proven + busy.unknown + busy.suspect < maxRunning && busy[reputation] < limits[reputation]

  const startWaiting = () => {
    for (const reputation of ['proven', 'unknown', 'suspect'] as const) {
      while (waiting[reputation].length > 0 && hasRoom(reputation)) {
        const next = waiting[reputation].shift()
        busy[reputation]++
        if (next) next.resolve(runLookup(next.name, reputation))
      }
    }
  }

  const lookUp = (name: string): Promise<Addresses> => {
    const current = running.get(name)
    if (current) return current
    const { promise, resolve } = Promise.withResolvers<Addresses>()
    running.set(name, promise)
    waiting[history.get(name)?.reputation ?? 'unknown'].push({ name, resolve })
    startWaiting()
    return promise
  }

  const lookUpOrUseLast = async (name: string, last: Addresses): Promise<Addresses> => {
    const { promise, resolve } = Promise.withResolvers<Addresses>()
    const late = setTimeout(resolve, slowMs, last)
    const result = lookUp(name).catch(error => {
      if (isNoSuchName(error)) throw error
      return last
    })
    return Promise.race([result, promise]).finally(() => clearTimeout(late))
  }

  return name => {
    const last = lastAddresses(name)
    return last ? lookUpOrUseLast(name, last) : lookUp(name)
  }
}
