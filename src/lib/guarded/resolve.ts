import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { hour, second } from '#lib/clock.ts'

type Addresses = readonly LookupAddress[]

/** All addresses of a name, in the order in which to try them. */
export type Lookup = (name: string) => Promise<Addresses>

/** The operating system's resolver: hosts file, search list, nsswitch. */
export const operatingSystem: Lookup = name => systemLookup(name, { all: true, order: 'verbatim' })

interface Options {
  readonly lookup?: Lookup | undefined
  /** Threads of libuv (UV_THREADPOOL_SIZE). It gives half of them to getaddrinfo, which cannot be cancelled. */
  readonly threads?: number | undefined
  /** The time after which a lookup counts as slow, in milliseconds. */
  readonly slowMs?: number
}

/** The history of a name: its last lookup was quick, none was made yet, or it was slow or failed. */
type Standing = 'proven' | 'unknown' | 'suspect'

interface Proven {
  readonly addresses: Addresses
  readonly at: number
}

interface Waiting {
  readonly name: string
  readonly resolve: (addresses: Promise<Addresses>) => void
}

const rememberedNames = 10_000

/**
 * The time for which the last addresses of a name may replace a lookup that is slow or fails temporarily (RFC 8767).
 */
const staleFor = hour

const isDefinite = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'

/**
 * Looks up names so that slow or failing ones do not delay others. Only a few lookups run at once; unknown names may
 * use half of these (at least two) and suspects one. Simultaneous requests for a name share one lookup. Each connection
 * looks up again: the last answer is used only if the new one is later than `slowMs`, or fails other than with "no such
 * name".
 */
export const createResolver = ({ lookup = operatingSystem, threads = 4, slowMs = second }: Options = {}): Lookup => {
  const inFlight = Math.ceil(threads / 2)
  const most: Readonly<Record<Standing, number>> = { proven: inFlight, unknown: Math.max(2, inFlight / 2), suspect: 1 }
  const busy: Record<Standing, number> = { proven: 0, unknown: 0, suspect: 0 }
  const waiting: Readonly<Record<Standing, Waiting[]>> = { proven: [], unknown: [], suspect: [] }
  const running = new Map<string, Promise<Addresses>>()
  /** The known names, least recently judged first. */
  const known = new Map<string, { readonly standing: Standing; readonly proven?: Proven | undefined }>()

  const judge = (name: string, standing: Standing, proven: Proven | undefined) => {
    known.delete(name)
    known.set(name, { standing, proven })
    const [oldest] = known.keys()
    if (known.size > rememberedNames && oldest !== undefined) known.delete(oldest)
  }

  const lastAddresses = (name: string): Addresses | undefined => {
    const proven = known.get(name)?.proven
    return proven && performance.now() - proven.at < staleFor ? proven.addresses : undefined
  }

  const ask = async (name: string, standing: Standing) => {
    const startedAt = performance.now()
    const late = setTimeout(() => judge(name, 'suspect', known.get(name)?.proven), slowMs)
    try {
      const addresses = await lookup(name)
      const now = performance.now()
      judge(name, now - startedAt < slowMs ? 'proven' : 'suspect', { addresses, at: now })
      return addresses
    } catch (error) {
      judge(name, 'suspect', isDefinite(error) ? undefined : known.get(name)?.proven)
      throw error
    } finally {
      clearTimeout(late)
      busy[standing]--
      running.delete(name)
      startWaiting()
    }
  }

  const hasRoom = (standing: Standing) =>
    busy.proven + busy.unknown + busy.suspect < inFlight && busy[standing] < most[standing]

  const startWaiting = () => {
    for (const standing of ['proven', 'unknown', 'suspect'] as const) {
      while (waiting[standing].length > 0 && hasRoom(standing)) {
        const next = waiting[standing].shift()
        busy[standing]++
        if (next) next.resolve(ask(next.name, standing))
      }
    }
  }

  const fresh = (name: string): Promise<Addresses> => {
    const same = running.get(name)
    if (same) return same
    const { promise, resolve } = Promise.withResolvers<Addresses>()
    running.set(name, promise)
    waiting[known.get(name)?.standing ?? 'unknown'].push({ name, resolve })
    startWaiting()
    return promise
  }

  const freshOrLast = async (name: string, last: Addresses): Promise<Addresses> => {
    const { promise, resolve } = Promise.withResolvers<Addresses>()
    const late = setTimeout(resolve, slowMs, last)
    const answer = fresh(name).catch(error => {
      if (isDefinite(error)) throw error
      return last
    })
    return Promise.race([answer, promise]).finally(() => clearTimeout(late))
  }

  return name => {
    const last = lastAddresses(name)
    return last ? freshOrLast(name, last) : fresh(name)
  }
}
