import { figure } from '#bench/benchmark.ts'
import { cpuDetail } from '#bench/comparison.ts'
import { type Done, metered, meterProcess, meterServer, type Sample } from '#bench/cpu.ts'
import { peakMemory } from '#bench/processes.ts'
import { interleave } from '#bench/statistics.ts'
import { startBoss } from './boss.ts'
import { type Cell, clear, drained, duplicates, pairs, rateOf, sized, startWebhookServer } from './cell.ts'
import { createEndpoints } from './endpoints.ts'
import { type Seen, startReceivers } from './receivers.ts'

const endpointCount = 200

// With 1,000,000 jobs due, pg-boss had not finished after 11 minutes, so its rate is always measured with this number,
// which gives the higher rate.
const maxForBoss = 100_000

/**
 * Delivers a backlog to 200 endpoints, against pg-boss with the same signed POST as its job, on the same PostgreSQL.
 */
export const drain: Cell = {
  name: 'drain',
  async run({ full }) {
    const [count, rounds] = sized<[number, number]>(full, {
      full: [1_000_000, 1],
      usual: [100_000, 3],
      short: [1000, 1],
    })
    await using server = await startWebhookServer()
    await using receivers = await startReceivers(endpointCount)
    const endpoints = await createEndpoints(server, receivers.urls)
    await using boss = await startBoss({ connection: server.connection, urls: receivers.urls })
    const jobs = Math.min(count, maxForBoss)
    const all: Seen[] = []
    const peaks: number[] = []
    const drainQueues = async (): Promise<Done> => {
      await endpoints.resume()
      const seen = await drained(server, receivers, count)
      all.push(seen)
      return { operations: count, perSecond: rateOf(seen) }
    }
    const ours = async (): Promise<Sample> => {
      await clear(server)
      await endpoints.pause()
      await endpoints.seed(count)
      await receivers.forget()
      const round = Promise.withResolvers<Sample>()
      const peak = await peakMemory(server.pid, async () => {
        round.resolve(await metered(meterServer(server), drainQueues))
      })
      peaks.push(peak)
      return round.promise
    }
    const drainBoss = async (): Promise<Done> => {
      await boss.work()
      await receivers.until(jobs)
      await boss.rest()
      return { operations: jobs, perSecond: rateOf(await receivers.seen()) }
    }
    const floor = async (): Promise<Sample> => {
      await server.sql('truncate pgboss.job')
      await boss.insert(jobs)
      await server.sql('analyze pgboss.job')
      await server.sql('checkpoint')
      await receivers.forget()
      return metered(meterProcess(boss, server), drainBoss)
    }
    const measured = await interleave({ rounds, ours, floor })
    const named = count.toLocaleString('en')
    return [
      figure({
        what: `deliveries/s of ${named} due over ${endpointCount} endpoints`,
        samples: measured.map(({ ours }) => ours.perSecond),
        atLeast: 8000,
      }),
      figure({
        what: 'the same against pg-boss with the same signed POST',
        samples: measured.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
        atLeast: 3,
        detail: `deliveries/s, ours:pg-boss, ${pairs(measured)}\n${cpuDetail('deliveries', measured)}`,
      }),
      figure({ what: `memory of the server with ${named} due`, samples: peaks, atMost: 280, unit: 'MiB' }),
      duplicates(all),
    ]
  },
}
