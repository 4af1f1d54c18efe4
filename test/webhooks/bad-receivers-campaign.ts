import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lookup } from '#lib/guarded/resolve.ts'
import { allowed } from '#test/receivers/behaviours.ts'
import { certificates } from '#test/receivers/certificates.ts'
import { type Expected, type Kind, kinds } from '#test/receivers/kinds.ts'
import { createNames } from '#test/receivers/names.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { startReceiver } from './receiver.ts'
import { startReceiverThread } from './receiver-thread.ts'
import { claimMaker, createSteadily } from './steady.ts'
import { type Attempt, type Webhooks, webhooksOf } from './webhooks.ts'

/** The response in the result of GET …/deliveries/{id}. */
export interface DeliveryResponse {
  readonly code: string | null
  readonly response: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly encoding: BufferEncoding
    readonly truncated: boolean
  } | null
}

export interface ReceiverResult {
  readonly attempts: readonly (Attempt & { readonly message: string | null })[]
  /** The responses to the first attempts, one for each expected result, and to the last attempt. */
  readonly answers: ReadonlyMap<string, DeliveryResponse>
  readonly pending: readonly { readonly due: number; readonly event: string; readonly attempt: number }[]
  /** The number of connections. Undefined for a receiver in its own thread, whose connections are not counted. */
  readonly connections: number | undefined
}

export interface Phase {
  /** The milliseconds from each change to its arrival at a healthy receiver. */
  readonly latencies: readonly number[]
}

export interface Campaign {
  /** The phase of a second server, in the same process at the same time, all of whose receivers behave well. */
  readonly baseline: Phase
  /** The phase of the server at which the same number of receivers misbehave. */
  readonly withBadReceivers: Phase
  /** The paths and events of the deliveries that arrived at the healthy receivers. */
  readonly arrivals: readonly (readonly [path: string, event: string])[]
  readonly seen: ReadonlyMap<string, ReceiverResult>
  readonly peak: { readonly inFlight: number; readonly suspect: number; readonly unsaved: number }
  /** The greatest lateness of the event loop in milliseconds. Both servers and all receivers share this event loop. */
  readonly late: number
  /** The greatest lateness from 9.5 s to 12 s after the start, around the deadline of 10 s. */
  readonly lateAtDeadline: number
}

export const healthy = 4
const perSecond = 10
const phaseMs = { warm: 1000, beside: 12_000 }

const floodingKinds: ReadonlySet<string> = new Set(['endless body', 'endless chunks'])

const lookedUpOnce: Partial<Readonly<Record<string, readonly Expected[]>>> = {
  // The name was looked up when the URL was entered. If the next lookup takes longer than a second, that result is used
  // again.
  'slow name': [{ status: 200, truncated: false, ms: [990, 2000] }],
}

/** The results that the product records for each kind of receiver, once the URL has been accepted. */
export const inProduct: readonly Kind[] = kinds.map(kind => ({
  ...kind,
  expected: lookedUpOnce[kind.kind] ?? kind.expected,
}))

const readResult = async (
  webhooks: Webhooks,
  id: string,
  { expected }: Kind,
): Promise<Omit<ReceiverResult, 'connections'>> => {
  // Reads pending deliveries first, so that a delivery that arrives in the meantime is among the attempts.
  const pending = await webhooks.pending(id)
  const attempts = (await webhooks.attempts(id)) as unknown as ReceiverResult['attempts']
  const answers = new Map<string, DeliveryResponse>()
  for (const one of [...attempts.slice(0, expected.length), ...attempts.slice(-1)])
    answers.set(one.id, (await webhooks.get(`/${id}/deliveries/${one.id}`)).body)
  return { pending, attempts, answers }
}

const watchPeak = (p: Probata) => {
  const peak = { inFlight: 0, suspect: 0, unsaved: 0 }
  const sample = () => {
    const { state } = p.system.delivery
    for (const key of ['inFlight', 'suspect', 'unsaved'] as const) peak[key] = Math.max(peak[key], state[key])
  }
  const timer = setInterval(sample, 10)
  return { most: peak, [Symbol.dispose]: () => clearInterval(timer) }
}

/** Returns the greatest lateness of the event loop until `work` has ended. */
const measureLateness = async <T>(work: Promise<T>): Promise<readonly [T, number]> => {
  using lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  return [await work, Math.round(lag.max / 1e6)]
}

/** Starts a server with healthy receivers. `phase` creates claims in it and measures how long their deliveries take. */
const startSide = async (env: Readonly<Record<string, string>>, lookup?: Lookup) => {
  await using starting = new AsyncDisposableStack()
  const p = starting.use(await boot({ env, ...(lookup && { lookup }) }))
  const neighbour = starting.use(await startReceiver())
  const webhooks = webhooksOf(p)
  const create = await claimMaker(p)
  for (let i = 0; i < healthy; i++) await webhooks.create(`${neighbour.url}/${i}`)

  const phase = async (ms: number): Promise<Phase> => {
    const receivedBefore = neighbour.received.length
    const claims = await createSteadily(create, perSecond, ms)
    const expectedCount = receivedBefore + claims.length * healthy
    await until(`${expectedCount} arrivals`, () => neighbour.received.length >= expectedCount)
    const latencies = neighbour.received
      .slice(receivedBefore)
      .map(({ at, body }) => at - Date.parse(JSON.parse(body).createdAt))
    return { latencies }
  }

  const resources = starting.move()
  return { p, neighbour, webhooks, phase, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/**
 * Lets receivers of every kind misbehave at the same time for 12 s while claims are created. At the same time, a second
 * server has the same number of well-behaved receivers and the same load, so that other work on the machine slows both
 * servers equally.
 */
export const runCampaign = async (): Promise<Campaign> => {
  await certificates()
  const names = createNames()
  await using resources = new AsyncDisposableStack()
  const env = { PROBATA_WEBHOOK_ALLOW: allowed, PROBATA_ROLES: 'api,worker' }
  const { p, neighbour, webhooks, phase } = resources.use(await startSide(env, names.lookup))
  const control = resources.use(await startSide(env))
  const otherReceiver = resources.use(await startReceiver())
  const badEndpoints = await Promise.all(
    inProduct.map(async kind => {
      const receiver = resources.use(
        await (floodingKinds.has(kind.kind) ? startReceiverThread(kind.kind) : kind.start(names)),
      )
      return { kind, receiver }
    }),
  )
  await Promise.all(inProduct.map(() => control.webhooks.create(otherReceiver.url)))
  await Promise.all([control.phase(phaseMs.warm), phase(phaseMs.warm)])
  const ids = await Promise.all(badEndpoints.map(async ({ receiver }) => (await webhooks.create(receiver.url)).id))

  using watched = watchPeak(p)
  const deadline = delay(9500).then(() => measureLateness(delay(2500)))
  const [[calm, beside], late] = await measureLateness(
    Promise.all([control.phase(phaseMs.beside), phase(phaseMs.beside)]),
  )
  const results = new Map<string, ReceiverResult>()
  for (const [i, { kind, receiver }] of badEndpoints.entries())
    results.set(kind.kind, { ...(await readResult(webhooks, ids[i] ?? '', kind)), connections: receiver.connections })
  const [, lateAtDeadline] = await deadline
  const arrivals = neighbour.received.map(({ path, headers }) => [path, String(headers['webhook-id'])] as const)
  return { baseline: calm, withBadReceivers: beside, late, lateAtDeadline, arrivals, seen: results, peak: watched.most }
}
