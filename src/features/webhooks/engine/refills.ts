import { boundCommand } from '#db/bound-command.ts'
import type { Services } from '#http/call.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import { dueSoonMs, feedReplay, hastenRetries, type RefillRow, refillLanes } from './queries.ts'
import { resourceOf } from './resource.ts'

const maxLanesPerRead = 16
const maxConcurrent = 2
const maxFed = 256
/**
 * The number of retries to bring forward at once, all of which fail if the receiver still fails. A failing receiver
 * gets one, as a probe.
 */
const maxHastened = { failing: 1, healthy: 16 } as const
const retryMs = 250

/** Reads the queues of lanes that request rows, several lanes at a time. */
export interface Refills {
  readonly busy: boolean
}

interface NeededServices extends Pick<Services, 'db' | 'clock' | 'log'> {}

/** `reload` reads the endpoint of a lane whose replay has no further events, because there may be another replay. */
export const createRefills = (
  { db, clock, log }: NeededServices,
  lanes: Lanes,
  reload: (lanes: readonly Lane[]) => Promise<void>,
): Refills => {
  const { reads } = lanes
  let running = 0
  const report = createFailureReport({ fails: 'webhook_queue_not_read', works: 'webhook_queue_read' }, line =>
    log.warn(line),
  )

  const addRows = (lane: Lane, rows: readonly RefillRow[], now: number, limit: number): void => {
    let dueCount = 0
    for (const { due: dueAt, id, ctid, event_id: eventId, attempt, origin, later, body } of rows) {
      if (dueAt > now || body === null) lane.expectRow(dueAt)
      else {
        dueCount++
        const resource = resourceOf(eventId, body)
        // Copies field by field, because a rest pattern takes 1 µs per row.
        lane.onRow({ due: dueAt, id, ctid, eventId, attempt, origin, originalDue: later, body, resource })
      }
    }
    if (dueCount === limit) lane.changeReadState('incomplete')
  }

  const read = async (batch: readonly Lane[]): Promise<void> => {
    const now = clock.now()
    const limit = lanes.window
    const groups = [...Map.groupBy(batch, ({ organizationId }) => organizationId)]
    const results = await db.together(
      groups.map(([organizationId, group]) =>
        boundCommand(organizationId, refillLanes, {
          endpointIds: group.map(({ endpointId }) => endpointId),
          dues: group.map(({ cursor }) => cursor.due),
          ids: group.map(({ cursor }) => cursor.id),
          most: group.map(() => limit),
          now,
        }),
      ),
    )
    for (const [i, [, group]] of groups.entries()) {
      const rows = Map.groupBy((results[i] ?? []) as RefillRow[], row => row.endpoint_id)
      for (const lane of group) addRows(lane, rows.get(lane.endpointId) ?? [], now, limit)
    }
  }

  const feed = async (lane: Lane): Promise<void> => {
    const { organizationId, endpointId } = lane
    const now = clock.now()
    const values = { endpointId, now, limit: maxFed }
    const hastenValues = {
      ...values,
      after: now + dueSoonMs,
      limit: maxHastened[lane.isFailing ? 'failing' : 'healthy'],
    }
    const fed = await db.transaction(organizationId, async tx => {
      const [retries] = await tx.query(hastenRetries, hastenValues)
      if (retries && retries.fed > 0) return retries.fed
      const [replayed] = await tx.query(feedReplay, values)
      return replayed?.fed ?? 0
    })
    if (fed > 0) return lane.changeReadState('incomplete')
    lane.onReplayed()
    void reload([lane])
  }

  const fill = async (batch: readonly Lane[]): Promise<void> => {
    for (const lane of batch) lane.changeReadState('started')
    try {
      await read(batch)
      await Promise.all(batch.filter(lane => lane.needsReplay).map(feed))
      report.worked()
    } catch (error) {
      report.failed(error)
      for (const lane of batch) lane.changeReadState('incomplete')
      await new Promise(resolve => setTimeout(resolve, retryMs))
    }
    running--
    for (const lane of batch) lane.changeReadState('finished')
    reads.wake()
  }

  reads.serve(() => {
    while (running < maxConcurrent && reads.size > 0) {
      const batch = reads.takeSome(maxLanesPerRead).filter(lane => lane.needsRows)
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
