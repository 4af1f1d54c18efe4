import { setTimeout as delay } from 'node:timers/promises'
import type { CoreServices } from '#http/call.ts'
import type { Deliveries } from '#http/emission.ts'
import { second } from '#lib/clock.ts'
import { createCompletionLog } from './completion-log.ts'
import { noCtid } from './completion-queries.ts'
import type { Sender } from './exchange.ts'
import { Lanes } from './lanes.ts'
import { createLeases } from './leases.ts'
import type { Notifier } from './notifier.ts'
import { createPump } from './pump.ts'
import { createRefills } from './refills.ts'
import { resourceOf } from './resource.ts'

const settleIntervalMs = 10

interface Options {
  readonly services: CoreServices
  readonly sender: Sender
  readonly notifier: Notifier
}

/** Delivers the queues of the lanes that this node holds. */
export interface Dispatcher extends Deliveries, AsyncDisposable {
  /** Leases lanes and delivers until disposed. `alone`: no other process can hold a lane. */
  start(alone: boolean): Promise<void>
  /** Delivers everything that is due by the clock. Returns the number of attempts that ended. */
  drain(): Promise<number>
  /** Handles a notification from another node that these endpoints changed; an empty list stands for any endpoint. */
  onNotified(endpointIds: readonly string[]): void
  readonly state: {
    readonly inFlight: number
    readonly suspect: number
    readonly lanes: number
    readonly failing: number
    readonly unsaved: number
  }
}

const waitUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 2))
}

/**
 * Leases whole lanes instead of rows, and is then their only reader. No attempt starts if the lease was not renewed for
 * 60 % of its duration, if endpoints were not polled for 900 ms, or while 1,024 attempts are unrecorded.
 */
export const createDispatcher = ({ services, sender, notifier }: Options): Dispatcher => {
  const { clock } = services
  /** The number of users that need deliveries to continue: the worker and each drain. */
  let users = 0
  let acquireTimer: NodeJS.Timeout | undefined
  let roundTimers: NodeJS.Timeout[] = []

  // Each part depends only on earlier ones.
  const lanes = new Lanes()
  const leases = createLeases(services, lanes)
  const refills = createRefills(services, lanes, leases.reload)
  const completions = createCompletionLog(services, lanes)
  const canStart = (monotonic: number): boolean => users > 0 && leases.isFresh(monotonic)
  const pump = createPump({ services, sender, lanes, completions, canStart })

  const stopRounds = (): void => {
    for (const timer of roundTimers) clearInterval(timer)
    roundTimers = []
  }

  const tick = (): void => {
    const now = clock.now()
    const monotonic = performance.now()
    for (const lane of lanes.all()) lane.onTick(now, monotonic)
    void leases.releaseUnused(monotonic)
    lanes.starts.bringBack()
    if (leases.holdsNone()) stopRounds()
  }

  /** The periodic work while a lane is held. */
  const rounds: readonly (readonly [ms: number, act: () => unknown])[] = [
    [250, tick],
    [300, leases.poll],
    [2500, leases.renew],
  ]

  const acquire = async (endpointIds?: readonly string[]): Promise<ReadonlySet<string>> => {
    const acquired = await leases.acquire(endpointIds)
    if (users > 0 && roundTimers.length === 0 && !leases.holdsNone()) {
      roundTimers = rounds.map(([ms, act]) => setInterval(act, ms).unref())
      void leases.poll()
    }
    return acquired
  }

  const beginUse = async (): Promise<void> => {
    if (users++ > 0) return
    acquireTimer = setInterval(() => acquire(), second).unref()
    await Promise.all([leases.renew(), leases.poll()])
  }

  const endUse = async (): Promise<void> => {
    if (--users > 0) return
    clearInterval(acquireTimer)
    stopRounds()
    while (users === 0 && !(await leases.releaseSettled())) await delay(settleIntervalMs)
  }

  // Leases the lanes of these endpoints if this node delivers, and notifies the holders of the other lanes.
  const acquireOrNotify = async (endpointIds: readonly string[]): Promise<void> => {
    const acquired = users > 0 ? await acquire(endpointIds) : new Set()
    const others = endpointIds.filter(id => !acquired.has(id))
    if (others.length > 0) notifier.notify(others)
  }

  return {
    async start(alone) {
      if (alone) await leases.releaseOthers()
      await beginUse()
      void acquire()
    },
    async drain() {
      const before = pump.ended
      await beginUse()
      try {
        for (let last = -1; last !== pump.ended; ) {
          last = pump.ended
          await leases.poll()
          await acquire()
          tick()
          await waitUntil(() => !refills.busy && completions.unsaved === 0 && lanes.all().every(lane => lane.isIdle))
        }
      } finally {
        await endUse()
      }
      return pump.ended - before
    },
    queued({ endpoints, eventId, due, body, origin }) {
      const resource = resourceOf(eventId, body)
      const row = { due, id: eventId, ctid: noCtid, eventId, attempt: 1, origin, originalDue: null, body, resource }
      const unheldIds: string[] = []
      for (const endpointId of endpoints) {
        const lane = lanes.get(endpointId)
        if (lane) lane.onCommitted(row)
        else unheldIds.push(endpointId)
      }
      if (unheldIds.length > 0) void acquireOrNotify(unheldIds)
    },
    changed(_organizationId, endpointId) {
      const lane = lanes.get(endpointId)
      void (lane ? leases.reload([lane]) : acquireOrNotify([endpointId]))
    },
    accessChanged(organizationId) {
      void leases.reload(lanes.all().filter(lane => lane.organizationId === organizationId))
      if (users > 0) void acquire()
    },
    onNotified(endpointIds) {
      if (users === 0) return
      void leases.poll()
      for (const endpointId of endpointIds) lanes.get(endpointId)?.onNotified(clock.now())
      const unheldIds = endpointIds.filter(id => !lanes.get(id))
      if (unheldIds.length > 0 || endpointIds.length === 0) void acquire(unheldIds.length > 0 ? unheldIds : undefined)
    },
    get state() {
      return {
        inFlight: pump.inFlight,
        suspect: pump.suspect,
        lanes: lanes.size,
        failing: lanes.all().filter(lane => lane.isFailing).length,
        unsaved: completions.unsaved,
      }
    },
    async [Symbol.asyncDispose]() {
      users = Math.min(users, 1)
      const released = users === 1 ? endUse() : undefined
      await waitUntil(() => pump.inFlight === 0)
      await completions[Symbol.asyncDispose]()
      await released
      await sender[Symbol.asyncDispose]()
    },
  }
}
