import { type Clock, second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Observes the results of live traffic, by binding. */
export interface BindingWatch extends AsyncDisposable {
  /** Reports that an upload or a read found the binding unavailable. Several within a short time trigger a probe. */
  failed(organizationId: string, bindingId: string): void
  /** Reports an upload that was rejected without an attempt: the binding is probed, unless it just was. */
  refused(organizationId: string, bindingId: string): void
}

/** The watch for commands, which leave the sweep to the servers. */
export const unwatched: BindingWatch = {
  failed() {},
  refused() {},
  async [Symbol.asyncDispose]() {},
}

interface Needs {
  readonly clock: Clock
  readonly log: Log
  readonly sweep: (organizationId: string, bindingId: string) => Promise<unknown>
}

const failureThreshold = 5
const failureWindow = 30 * second
const minInterval = 10 * second
/** The maximum number of failing bindings to remember. Dropping the oldest only delays a probe. */
const maxWatched = 1000

interface WatchEntry {
  /** The times of the latest failures, newest last; only as many as the threshold needs. */
  failures: number[]
  probedAt: number
  probing: Promise<unknown> | undefined
}

/** Triggers early probes: on this node, one at a time for each binding and at most every 10 s. */
export const createBindingWatch = ({ clock, log, sweep }: Needs): BindingWatch => {
  const watched = new Map<string, WatchEntry>()

  const findEntry = (bindingId: string): WatchEntry => {
    const entry = watched.get(bindingId) ?? { failures: [], probedAt: Number.NEGATIVE_INFINITY, probing: undefined }
    watched.delete(bindingId)
    watched.set(bindingId, entry)
    const [oldest] = watched
    if (oldest && watched.size > maxWatched && !oldest[1].probing) watched.delete(oldest[0])
    return entry
  }

  const startProbe = (entry: WatchEntry, organizationId: string, bindingId: string): void => {
    const now = clock.now()
    if (entry.probing || Math.abs(now - entry.probedAt) < minInterval) return
    entry.probedAt = now
    entry.failures = []
    entry.probing = sweep(organizationId, bindingId)
      .catch(error => log.warn({ event: 'binding_not_swept', organization: organizationId, record: bindingId, error }))
      .finally(() => {
        entry.probing = undefined
      })
  }

  return {
    failed(organizationId, bindingId) {
      const entry = findEntry(bindingId)
      const now = clock.now()
      entry.failures = [...entry.failures.filter(at => now - at <= failureWindow), now].slice(-failureThreshold)
      if (entry.failures.length >= failureThreshold) startProbe(entry, organizationId, bindingId)
    },
    refused: (organizationId, bindingId) => startProbe(findEntry(bindingId), organizationId, bindingId),
    async [Symbol.asyncDispose]() {
      await Promise.all([...watched.values()].map(({ probing }) => probing))
    },
  }
}
