import type { Services } from '#api/call.ts'
import { boundCommand } from '#db/database.ts'
import { minute, second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Lane } from './lane.ts'
import { feedReplay, type RefillRow, refillLanes } from './queries.ts'
import { resourceOf } from './resource.ts'

const lanesAtOnce = 16
const atOnce = 2
const mostHeld = 8000
const windows = { least: 16, most: 128 }
/** A row commits at most so long after the moment that it is due: statements and idle transactions are cut before. */
const latestCommit = 2 * minute
/** Seldom while there is a backlog: each time reads again what is in hand, 40 % of all rows when it was every 5 s. */
const rewindEvery = { behind: 30 * second, abreast: 5 * second }
const fedAtOnce = 256
const againMs = 250

/** Reads the queues of lanes that run out of rows, several lanes at a time. */
export interface Refills {
  /** The lane may need rows; nothing happens while it has enough, or when there are none. */
  want(lane: Lane): void
  /** Goes back for rows that committed late, every few seconds. */
  look(lane: Lane, monotonic: number): void
  /** Another node says that there is something new. */
  heard(lane: Lane): void
  /** Whether the lane can take a committed row in hand. */
  hasRoom(lane: Lane): boolean
  readonly busy: boolean
}

interface Needs extends Pick<Services, 'db' | 'clock' | 'log'> {}

interface Options {
  /** How many lanes there are: the more, the fewer rows each holds. */
  readonly lanes: () => number
  readonly refilled: (lane: Lane) => void
  /** There are no more events of a replay to be had. */
  readonly replayed: (lane: Lane) => void
}

export const createRefills = ({ db, clock, log }: Needs, { lanes, refilled, replayed }: Options): Refills => {
  const hungry = new Set<Lane>()
  let running = 0
  let scheduled = false
  const report = createFailureReport({ fails: 'webhook_queue_not_read', works: 'webhook_queue_read' }, line =>
    log.warn(line),
  )

  const window = (): number =>
    Math.max(windows.least, Math.min(windows.most, Math.floor(mostHeld / Math.max(1, lanes()))))

  const take = (lane: Lane, rows: readonly RefillRow[], now: number, most: number): void => {
    let due = 0
    for (const { endpoint_id: _, event_id: eventId, body, ...row } of rows) {
      if (row.due > now || body === null) lane.nextDue = Math.min(lane.nextDue, row.due)
      else {
        due++
        lane.take({ ...row, eventId, body, resource: resourceOf(eventId, body) })
      }
    }
    if (due === most) lane.more = true
  }

  const read = async (batch: readonly Lane[]): Promise<void> => {
    const now = clock.now()
    const most = window()
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
    const values = { endpointId, now: clock.now(), limit: fedAtOnce }
    const [row] = await db.transaction(organizationId, tx => tx.query(feedReplay, values))
    if (row && row.fed > 0) lane.more = true
    else {
      lane.replaying = false
      replayed(lane)
    }
  }

  // Replays go behind live traffic: their next rows come when nothing else is due.
  const feedEmpty = (batch: readonly Lane[]): Promise<unknown> =>
    Promise.all(batch.filter(({ replaying, more, inHand }) => replaying && !more && inHand === 0).map(feed))

  const run = async (): Promise<void> => {
    scheduled = false
    while (running < atOnce && hungry.size > 0) {
      const batch = [...hungry].slice(0, lanesAtOnce)
      for (const lane of batch) hungry.delete(lane)
      running++
      void fill(batch.filter(lane => !lane.closed && !lane.refilling))
    }
  }

  const fill = async (batch: readonly Lane[]): Promise<void> => {
    for (const lane of batch) lane.refill()
    try {
      if (batch.length > 0) {
        await read(batch)
        await feedEmpty(batch)
        report.worked()
      }
    } catch (error) {
      report.failed(error)
      for (const lane of batch) lane.more = true
      await new Promise(resolve => setTimeout(resolve, againMs))
    }
    running--
    for (const lane of batch) {
      lane.refilled()
      refilled(lane)
      want(lane)
    }
    schedule()
  }

  const schedule = (): void => {
    if (scheduled || hungry.size === 0) return
    scheduled = true
    setImmediate(run)
  }

  const want = (lane: Lane): void => {
    const wanted = lane.more || (lane.replaying && lane.inHand === 0)
    if (!wanted || lane.closed || lane.refilling || lane.inHand * 2 > window()) return
    hungry.add(lane)
    schedule()
  }

  const goBack = (lane: Lane): void => {
    lane.rewind(clock.now() - latestCommit)
    want(lane)
  }

  return {
    want,
    look(lane, monotonic) {
      const every = lane.more || lane.inHand > 0 ? rewindEvery.behind : rewindEvery.abreast
      if (monotonic - lane.rewoundAt < every) return want(lane)
      lane.rewoundAt = monotonic
      goBack(lane)
    },
    heard: goBack,
    hasRoom: lane => lane.inHand < window(),
    get busy() {
      return running > 0 || hungry.size > 0
    },
  }
}
