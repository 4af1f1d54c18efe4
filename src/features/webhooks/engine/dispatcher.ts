import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#api/call.ts'
import type { Deliveries } from '#api/emission.ts'
import { second } from '#lib/clock.ts'
import { createCompletionLog } from './completion-log.ts'
import type { Ended } from './completions.ts'
import { isWithheld, type Sender } from './exchange.ts'
import { createHolding } from './holding.ts'
import type { Lane } from './lane.ts'
import type { Notifier } from './notifier.ts'
import { createPump } from './pump.ts'
import { nowhere } from './queries.ts'
import { createRefills } from './refills.ts'
import { resourceOf } from './resource.ts'

/** Attempts under way or not yet written: what the end of a process can make come twice. */
const mostUnrecorded = 1024
const settledEvery = 10

interface Options {
  readonly services: Services
  readonly sender: Sender
  readonly notifier: Notifier
}

/** Delivers what stands in the queues of the lanes that this node holds. */
export interface Dispatcher extends Deliveries, AsyncDisposable {
  /** Takes lanes and delivers, from now on until disposed. `alone`: no other process can hold any. */
  start(alone: boolean): Promise<void>
  /** Delivers what is due by the clock and answers how many attempts ended. */
  drain(): Promise<number>
  /** Another node says that these endpoints have something new; none named means that any may. */
  heard(endpointIds: readonly string[]): void
  readonly state: {
    readonly inFlight: number
    readonly suspect: number
    readonly lanes: number
    readonly failing: number
    readonly unsaved: number
  }
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 2))
}

/**
 * Leases lanes, not rows, and is then their only reader. Nothing starts on a lease that was not renewed for 60 % of
 * its length, on endpoints that were not looked at for 900 ms, or while 1,024 attempts are not recorded.
 */
export const createDispatcher = ({ services, sender, notifier }: Options): Dispatcher => {
  const { clock, metrics } = services
  /** Who wants deliveries to go on: the worker, and each drain. */
  let users = 0
  let attempts = 0
  let timers: NodeJS.Timeout[] = []

  const completions = createCompletionLog(services, lane => {
    pump.enqueue(lane)
    pump.unblock()
  })
  const refills = createRefills(services, {
    lanes: () => holding.size,
    refilled: lane => pump.enqueue(lane),
    replayed: lane => void holding.reload([lane]),
  })
  const changed = (lane: Lane): void => {
    refills.want(lane)
    pump.enqueue(lane)
  }
  const holding = createHolding(services, { taken: changed, changed })

  const finish = (result: Ended): void => {
    const { lane, row, outcome, failure, startedAt } = result
    metrics.webhookAttempts.inc({ outcome, failure: failure ?? 'none' })
    attempts++
    const wasFailing = lane.failures > 0
    if (failure === undefined) lane.succeeded()
    else if (!isWithheld(failure)) lane.failed(failure === 'timeout', startedAt, performance.now())
    const verified = outcome === 'delivered' && row.origin === 'test'
    if (wasFailing !== lane.failures > 0 || verified) completions.note(lane, verified ? startedAt : undefined)
    completions.add(result)
  }

  const pump = createPump({
    services,
    sender,
    open: monotonic => users > 0 && holding.fresh(monotonic) && pump.inFlight + completions.unsaved < mostUnrecorded,
    started: refills.want,
    ended: finish,
    broken: holding.drop,
  })

  const tick = (): void => {
    const now = clock.now()
    const monotonic = performance.now()
    for (const lane of holding.lanes()) {
      if (lane.nextDue <= now) {
        lane.rewind(lane.nextDue)
        lane.nextDue = Number.POSITIVE_INFINITY
      }
      refills.look(lane, monotonic)
    }
    holding.releaseIdle(monotonic)
    pump.unblock()
  }

  const rounds: readonly (readonly [ms: number, act: () => unknown])[] = [
    [250, tick],
    [300, holding.poll],
    [2500, holding.renew],
    [second, () => holding.acquire()],
  ]

  const use = async (): Promise<void> => {
    if (users++ > 0) return
    timers = rounds.map(([ms, act]) => setInterval(act, ms).unref())
    await Promise.all([holding.renew(), holding.poll()])
  }

  const unuse = async (): Promise<void> => {
    if (--users > 0) return
    for (const timer of timers) clearInterval(timer)
    while (users === 0 && !(await holding.releaseSettled())) await delay(settledEvery)
  }

  // Whoever holds the others is told.
  const offer = async (endpointIds: readonly string[]): Promise<void> => {
    const taken = users > 0 ? await holding.acquire(endpointIds) : new Set()
    const others = endpointIds.filter(id => !taken.has(id))
    if (others.length > 0) notifier.notify(others)
  }

  return {
    async start(alone) {
      if (alone) await holding.releaseOthers()
      await use()
      void holding.acquire()
    },
    async drain() {
      const before = attempts
      await use()
      try {
        for (let last = -1; last !== attempts; ) {
          last = attempts
          await holding.poll()
          await holding.acquire()
          tick()
          await until(() => !refills.busy && completions.unsaved === 0 && holding.lanes().every(lane => lane.idle))
        }
      } finally {
        await unuse()
      }
      return attempts - before
    },
    queued({ endpoints, eventId, due, body, origin }) {
      const resource = resourceOf(eventId, body)
      const row = { due, id: eventId, ctid: nowhere, eventId, attempt: 1, origin, body, resource }
      const elsewhere: string[] = []
      for (const endpointId of endpoints) {
        const lane = holding.lane(endpointId)
        if (!lane) elsewhere.push(endpointId)
        else if (refills.hasRoom(lane) && lane.hand(row)) pump.enqueue(lane)
        else {
          lane.rewind(due)
          refills.want(lane)
        }
      }
      if (elsewhere.length > 0) void offer(elsewhere)
    },
    changed(_organizationId, endpointId) {
      const lane = holding.lane(endpointId)
      if (!lane) return void offer([endpointId])
      lane.stale = true
      void holding.reload([lane])
    },
    accessChanged(organizationId) {
      const lanes = holding.lanes().filter(lane => lane.organizationId === organizationId)
      for (const lane of lanes) lane.stale = true
      if (lanes.length > 0) void holding.reload(lanes)
      if (users > 0) void holding.acquire()
    },
    heard(endpointIds) {
      if (users === 0) return
      void holding.poll()
      for (const endpointId of endpointIds) {
        const lane = holding.lane(endpointId)
        if (lane) refills.heard(lane)
      }
      const unknown = endpointIds.filter(id => !holding.lane(id))
      if (unknown.length > 0 || endpointIds.length === 0) void holding.acquire(unknown.length > 0 ? unknown : undefined)
    },
    get state() {
      const lanes = holding.lanes()
      return {
        inFlight: pump.inFlight,
        suspect: pump.suspect,
        lanes: lanes.length,
        failing: lanes.filter(({ failures }) => failures > 0).length,
        unsaved: completions.unsaved,
      }
    },
    async [Symbol.asyncDispose]() {
      users = Math.min(users, 1)
      const released = users === 1 ? unuse() : undefined
      await until(() => pump.inFlight === 0)
      await completions[Symbol.asyncDispose]()
      await released
      await sender[Symbol.asyncDispose]()
    },
  }
}
