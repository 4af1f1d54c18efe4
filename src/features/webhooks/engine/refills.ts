import { boundCommand } from '#db/bound-command.ts'
import type { Services } from '#http/call.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import { dueSoonMs, feedReplay, hastenRetries, type RefillRow, refillLanes } from './queries.ts'
import { resourceOf } from './resource.ts'

const lanesAtOnce = 16
const atOnce = 2
const fedAtOnce = 256
/**
 * The number of retries brought forward at once, which all fail if the receiver still does. A failing receiver gets
 * one, as a probe.
 */
const hastenedAtOnce = { failing: 1, well: 16 } as const
const againMs = 250

/** Reads the queues of lanes that ask for rows, several lanes at a time. */
export interface Refills {
  readonly busy: boolean
}

interface Needs extends Pick<Services, 'db' | 'clock' | 'log'> {}

/** `doubt` reads the endpoint of a lane whose replay has no further events, because there may be another replay. */
export const createRefills = (
  { db, clock, log }: Needs,
  lanes: Lanes,
  doubt: (lanes: readonly Lane[]) => Promise<void>,
): Refills => {
  const { reads } = lanes
  let running = 0
  const report = createFailureReport({ fails: 'webhook_queue_not_read', works: 'webhook_queue_read' }, line =>
    log.warn(line),
  )

  const take = (lane: Lane, rows: readonly RefillRow[], now: number, most: number): void => {
    let due = 0
    for (const { due: at, id, ctid, event_id: eventId, attempt, origin, later, body } of rows) {
      if (at > now || body === null) lane.later(at)
      else {
        due++
        const resource = resourceOf(eventId, body)
        // Field by field: a rest pattern takes 1 µs per row.
        lane.brought({ due: at, id, ctid, eventId, attempt, origin, later, body, resource })
      }
    }
    if (due === most) lane.reading('left')
  }

  const read = async (batch: readonly Lane[]): Promise<void> => {
    const now = clock.now()
    const most = lanes.window
    const groups = [...Map.groupBy(batch, ({ organizationId }) => organizationId)]
    const results = await db.together(
      groups.map(([organizationId, of]) =>
        boundCommand(organizationId, refillLanes, {
          endpointIds: of.map(({ endpointId }) => endpointId),
          dues: of.map(({ cursor }) => cursor.due),
          ids: of.map(({ cursor }) => cursor.id),
          most: of.map(() => most),
          now,
        }),
      ),
    )
    for (const [i, [, of]] of groups.entries()) {
      const rows = Map.groupBy((results[i] ?? []) as RefillRow[], row => row.endpoint_id)
      for (const lane of of) take(lane, rows.get(lane.endpointId) ?? [], now, most)
    }
  }

  const feed = async (lane: Lane): Promise<void> => {
    const { organizationId, endpointId } = lane
    const now = clock.now()
    const values = { endpointId, now, limit: fedAtOnce }
    const hastened = { ...values, after: now + dueSoonMs, limit: hastenedAtOnce[lane.isFailing ? 'failing' : 'well'] }
    const fed = await db.transaction(organizationId, async tx => {
      const [retries] = await tx.query(hastenRetries, hastened)
      if (retries && retries.fed > 0) return retries.fed
      const [replayed] = await tx.query(feedReplay, values)
      return replayed?.fed ?? 0
    })
    if (fed > 0) return lane.reading('left')
    lane.replayed()
    void doubt([lane])
  }

  const fill = async (batch: readonly Lane[]): Promise<void> => {
    for (const lane of batch) lane.reading('begun')
    try {
      await read(batch)
      await Promise.all(batch.filter(lane => lane.needsReplay).map(feed))
      report.worked()
    } catch (error) {
      report.failed(error)
      for (const lane of batch) lane.reading('left')
      await new Promise(resolve => setTimeout(resolve, againMs))
    }
    running--
    for (const lane of batch) lane.reading('returned')
    reads.wake()
  }

  reads.serve(() => {
    while (running < atOnce && reads.size > 0) {
      const batch = reads.takeSome(lanesAtOnce).filter(lane => lane.needsRows)
      if (batch.length === 0) continue
      running++
      void fill(batch)
    }
  })

  return {
    get busy() {
      return running > 0 || reads.size > 0
    },
  }
}
