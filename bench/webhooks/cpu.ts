import { type Figure, figure } from '#bench/benchmark.ts'
import { cpuTimes } from '#bench/processes.ts'
import type { Server } from '#bench/server.ts'
import { interleave } from '#bench/statistics.ts'
import { type Cell, clear, drained, duplicates, sized, startWebhookServer } from './cell.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'
import { type Floor, startFloor } from './floor.ts'
import { type Receivers, type Seen, startReceivers } from './receivers.ts'

const endpointCount = 200
/** Requests that the server has under way at most; it keeps more connections than that. */
const maxAtOnce = 1024

/** µs of CPU for one delivery. */
interface Sample {
  readonly node: number
  readonly postgres: number
}

const total = ({ node, postgres }: Sample): number => node + postgres

const used = async (pid: number, count: number, work: () => Promise<unknown>): Promise<Sample> => {
  const before = await cpuTimes(pid)
  await work()
  const after = await cpuTimes(pid)
  const each = (seconds: number): number => (seconds * 1e6) / count
  return { node: each(after.own - before.own), postgres: each(after.below - before.below) }
}

interface Sides {
  readonly server: Server
  readonly endpoints: Endpoints
  readonly receivers: Receivers
  readonly count: number
}

const drain = async ({ server, endpoints, receivers, count }: Sides): Promise<{ sample: Sample; seen: Seen }> => {
  await clear(server)
  await endpoints.pause()
  await endpoints.seed(count)
  await receivers.forget()
  let seen: Seen | undefined
  const sample = await used(server.pid, count, async () => {
    await endpoints.resume()
    seen = await drained(server, receivers, count)
  })
  if (!seen) throw new Error('nothing was drained')
  return { sample, seen }
}

const described = (sample: Sample): string => `${sample.node.toFixed()}+${sample.postgres.toFixed()}`

const measure = async (sides: Sides, hosts: number, rounds: number): Promise<Figure[]> => {
  const { endpoints, receivers, count } = sides
  await endpoints.move(receivers.urls.slice(0, hosts))
  const warm = await drain(sides)
  const connections = Math.min(warm.seen.connections, maxAtOnce)
  await using floor: Floor = await startFloor({ urls: receivers.urls.slice(0, hosts), concurrency: connections })
  const all: Seen[] = [warm.seen]
  const measured = await interleave({
    rounds,
    async ours() {
      const { sample, seen } = await drain(sides)
      all.push(seen)
      return sample
    },
    floor: () => used(floor.pid, count, () => floor.post(count)),
  })
  const times = measured.map(({ ours, floor }) => `${described(ours)}:${floor.node.toFixed()}`)
  const named = hosts === 1 ? '1 host' : `${hosts} hosts`
  return [
    figure({
      what: `CPU of a delivery, ${named}, against a raw signed undici POST`,
      samples: measured.map(({ ours, floor }) => total(ours) / floor.node),
      atMost: 1.4,
      detail: `µs, Node+PostgreSQL:floor, ${times.join(' ')}; ${connections} at once`,
    }),
    duplicates(all),
  ]
}

/** CPU of the server and of all of PostgreSQL for a delivery, against a process that only signs and posts. */
export const cpu: Cell = {
  name: 'cpu',
  async run({ full }) {
    const [count, rounds] = sized<[number, number]>(full, { full: [50_000, 9], usual: [20_000, 5], short: [500, 1] })
    await using server = await startWebhookServer()
    await using receivers = await startReceivers(endpointCount)
    const endpoints = await createEndpoints(server, receivers.urls)
    const sides = { server, endpoints, receivers, count }
    return [...(await measure(sides, 1, rounds)), ...(await measure(sides, endpointCount, rounds))]
  },
}
