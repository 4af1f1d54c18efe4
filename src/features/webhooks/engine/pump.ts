import type { CoreServices } from '#http/call.ts'
import { second } from '#lib/clock.ts'
import { attemptDelivery } from './attempt.ts'
import type { CompletionLog } from './completion-log.ts'
import type { EndedAttempt } from './completions.ts'
import type { QueuedDelivery } from './due.ts'
import type { Sender } from './exchange.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'

const maxInFlight = 1024
/** Lanes whose last attempt failed or whose request is slow may use at most a quarter of the limit. */
const maxSuspect = maxInFlight / 4
/**
 * The more attempts a lane has in flight, the sooner it yields to others: it starts an attempt only if fewer than 1,024
 * minus 32 × its own are in flight.
 */
const yieldPerAttempt = 32
/**
 * The number of attempts that start before the sockets are read again. Responses that arrive within a turn of the event
 * loop are then complete before more attempts start. The number in flight is this rate times the latency of receivers
 * (Little's law): some tens for fast ones and up to 1,024 for slow ones.
 */
const startsPerTurn = 32
/** The limit on attempts in flight or not yet written, which may be delivered twice if the process dies. */
const maxUnrecorded = 1024

interface Options {
  readonly services: CoreServices
  readonly sender: Sender
  readonly lanes: Lanes
  readonly completions: CompletionLog
  /** Whether a request may start at this time of the monotonic clock. */
  readonly canStart: (monotonic: number) => boolean
}

/** Starts the deliveries of the lanes round-robin, within the limits of the node. */
export interface Pump {
  readonly inFlight: number
  readonly suspect: number
  /** The number of attempts that have ended. */
  readonly ended: number
}

export const createPump = ({ services, sender, lanes, completions, canStart }: Options): Pump => {
  const { clock, log, metrics } = services
  const { starts } = lanes
  const counts = { inFlight: 0, suspect: 0, ended: 0 }

  const hasRoom = (lane: Lane, now: number): boolean =>
    canStart(now) &&
    counts.inFlight + completions.unsaved < maxUnrecorded &&
    counts.inFlight < maxInFlight - yieldPerAttempt * lane.inFlight &&
    (counts.suspect < maxSuspect || !lane.isSuspect(now))

  const end = (result: EndedAttempt, row: QueuedDelivery): void => {
    const { lane, outcome, failure, startedAt } = result
    counts.ended++
    const healthChanged = lane.onEnded(row, failure, startedAt, performance.now())
    const verified = outcome === 'delivered' && row.origin === 'test'
    if (healthChanged || verified) completions.recordHealth(lane, verified ? startedAt : undefined)
    completions.add(result)
  }

  const begin = (lane: Lane, now: number): void => {
    const row = lane.begin(now)
    if (!row) return
    const suspect = lane.isSuspect(now) ? 1 : 0
    counts.inFlight++
    counts.suspect += suspect
    if (row.attempt === 1 && row.origin === 'live') metrics.webhookLag.observe((clock.now() - row.due) / second)
    const release = (): void => {
      counts.inFlight--
      counts.suspect -= suspect
    }
    attemptDelivery(services, sender, lane, row).then(
      result => {
        release()
        starts.bringBack()
        end(result, row)
      },
      // A defect: the outcome of the attempt is unknown.
      error => {
        log.error({ event: 'webhook_attempt_defect', record: lane.endpointId, error })
        release()
        lanes.drop(lane)
      },
    )
  }

  const requeue = (lane: Lane): void => starts.add(lane)

  // A lane gets its next turn at its next event, after a time, or when other attempts end, depending on why it waits.
  starts.serve(() => {
    let remaining = startsPerTurn
    for (let lane = starts.take(); lane; lane = remaining > 0 ? starts.take() : undefined) {
      // The time is read for each lane, because a process that is suspended between two starts must not use an outdated
      // lease for the second.
      const now = performance.now()
      const wait = lane.remainingWait(now)
      if (wait === 0 && hasRoom(lane, now)) {
        begin(lane, now)
        remaining--
      } else if (wait === 0) starts.setAside(lane)
      else if (wait !== Number.POSITIVE_INFINITY) setTimeout(requeue, wait, lane).unref()
    }
    starts.wake()
  })

  return counts
}
