import { type Clock, second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Observes the results of the store calls of requests, by binding. */
export interface BindingWatch extends AsyncDisposable {
  /** Reports that the binding was unavailable for an upload or a read. Five reports within 30 s trigger a probe. */
  reportFailure(organizationId: string, bindingId: string): void
  /** Reports an upload that was rejected without an attempt. Triggers a probe unless one began in the last 10 s. */
  reportRejection(organizationId: string, bindingId: string): void
}

/** The watch for commands, which triggers no probes: servers probe the bindings. */
export const unwatched: BindingWatch = {
  reportFailure() {},
  reportRejection() {},
  async [Symbol.asyncDispose]() {},
}

interface NeededServices {
  readonly clock: Clock
  readonly log: Log
  readonly sweep: (organizationId: string, bindingId: string) => Promise<unknown>
}

const failureThreshold = 5
const failureWindow = 30 * second
const minInterval = 10 * second
/** The limit on failing bindings to remember. Dropping the oldest only delays a probe. */
const maxWatched = 1000

interface WatchEntry {
  /** The times of the latest failures, at most `failureThreshold`, oldest first. */
  failures: number[]
  probedAt: number
  probing: Promise<unknown> | undefined
}

/** Triggers early probes on this node: for each binding one at a time, at most every 10 s. */
export const createBindingWatch = ({ clock, log, sweep }: NeededServices): BindingWatch => {
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
    reportFailure(organizationId, bindingId) {
      const entry = findEntry(bindingId)
      const now = clock.now()
      entry.failures = [...entry.failures.filter(at => now - at <= failureWindow), now].slice(-failureThreshold)
      if (entry.failures.length >= failureThreshold) startProbe(entry, organizationId, bindingId)
    },
    reportRejection: (organizationId, bindingId) => startProbe(findEntry(bindingId), organizationId, bindingId),
    async [Symbol.asyncDispose]() {
      await Promise.all([...watched.values()].map(({ probing }) => probing))
    },
  }
}
