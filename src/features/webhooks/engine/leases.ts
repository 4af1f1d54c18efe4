import { setTimeout as delay } from 'node:timers/promises'
import { boundCommand } from '#db/bound-command.ts'
import { install } from '#db/database.ts'
import type { CoreServices } from '#http/call.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { createFailureReport, type FailureReport } from '#lib/failure-report.ts'
import type { Log } from '#lib/log.ts'
import { Lane, type LaneEndpoint, type LaneLease } from './lane.ts'
import type { Lanes } from './lanes.ts'
import {
  type EndpointRow,
  findHeldLanes,
  type LaneRow,
  leaseLanes,
  releaseLanes,
  releaseLanesOfOthers,
  renewLanes,
  selectLaneEndpoints,
} from './queries.ts'
import { readReceiver } from './receiver.ts'

const leaseLength = 15 * second
/** The maximum difference between clocks of nodes. A later expiry was written before a clock was set back. */
const tolerance = 30 * second
const startsWithin = 0.6 * leaseLength
/**
 * The maximum age of a poll when a request starts, in milliseconds: no request to a deleted endpoint starts more than a
 * second after the deletion is confirmed.
 */
const polledWithin = 900
const maxPerQuery = 256
// Data that is too old, for example because the process was suspended, is read again before an attempt starts.
const isOld = (startedAt: number): boolean => performance.now() - startedAt > polledWithin
const gatherMs = 2
/** How long after its last change an endpoint, if its lane was not held, may just have been resumed. */
const resumePeriod = minute

/** Leases lanes, and polls for changes of them and their endpoints. */
export interface Leases {
  /** Leases lanes with due rows, or the lanes of these endpoints. Returns the endpoints whose lanes it leased. */
  acquire(endpointIds?: readonly string[]): Promise<ReadonlySet<string>>
  renew(): Promise<void>
  /** Finds lost lanes and changed endpoints; queries nothing while no lane is held. */
  poll(): Promise<void>
  /** Reads the endpoints of lanes again, because they may have changed. No attempt starts until then. */
  reload(lanes: readonly Lane[]): Promise<void>
  releaseUnused(monotonic: number): Promise<void>
  /** Releases the lanes without attempts in flight. Returns whether this node holds no lane. */
  releaseSettled(): Promise<boolean>
  /** Releases the lanes of killed processes, on a database that only one process at a time can open. */
  releaseOthers(): Promise<void>
  /** Whether leases and endpoints were confirmed recently enough to start a request now. */
  isFresh(monotonic: number): boolean
  /** Whether this node holds no lane, not even in the database. */
  holdsNone(): boolean
}

/** Returns a function that runs at most once at a time; simultaneous calls share its result. */
const singleFlight = (work: () => Promise<void>): (() => Promise<void>) => {
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
    poll: report('webhook_lanes_not_seen', 'webhook_lanes_seen'),
    reload: report('webhook_endpoints_not_read', 'webhook_endpoints_read'),
    release: report('webhook_lanes_not_released', 'webhook_lanes_released'),
  }
}

export const createLeases = (services: CoreServices, lanes: Lanes): Leases => {
  const { db, clock, log, nodeId } = services
  let renewedAt = Number.NEGATIVE_INFINITY
  let polledAt = Number.NEGATIVE_INFINITY
  /** Whether the database may have leases of this node for which it has no lane. */
  let mayHaveStrays = true
  const requestedIds = new Set<string>()
  let leaseAny = false
  let gathering: Promise<ReadonlySet<string>> | undefined
  let leasing = 0

  const reports = createReports(log)
  /** Runs the work. If it fails, logs the error and returns undefined. */
  const logFailure = async <T>({ worked, failed }: FailureReport, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work()
      worked()
      return result
    } catch (error) {
      mayHaveStrays = true
      failed(error)
      return undefined
    }
  }

  const readEndpoints = async (leases: readonly Omit<LaneLease, 'epoch'>[]) => {
    const groups = [...Map.groupBy(leases, ({ organizationId }) => organizationId)]
    const results = await db.together(
      groups.map(([organizationId, group]) =>
        boundCommand(organizationId, selectLaneEndpoints, { ids: group.map(({ endpointId }) => endpointId) }),
      ),
    )
    return new Map((results.flat() as EndpointRow[]).map(row => [row.id, row]))
  }

  const release = (leases: readonly Pick<LaneLease, 'endpointId' | 'epoch'>[]): Promise<void> => {
    mayHaveStrays = true
    const values = {
      node: nodeId,
      endpointIds: leases.map(({ endpointId }) => endpointId),
      epochs: leases.map(({ epoch }) => epoch),
    }
    return logFailure(reports.release, () => db.transaction(install, tx => tx.write(releaseLanes, values)))
  }

  const dropAndRelease = async (lanesToRelease: readonly Lane[]): Promise<void> => {
    for (const lane of lanesToRelease) lanes.drop(lane)
    if (lanesToRelease.length > 0) await release(lanesToRelease)
  }

  const toEndpoint = (organizationId: string, row: EndpointRow): LaneEndpoint => ({
    receiver: readReceiver(services, organizationId, row),
    failingSince: row.failing_since?.getTime(),
    replaying: row.replaying,
    isResumed: row.changed_at !== null && row.changed_at.getTime() > clock.now() - resumePeriod,
  })

  const leaseSome = async (ids: readonly string[] | null): Promise<string[]> => {
    const startedAt = performance.now()
    const now = clock.now()
    // One round trip, because this runs once a second and usually finds no lane.
    const command = boundCommand(install, leaseLanes, {
      node: nodeId,
      now: iso(now),
      until: iso(now + leaseLength),
      latest: iso(now + leaseLength + tolerance),
      most: maxPerQuery,
      endpointIds: ids,
    })
    const [rows = []] = (await db.together([command])) as LaneRow[][]
    const leases = rows.map(row => ({
      organizationId: row.organization_id,
      endpointId: row.endpoint_id,
      epoch: row.epoch,
    }))
    if (leases.length === 0) return []
    mayHaveStrays = true
    const endpoints = await readEndpoints(leases)
    // All lanes that this node holds have just been leased and read.
    if (lanes.size === 0) [renewedAt, polledAt] = [startedAt, startedAt]
    for (const lease of leases) {
      const row = endpoints.get(lease.endpointId)
      if (row?.status !== 'active') continue
      const endpoint = toEndpoint(lease.organizationId, row)
      const lane = new Lane(lease, endpoint, lanes)
      lanes.add(lane)
      lane.onLoaded(endpoint, isOld(startedAt))
    }
    return leases.map(({ endpointId }) => endpointId)
  }

  const lease = async (): Promise<ReadonlySet<string>> => {
    await delay(gatherMs)
    gathering = undefined
    const ids = leaseAny ? null : [...requestedIds]
    leaseAny = false
    requestedIds.clear()
    const acquiredIds = new Set<string>()
    leasing++
    await logFailure(reports.lease, async () => {
      for (
        let leasedIds = await leaseSome(ids);
        leasedIds.length > 0;
        leasedIds = leasedIds.length < maxPerQuery ? [] : await leaseSome(ids)
      )
        for (const id of leasedIds) acquiredIds.add(id)
    })
    leasing--
    return acquiredIds
  }

  const reload = async (changedLanes: readonly Lane[]): Promise<void> => {
    if (changedLanes.length === 0) return
    for (const lane of changedLanes) lane.changeStatus('invalidated')
    const startedAt = performance.now()
    const endpoints = await logFailure(reports.reload, () => readEndpoints(changedLanes))
    if (!endpoints) return
    for (const lane of changedLanes) {
      const row = endpoints.get(lane.endpointId)
      if (row?.status === 'active') lane.onLoaded(toEndpoint(lane.organizationId, row), isOld(startedAt))
      else lane.changeStatus('stopped')
    }
  }

  const renew = singleFlight(async () => {
    if (lanes.size === 0) return
    const startedAt = performance.now()
    const until = iso(clock.now() + leaseLength)
    await logFailure(reports.renewal, async () => {
      await db.transaction(install, tx => tx.query(renewLanes, { node: nodeId, until }))
      renewedAt = startedAt
    })
  })

  const holdsNone = (): boolean => lanes.size === 0 && !mayHaveStrays

  const poll = singleFlight(async () => {
    if (holdsNone()) return
    await logFailure(reports.poll, async () => {
      const startedAt = performance.now()
      const before = lanes.all()
      const idle = leasing === 0
      const rows = await db.readInstall(findHeldLanes, { node: nodeId })
      const rowsById = new Map(rows.map(row => [row.endpoint_id, row]))
      const changedLanes: Lane[] = []
      for (const lane of before) {
        const row = rowsById.get(lane.endpointId)
        if (row?.epoch !== lane.epoch) lanes.drop(lane)
        else if (lane.differsFrom(row)) changedLanes.push(lane)
      }
      polledAt = startedAt
      await reload(changedLanes)
      // Lanes that this node leased but then failed to create.
      const strays = rows.filter(row => !lanes.get(row.endpoint_id))
      if (idle && leasing === 0) mayHaveStrays = strays.length > 0
      if (strays.length > 0 && idle && leasing === 0)
        await release(strays.map(({ endpoint_id: endpointId, epoch }) => ({ endpointId, epoch })))
    })
  })

  return {
    acquire(endpointIds) {
      if (endpointIds) for (const id of endpointIds) requestedIds.add(id)
      else leaseAny = true
      gathering ??= lease()
      return gathering
    },
    renew,
    poll,
    reload,
    releaseUnused: monotonic => dropAndRelease(lanes.all().filter(lane => lane.isReleasable(monotonic))),
    async releaseSettled() {
      await dropAndRelease(lanes.all().filter(lane => lane.isSettled))
      return lanes.size === 0 && leasing === 0 && gathering === undefined
    },
    releaseOthers: () =>
      logFailure(reports.release, () =>
        db.transaction(install, tx => tx.write(releaseLanesOfOthers, { node: nodeId })),
      ),
    holdsNone,
    isFresh: monotonic => monotonic - polledAt < polledWithin && monotonic - renewedAt < startsWithin,
  }
}
