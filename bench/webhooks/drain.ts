import { figure } from '#bench/benchmark.ts'
import { cpuDetail } from '#bench/comparison.ts'
import { meterProcess, meterRound, meterServer, type RoundResult, type Sample } from '#bench/cpu.ts'
import { peakMemory } from '#bench/processes.ts'
import { interleave } from '#bench/statistics.ts'
import { startBoss } from './boss.ts'
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

// With 1,000,000 jobs due, pg-boss does not finish within 11 minutes. It therefore never gets more than this number of
// jobs, with which its rate is higher.
const maxForBoss = 100_000

/**
 * Delivers a backlog to 200 endpoints, compared with pg-boss on the same PostgreSQL, whose jobs send the same signed
 * POST.
 */
export const drain: Cell = {
  name: 'drain',
  async run({ full }) {
    const [count, rounds] = chooseSize<[number, number]>(full, {
      full: [1_000_000, 1],
      usual: [100_000, 3],
      short: [1000, 1],
    })
    await using server = await startWebhookServer()
    await using receivers = await startReceivers(endpointCount)
    const endpoints = await createEndpoints(server, receivers.urls)
    await using boss = await startBoss({ connection: server.connection, urls: receivers.urls })
    const jobCount = Math.min(count, maxForBoss)
    const seenRounds: Seen[] = []
    const peaks: number[] = []
    const drainQueues = async (): Promise<RoundResult> => {
      await endpoints.resume()
      const seen = await untilDrained(server, receivers, count)
      seenRounds.push(seen)
      return { operations: count, perSecond: rateOf(seen) }
    }
    const ours = async (): Promise<Sample> => {
      await clear(server)
      await endpoints.pause()
      await endpoints.seed(count)
      await receivers.forget()
      const round = Promise.withResolvers<Sample>()
      const peak = await peakMemory(server.pid, async () => {
        round.resolve(await meterRound(meterServer(server), drainQueues))
      })
      peaks.push(peak)
      return round.promise
    }
    const drainBoss = async (): Promise<RoundResult> => {
      await boss.work()
      await receivers.until(jobCount)
      await boss.rest()
      return { operations: jobCount, perSecond: rateOf(await receivers.seen()) }
    }
    const floor = async (): Promise<Sample> => {
      await server.sql('truncate pgboss.job')
      await boss.insert(jobCount)
      await server.sql('analyze pgboss.job')
      await server.sql('checkpoint')
      await receivers.forget()
      return meterRound(meterProcess(boss, server), drainBoss)
    }
    const samplePairs = await interleave({ rounds, ours, floor })
    const formattedCount = count.toLocaleString('en')
    return [
      figure({
        label: `deliveries/s of ${formattedCount} due over ${endpointCount} endpoints`,
        samples: samplePairs.map(({ ours }) => ours.perSecond),
        atLeast: 8000,
      }),
      figure({
        label: 'the same against pg-boss with the same signed POST',
        samples: samplePairs.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
        atLeast: 3,
        detail: `deliveries/s, ours:pg-boss, ${formatPairs(samplePairs)}\n${cpuDetail('deliveries', samplePairs)}`,
      }),
      figure({ label: `memory of the server with ${formattedCount} due`, samples: peaks, atMost: 280, unit: 'MiB' }),
      duplicates(seenRounds),
    ]
  },
}
