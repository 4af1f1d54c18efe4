import type { Services } from '#api/call.ts'
import { second } from '#lib/clock.ts'
import { attempt } from './attempt.ts'
import type { Ended } from './completions.ts'
import type { Sender } from './exchange.ts'
import type { Lane } from './lane.ts'

const mostInFlight = 1024
/** Of which lanes whose last attempt failed, or that keep a request waiting, may hold a quarter. */
const mostSuspect = mostInFlight / 4
/** The more a lane has under way, the sooner it leaves room to others: it starts below 1,024 - 32 × its own. */
const courtesy = 32
const waitingLong = 2 * second

interface Options {
  readonly services: Services
  readonly sender: Sender
  /** Whether a request may start at this moment of the monotonic clock. */
  readonly open: (monotonic: number) => boolean
  readonly started: (lane: Lane) => void
  readonly ended: (ended: Ended) => void
  /** An attempt broke down, which is a defect: what became of it is not known. */
  readonly broken: (lane: Lane) => void
}

/** Starts the deliveries of lanes in turn, one of each at a time, within the limits of the node. */
export interface Pump {
  /** The lane may have something to start. */
  enqueue(lane: Lane): void
  /** Asks again for all that was held back by the limits. */
  unblock(): void
  readonly inFlight: number
  readonly suspect: number
}

export const createPump = ({ services, sender, open, started, ended, broken }: Options): Pump => {
  const { clock, log, metrics } = services
  const runnable: Lane[] = []
  const queued = new Set<Lane>()
  const blocked = new Set<Lane>()
  const begun = new Map<Lane, Set<number>>()
  let inFlight = 0
  let suspect = 0
  let scheduled = false

  const isSuspect = (lane: Lane, now: number): boolean => {
    const [oldest = now] = begun.get(lane) ?? []
    return lane.failures > 0 || now - oldest > waitingLong
  }

  // Whatever holds a lane back says when it is asked again: by its own next event, by time, or when others have ended.
  const heldBack = (lane: Lane, now: number): 'itself' | 'pace' | 'limits' | undefined => {
    if (lane.closed || lane.paused || lane.stale || lane.ready.length === 0 || lane.inFlight >= lane.limit)
      return 'itself'
    if (now < lane.notBefore) return 'pace'
    if (!open(now) || inFlight >= mostInFlight - courtesy * lane.inFlight) return 'limits'
    return suspect >= mostSuspect && isSuspect(lane, now) ? 'limits' : undefined
  }

  const pump = (): void => {
    scheduled = false
    for (let lane = runnable.shift(); lane; lane = runnable.shift()) {
      // For each anew: a process that is stopped between two of them must not start the second on what it knew before.
      const now = performance.now()
      queued.delete(lane)
      const held = heldBack(lane, now)
      if (held === 'limits') blocked.add(lane)
      if (held === 'pace') setTimeout(enqueue, lane.notBefore - now, lane).unref()
      if (held) continue
      begin(lane, now)
      enqueue(lane)
    }
  }

  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(pump)
  }

  const enqueue = (lane: Lane): void => {
    if (queued.has(lane) || lane.ready.length === 0) return
    queued.add(lane)
    runnable.push(lane)
    schedule()
  }

  const unblock = (): void => {
    for (const lane of blocked) enqueue(lane)
    blocked.clear()
  }

  const begin = (lane: Lane, now: number): void => {
    const row = lane.next()
    if (!row) return
    const counted = isSuspect(lane, now) ? 1 : 0
    // Moments of one lane differ, so that each can be taken out again.
    const moments = begun.get(lane) ?? new Set()
    let moment = now
    while (moments.has(moment)) moment += 1e-6
    begun.set(lane, moments.add(moment))
    inFlight++
    lane.inFlight++
    suspect += counted
    if (row.attempt === 1 && row.origin === 'live') metrics.webhookLag.observe((clock.now() - row.due) / second)
    started(lane)

    const end = (): void => {
      moments.delete(moment)
      if (moments.size === 0) begun.delete(lane)
      inFlight--
      lane.inFlight--
      lane.ended(row)
      suspect -= counted
    }
    attempt(services, sender, lane, row).then(
      result => {
        end()
        ended(result)
        unblock()
        enqueue(lane)
      },
      error => {
        log.error({ event: 'webhook_attempt_defect', record: lane.endpointId, error })
        end()
        broken(lane)
      },
    )
  }

  return {
    enqueue,
    unblock,
    get inFlight() {
      return inFlight
    },
    get suspect() {
      return suspect
    },
  }
}
