import type { Figure } from '#bench/benchmark.ts'
import { type Comparison, comparePairs, comparisonFigures } from '#bench/comparison.ts'
import { meterProcess, meterServer } from '#bench/cpu.ts'
import { measureRound, openRig, type Rig, type Rounds } from '#bench/work.ts'
import { type Cell, chooseSize, clear, duplicates, rateOf, untilDrained, webhookStand } from './cell.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'
import { startFloor } from './floor.ts'
import { type Receivers, type Seen, startReceivers } from './receivers.ts'

const endpointCount = 200
/** The server's maximum of simultaneous requests; it keeps more connections open than that. */
const maxAtOnce = 1024

interface DeliveryTarget {
  readonly receivers: Receivers
  readonly endpoints: Endpoints
}

const openTarget = async ({ server, resources }: Rig, hosts: number): Promise<DeliveryTarget> => {
  const receivers = resources.use(await startReceivers(hosts))
  const endpoints = await createEndpoints(
    server,
    Array.from({ length: endpointCount }, (_, i) => receivers.urls[i % hosts] ?? ''),
  )
  return { receivers, endpoints }
}

/** Delivers a backlog to 200 endpoints. The rate is measured by the receivers' clock. */
const drainRounds = (
  { server }: Rig,
  { receivers, endpoints }: DeliveryTarget,
  count: number,
  seenRounds: Seen[],
): Required<Rounds> => ({
  async before() {
    await clear(server)
    await endpoints.pause()
    await endpoints.seed(count)
    await receivers.forget()
  },
  async round() {
    await endpoints.resume()
    const seen = await untilDrained(server, receivers, count)
    seenRounds.push(seen)
    return { operations: count, perSecond: rateOf(seen) }
  },
  after: () => endpoints.pause(),
})

const deliveries = (hosts: number, count: number, rounds: number, seenRounds: Seen[] = []): Comparison => ({
  name: hosts === 1 ? 'delivery' : 'delivery-hosts',
  label: `deliver a webhook, ${hosts === 1 ? '1 host' : `${hosts} hosts`}`,
  operations: 'deliveries',
  rounds,
  // A separate stand, because a workspace has at most 200 webhooks.
  stand: { ...webhookStand },
  async prepare(rig) {
    const rounds = drainRounds(rig, await openTarget(rig, hosts), count, seenRounds)
    // Determines the number of requests that the server makes at once, because the floor must make the same number.
    await measureRound(meterServer(rig.server), rounds)
    return rounds
  },
  against: 'a raw signed undici POST',
  async floor({ resources }) {
    const receivers = resources.use(await startReceivers(hosts))
    const concurrency = Math.min(Math.max(1, ...seenRounds.map(({ connections }) => connections)), maxAtOnce)
    const running = resources.use(await startFloor({ urls: receivers.urls, concurrency }))
    return {
      meter: meterProcess(running),
      async round() {
        const startTime = performance.now()
        await running.post(count)
        return { operations: count, perSecond: (count * 1000) / (performance.now() - startTime) }
      },
    }
  },
  cpu: { atMost: 1.4 },
})

const sizes = (full: boolean) =>
  chooseSize<[number, number]>(full, { full: [50_000, 9], usual: [20_000, 5], short: [500, 1] })

export const deliveryWorks = [1, endpointCount].map(hosts => deliveries(hosts, ...sizes(false)))

/** CPU of the server and of all of PostgreSQL per delivery, against a process that only signs and posts. */
export const cpu: Cell = {
  name: 'cpu',
  async run({ full }) {
    const figures: Figure[] = []
    for (const hosts of [1, endpointCount]) {
      const seenRounds: Seen[] = []
      const comparison = deliveries(hosts, ...sizes(full), seenRounds)
      await using rig = await openRig(comparison.stand)
      figures.push(...comparisonFigures(comparison, await comparePairs(comparison, rig)), duplicates(seenRounds))
    }
    return figures
  },
}
