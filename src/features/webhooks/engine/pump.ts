import type { CoreServices } from '#api/call.ts'
import { second } from '#lib/clock.ts'
import { attempt } from './attempt.ts'
import type { CompletionLog } from './completion-log.ts'
import type { Ended } from './completions.ts'
import type { Due } from './due.ts'
import type { Sender } from './exchange.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'

const maxInFlight = 1024
/** Lanes whose last attempt failed, or whose request is taking long, may use a quarter of them. */
const maxSuspect = maxInFlight / 4
/** The more a lane has in flight, the sooner it leaves room to others: it starts below 1,024 - 32 × its own. */
const courtesy = 32
/**
 * How many attempts start before the sockets are read again. What receivers answer within a turn of the event loop is
 * then over before more starts: in flight is this rate times their latency (Little's law), some tens for quick ones and
 * up to 1,024 for slow ones.
 */
const startsPerTurn = 32
/** Attempts in flight or not yet written: what can be delivered twice when a process dies. */
const maxUnrecorded = 1024

interface Options {
  readonly services: CoreServices
  readonly sender: Sender
  readonly lanes: Lanes
  readonly completions: CompletionLog
  /** Whether a request may start at this time of the monotonic clock. */
  readonly open: (monotonic: number) => boolean
}

/** Starts the deliveries of lanes in turn, one of each at a time, within the limits of the node. */
export interface Pump {
  readonly inFlight: number
  readonly suspect: number
  /** How many attempts have ended. */
  readonly ended: number
}

export const createPump = ({ services, sender, lanes, completions, open }: Options): Pump => {
  const { clock, log, metrics } = services
  const { starts } = lanes
  const counts = { inFlight: 0, suspect: 0, ended: 0 }

  const hasRoom = (lane: Lane, now: number): boolean =>
    open(now) &&
    counts.inFlight + completions.unsaved < maxUnrecorded &&
    counts.inFlight < maxInFlight - courtesy * lane.inFlight &&
    (counts.suspect < maxSuspect || !lane.isSuspect(now))

  const end = (result: Ended, row: Due): void => {
    const { lane, outcome, failure, startedAt } = result
    counts.ended++
    const changed = lane.ended(row, failure, startedAt, performance.now())
    const verified = outcome === 'delivered' && row.origin === 'test'
    if (changed || verified) completions.note(lane, verified ? startedAt : undefined)
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
    attempt(services, sender, lane, row).then(
      result => {
        release()
        starts.bringBack()
        end(result, row)
      },
      // A bug: its outcome is unknown.
      error => {
        log.error({ event: 'webhook_attempt_defect', record: lane.endpointId, error })
        release()
        lanes.drop(lane)
      },
    )
  }

  const comeAgain = (lane: Lane): void => starts.add(lane)

  // Whatever holds a lane back determines when it gets its next turn: its own next event, time, or the end of others.
  starts.serve(() => {
    let left = startsPerTurn
    for (let lane = starts.take(); lane; lane = left > 0 ? starts.take() : undefined) {
      // Checked for each: a process that is suspended between two starts must not make the second on what it knew
      // before.
      const now = performance.now()
      const wait = lane.holdsFor(now)
      if (wait === 0 && hasRoom(lane, now)) {
        begin(lane, now)
        left--
      } else if (wait === 0) starts.setAside(lane)
      else if (wait !== Number.POSITIVE_INFINITY) setTimeout(comeAgain, wait, lane).unref()
    }
    starts.wake()
  })

  return counts
}
