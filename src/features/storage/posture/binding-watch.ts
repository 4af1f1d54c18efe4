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

const enough = 5
const within = 30 * second
const pause = 10 * second
/** The number of failing bindings to remember. The oldest is forgotten, which only delays a probe. */
const most = 1000

interface Watched {
  /** The times of the latest failures, newest last; only as many as the threshold needs. */
  failures: number[]
  lookedAt: number
  looking: Promise<unknown> | undefined
}

/** Triggers early probes: on this node, one at a time for each binding and at most every 10 s. */
export const createBindingWatch = ({ clock, log, sweep }: Needs): BindingWatch => {
  const watched = new Map<string, Watched>()

  const find = (bindingId: string): Watched => {
    const found = watched.get(bindingId) ?? { failures: [], lookedAt: Number.NEGATIVE_INFINITY, looking: undefined }
    watched.delete(bindingId)
    watched.set(bindingId, found)
    const [oldest] = watched
    if (oldest && watched.size > most && !oldest[1].looking) watched.delete(oldest[0])
    return found
  }

  const lookAt = (one: Watched, organizationId: string, bindingId: string): void => {
    const now = clock.now()
    if (one.looking || Math.abs(now - one.lookedAt) < pause) return
    one.lookedAt = now
    one.failures = []
    one.looking = sweep(organizationId, bindingId)
      .catch(error => log.warn({ event: 'binding_not_swept', organization: organizationId, record: bindingId, error }))
      .finally(() => {
        one.looking = undefined
      })
  }

  return {
    failed(organizationId, bindingId) {
      const one = find(bindingId)
      const now = clock.now()
      one.failures = [...one.failures.filter(at => now - at <= within), now].slice(-enough)
      if (one.failures.length >= enough) lookAt(one, organizationId, bindingId)
    },
    refused: (organizationId, bindingId) => lookAt(find(bindingId), organizationId, bindingId),
    async [Symbol.asyncDispose]() {
      await Promise.all([...watched.values()].map(({ looking }) => looking))
    },
  }
}
