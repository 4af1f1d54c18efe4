import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#api/call.ts'
import { boundCommand, install } from '#db/database.ts'
import { iso, second } from '#lib/clock.ts'
import { createFailureReport, type FailureReport } from '#lib/failure-report.ts'
import type { Log } from '#lib/log.ts'
import { Lane } from './lane.ts'
import {
  type EndpointRow,
  heldLanes,
  type LaneRow,
  leaseLanes,
  readEndpoints,
  releaseLanes,
  releaseLanesOfOthers,
  renewLanes,
} from './queries.ts'
import { receiverOf } from './receiver.ts'

const leaseLength = 15 * second
/** How far the clocks of nodes may be apart; an end further ahead was written before a clock was set back. */
const tolerance = 30 * second
const startsUntil = 0.6 * leaseLength
/** A deleted endpoint gets no request that starts more than a second after the answer (open points "Webhooks"). */
const seenWithin = 900
const mostAtOnce = 256
const idleFor = 30 * second
// What a process was told before it stood still for a while is looked at again before anything starts.
const isOld = (begun: number): boolean => performance.now() - begun > seenWithin
const gatherMs = 2

interface Options {
  readonly taken: (lane: Lane) => void
  readonly changed: (lane: Lane) => void
}

// One that is paused keeps what was known of it.
const hasChanged = (lane: Lane, { revision, status }: { revision: number; status: string }): boolean =>
  lane.paused ? status === 'active' : status !== 'active' || revision !== lane.receiver.revision

/** The lanes that this node has leased. */
export interface Holding {
  lane(endpointId: string): Lane | undefined
  lanes(): Lane[]
  readonly size: number
  /** Leases lanes that have something due, or of those named; answers the endpoints that were taken. */
  acquire(endpointIds?: readonly string[]): Promise<ReadonlySet<string>>
  renew(): Promise<void>
  /** Sees which lanes are lost and which endpoints have changed; asks nothing while none is held. */
  poll(): Promise<void>
  reload(lanes: readonly Lane[]): Promise<void>
  drop(lane: Lane): void
  releaseIdle(monotonic: number): void
  /** Gives back the lanes of which nothing is under way; answers whether none is left. */
  releaseSettled(): Promise<boolean>
  /** Takes back what killed processes held, on a database that only one process at a time can open. */
  releaseOthers(): Promise<void>
  /** Whether leases and endpoints were seen recently enough to start a request at this moment. */
  fresh(monotonic: number): boolean
}

/** Calls that come while one is under way share its end. */
const oneAtATime = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

const createReports = (log: Log) => {
  const report = (fails: string, works: string) => createFailureReport({ fails, works }, line => log.warn(line))
  return {
    lease: report('webhook_lanes_not_leased', 'webhook_lanes_leased'),
    renewal: report('webhook_leases_not_renewed', 'webhook_leases_renewed'),
    look: report('webhook_lanes_not_seen', 'webhook_lanes_seen'),
    reload: report('webhook_endpoints_not_read', 'webhook_endpoints_read'),
    release: report('webhook_lanes_not_released', 'webhook_lanes_released'),
  }
}

export const createHolding = (services: Services, { taken, changed }: Options): Holding => {
  const { db, clock, log, nodeId } = services
  const held = new Map<string, Lane>()
  let renewedAt = Number.NEGATIVE_INFINITY
  let polledAt = Number.NEGATIVE_INFINITY
  /** Whether a lane may be leased, or have been, of which nothing is held here. */
  let astray = true
  const wanted = new Set<string>()
  let any = false
  let gathering: Promise<ReadonlySet<string>> | undefined
  let leasing = 0

  const reports = createReports(log)
  /** Undefined where the work fails, which the log tells. */
  const quietly = async <T>({ worked, failed }: FailureReport, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work()
      worked()
      return result
    } catch (error) {
      astray = true
      failed(error)
      return undefined
    }
  }

  const endpointsOf = async (places: readonly { organizationId: string; endpointId: string }[]) => {
    const groups = [...Map.groupBy(places, ({ organizationId }) => organizationId)]
    const results = await db.together(
      groups.map(([organizationId, of]) =>
        boundCommand(organizationId, readEndpoints, { ids: of.map(({ endpointId }) => endpointId) }),
      ),
    )
    return new Map((results.flat() as EndpointRow[]).map(row => [row.id, row]))
  }

  const release = (leases: readonly Pick<Lane, 'endpointId' | 'epoch'>[]): Promise<void> => {
    astray = true
    const values = {
      node: nodeId,
      endpointIds: leases.map(({ endpointId }) => endpointId),
      epochs: leases.map(({ epoch }) => epoch),
    }
    return quietly(reports.release, () => db.transaction(install, tx => tx.write(releaseLanes, values)))
  }

  const drop = (lane: Lane): void => {
    lane.close()
    if (held.get(lane.endpointId) === lane) held.delete(lane.endpointId)
  }

  const letGo = (lanes: readonly Lane[]): void => {
    for (const lane of lanes) drop(lane)
    if (lanes.length > 0) void release(lanes)
  }

  const leaseSome = async (ids: readonly string[] | null): Promise<string[]> => {
    const begun = performance.now()
    const now = clock.now()
    // In one round trip: it is asked for once a second, and most often there is none.
    const asked = boundCommand(install, leaseLanes, {
      node: nodeId,
      now: iso(now),
      until: iso(now + leaseLength),
      latest: iso(now + leaseLength + tolerance),
      most: mostAtOnce,
      endpointIds: ids,
    })
    const [rows = []] = (await db.together([asked])) as LaneRow[][]
    const places = rows.map(row => ({
      organizationId: row.organization_id,
      endpointId: row.endpoint_id,
      epoch: row.epoch,
    }))
    if (places.length === 0) return []
    astray = true
    const endpoints = await endpointsOf(places)
    // What is held was all leased and looked at by now.
    if (held.size === 0) [renewedAt, polledAt] = [begun, begun]
    for (const place of places) {
      const row = endpoints.get(place.endpointId)
      if (row?.status !== 'active') continue
      const health = { failingSince: row.failing_since?.getTime(), replaying: row.replaying }
      const lane = new Lane(place, receiverOf(services, place.organizationId, row), health)
      lane.idleSince = performance.now()
      lane.stale = isOld(begun)
      held.set(lane.endpointId, lane)
      taken(lane)
    }
    return places.map(({ endpointId }) => endpointId)
  }

  const lease = async (): Promise<ReadonlySet<string>> => {
    await delay(gatherMs)
    gathering = undefined
    const ids = any ? null : [...wanted]
    any = false
    wanted.clear()
    const all = new Set<string>()
    leasing++
    await quietly(reports.lease, async () => {
      for (
        let some = await leaseSome(ids);
        some.length > 0;
        some = some.length < mostAtOnce ? [] : await leaseSome(ids)
      )
        for (const id of some) all.add(id)
    })
    leasing--
    return all
  }

  const reload = async (lanes: readonly Lane[]): Promise<void> => {
    const begun = performance.now()
    const endpoints = await quietly(reports.reload, () => endpointsOf(lanes))
    if (!endpoints) return
    for (const lane of lanes) {
      const row = endpoints.get(lane.endpointId)
      lane.stale = isOld(begun)
      if (row?.status !== 'active') lane.paused = true
      else {
        lane.receiver = receiverOf(services, lane.organizationId, row)
        lane.replaying = row.replaying
        lane.forget()
        lane.resume()
      }
      changed(lane)
    }
  }

  const renew = oneAtATime(async () => {
    if (held.size === 0) return
    const begun = performance.now()
    const until = iso(clock.now() + leaseLength)
    await quietly(reports.renewal, async () => {
      await db.transaction(install, tx => tx.query(renewLanes, { node: nodeId, until }))
      renewedAt = begun
    })
  })

  const poll = oneAtATime(async () => {
    if (held.size === 0 && !astray) return
    await quietly(reports.look, async () => {
      const begun = performance.now()
      const before = new Set(held.values())
      const idle = leasing === 0
      const rows = await db.readInstall(heldLanes, { node: nodeId })
      const seen = new Map(rows.map(row => [row.endpoint_id, row]))
      const stale: Lane[] = []
      for (const lane of before) {
        const row = seen.get(lane.endpointId)
        if (row?.epoch !== lane.epoch) drop(lane)
        else if (lane.stale || hasChanged(lane, row)) stale.push(lane)
      }
      for (const lane of stale) lane.stale = true
      polledAt = begun
      if (stale.length > 0) await reload(stale)
      // Leased, but the rest of taking it failed.
      const strays = rows.filter(row => !held.has(row.endpoint_id))
      if (idle && leasing === 0) astray = strays.length > 0
      if (strays.length > 0 && idle && leasing === 0)
        await release(strays.map(({ endpoint_id: endpointId, epoch }) => ({ endpointId, epoch })))
    })
  })

  return {
    lane: endpointId => held.get(endpointId),
    lanes: () => [...held.values()],
    get size() {
      return held.size
    },
    acquire(endpointIds) {
      if (endpointIds) for (const id of endpointIds) wanted.add(id)
      else any = true
      gathering ??= lease()
      return gathering
    },
    renew,
    poll,
    reload,
    drop,
    releaseIdle(monotonic) {
      for (const lane of held.values()) if (!lane.idle) lane.idleSince = monotonic
      letGo([...held.values()].filter(lane => lane.idle && (lane.paused || monotonic - lane.idleSince > idleFor)))
    },
    async releaseSettled() {
      const settled = [...held.values()].filter(lane => lane.settled)
      for (const lane of settled) drop(lane)
      if (settled.length > 0) await release(settled)
      return held.size === 0 && leasing === 0 && gathering === undefined
    },
    releaseOthers: () =>
      quietly(reports.release, () => db.transaction(install, tx => tx.write(releaseLanesOfOthers, { node: nodeId }))),
    fresh: monotonic => monotonic - polledAt < seenWithin && monotonic - renewedAt < startsUntil,
  }
}
