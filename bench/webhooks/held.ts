import pg from 'pg'
import { figure } from '#bench/benchmark.ts'
import { cpuDetail } from '#bench/comparison.ts'
import { meterRound, meterServer, type RoundResult, type Sample } from '#bench/cpu.ts'
import { interleave } from '#bench/statistics.ts'
import {
  type Cell,
  chooseSize,
  clear,
  duplicates,
  formatPairs,
  rateOf,
  startWebhookServer,
  untilDrained,
} from './cell.ts'
import { createEndpoints } from './endpoints.ts'
import { type Seen, startReceivers } from './receivers.ts'

const endpointCount = 200

/**
 * Compares delivering a backlog while another session holds a transaction open, which prevents vacuuming, with
 * delivering it without that transaction.
 */
export const held: Cell = {
  name: 'held',
  async run({ full }) {
    const [count, rounds] = chooseSize<[number, number]>(full, {
      full: [500_000, 5],
      usual: [60_000, 3],
      short: [1000, 1],
    })
    await using server = await startWebhookServer()
    await using receivers = await startReceivers(endpointCount)
    const endpoints = await createEndpoints(server, receivers.urls)
    const seenRounds: Seen[] = []
    const prepare = async (): Promise<void> => {
      await clear(server)
      await endpoints.pause()
      await endpoints.seed(count)
      await receivers.forget()
    }
    const drainQueues = async (): Promise<RoundResult> => {
      await endpoints.resume()
      const seen = await untilDrained(server, receivers, count)
      seenRounds.push(seen)
      return { operations: count, perSecond: rateOf(seen) }
    }
    const measureDrain = (): Promise<Sample> => meterRound(meterServer(server), drainQueues)
    const samplePairs = await interleave({
      rounds,
      async ours() {
        await prepare()
        const client = new pg.Client(server.connection)
        await client.connect()
        await client.query('begin')
        await client.query('select txid_current()')
        return measureDrain().finally(() => client.end())
      },
      async floor() {
        await prepare()
        return measureDrain()
      },
    })
    return [
      figure({
        label: `rate of ${count.toLocaleString('en')} while a transaction is held open`,
        samples: samplePairs.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
        atLeast: 0.9,
        detail: `deliveries/s, held:not, ${formatPairs(samplePairs)}\n${cpuDetail('deliveries', samplePairs)}`,
      }),
      duplicates(seenRounds),
    ]
  },
}
