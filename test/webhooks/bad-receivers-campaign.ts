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

/** The response part of GET …/deliveries/{id}. */
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
  /** The responses of the first attempts, one for each expected record, and of the last attempt. */
  readonly answers: ReadonlyMap<string, DeliveryResponse>
  readonly pending: readonly { readonly due: number; readonly event: string; readonly attempt: number }[]
  /** Not counted for receivers in their own thread. */
  readonly connections: number | undefined
}

export interface Phase {
  /** The time from each change to its arrival at a healthy receiver, in milliseconds. */
  readonly latencies: readonly number[]
}

export interface Campaign {
  /** The phase of a second server in the same process at the same time, whose receivers are all well-behaved. */
  readonly baseline: Phase
  /** The phase of the server where the same number of receivers misbehave. */
  readonly withBadReceivers: Phase
  /** The paths and events that arrived at the healthy receivers. */
  readonly arrivals: readonly (readonly [path: string, event: string])[]
  readonly seen: ReadonlyMap<string, ReceiverResult>
  readonly peak: { readonly inFlight: number; readonly suspect: number; readonly unsaved: number }
  /** The greatest lateness of the event loop, which both servers and all receivers share, in milliseconds. */
  readonly late: number
  /** The same, between 9.5 and 12 s. */
  readonly lateAtDeadline: number
}

export const healthy = 4
const perSecond = 10
const phaseMs = { warm: 1000, beside: 12_000 }

const floodingKinds: ReadonlySet<string> = new Set(['endless body', 'endless chunks'])

const lookedUpOnce: Partial<Readonly<Record<string, readonly Expected[]>>> = {
  // Entering the URL looked up the name. If the next lookup takes longer than a second, that result is used again.
  'slow name': [{ status: 200, truncated: false, ms: [990, 2000] }],
}

/** The product's record of each kind, once its URL has been accepted. */
export const inProduct: readonly Kind[] = kinds.map(kind => ({
  ...kind,
  expected: lookedUpOnce[kind.kind] ?? kind.expected,
}))

const readResult = async (
  webhooks: Webhooks,
  id: string,
  { expected }: Kind,
): Promise<Omit<ReceiverResult, 'connections'>> => {
  // Reads pending deliveries first, so that one that is delivered in between is among the attempts.
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

/** The greatest lateness of the event loop while a function runs. */
const measureLateness = async <T>(work: Promise<T>): Promise<readonly [T, number]> => {
  using lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  return [await work, Math.round(lag.max / 1e6)]
}

/** Starts a server with healthy receivers. `phase` creates claims in it and measures their deliveries. */
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
 * Lets every kind of receiver misbehave at once for 12 s while claims are created. A second server has the same number
 * of well-behaved receivers and the same load at the same time, so that other work on the machine slows both equally.
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
