import { setTimeout as delay } from 'node:timers/promises'
import { figure } from '#bench/benchmark.ts'
import { cpuDetail } from '#bench/comparison.ts'
import { meterRound, meterServer, type Sample } from '#bench/cpu.ts'
import { interleave } from '#bench/statistics.ts'
import { type Cell, chooseSize, duplicates, rateOf, startWebhookServer } from './cell.ts'
import { startClaims } from './claims.ts'
import { createEndpoints } from './endpoints.ts'
import { commitTimes, type Lag, measureLag } from './lag.ts'
import { type Seen, startReceivers } from './receivers.ts'

const hungCount = 100
const healthyCount = 99
/** A time longer than the deadline of a request, after which no request to a paused endpoint still hangs. */
const deadlineMs = 11_000
/** A time long enough that the first requests and their repeats hang. */
const settleMs = 3000

/** A sample of deliveries from the backlog. */
interface Drained extends Sample {
  readonly lag: Lag
}

/**
 * Compares deliveries to healthy endpoints while 100 others hang on their backlog with the same deliveries while none
 * hang.
 */
export const hung: Cell = {
  name: 'hung',
  async run({ full }) {
    const [count, seconds, backlog, rounds] = chooseSize<[number, number, number, number]>(full, {
      full: [1_000_000, 60, 100_000, 3],
      usual: [100_000, 15, 20_000, 2],
      short: [1000, 1, 1000, 1],
    })
    await using server = await startWebhookServer(commitTimes)
    await using live = await startReceivers(1)
    await using healthy = await startReceivers(healthyCount)
    await using hanging = await startReceivers(hungCount, 'hang')
    await using claims = await startClaims()
    await createEndpoints(server, live.urls, 'evidence.claim.created')
    const healthyEndpoints = await createEndpoints(server, healthy.urls)
    const hungEndpoints = await createEndpoints(server, hanging.urls)
    await hungEndpoints.pause()
    await hungEndpoints.seed(count)
    const seenRounds: Seen[] = []
    const measure = async (): Promise<Drained> => {
      const lag = await measureLag(server, live, claims, seconds)
      await healthyEndpoints.pause()
      await healthyEndpoints.seed(backlog)
      await healthy.forget()
      const drainSample = await meterRound(meterServer(server), async () => {
        await healthyEndpoints.resume()
        await healthy.until(backlog)
        const seen = await healthy.seen()
        seenRounds.push(lag.seen, seen)
        return { operations: backlog, perSecond: rateOf(seen) }
      })
      return { lag, ...drainSample }
    }
    const samplePairs = await interleave({
      rounds,
      async ours() {
        await hungEndpoints.resume()
        await delay(settleMs)
        const sample = await measure()
        await hungEndpoints.pause()
        await delay(deadlineMs)
        return sample
      },
      floor: measure,
    })
    const { received } = await hanging.seen()
    const lags = samplePairs.map(({ ours, floor }) => `${ours.lag.p99.toFixed(1)}:${floor.lag.p99.toFixed(1)}`)
    const rates = samplePairs.map(({ ours, floor }) => `${ours.perSecond.toFixed()}:${floor.perSecond.toFixed()}`)
    return [
      figure({
        label: `p99 from commit to first byte next to ${hungCount} hung endpoints with ${count.toLocaleString('en')} due`,
        samples: samplePairs.map(({ ours, floor }) => ours.lag.p99 / floor.lag.p99),
        atMost: 1.2,
        detail: `ms, with:without, ${lags.join(' ')}; ${received} requests hung`,
      }),
      figure({
        label: `rate of a backlog over ${healthyCount} endpoints next to them`,
        samples: samplePairs.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
        atLeast: 0.9,
        detail: `deliveries/s, with:without, ${rates.join(' ')}\n${cpuDetail('deliveries', samplePairs)}`,
      }),
      duplicates(seenRounds),
    ]
  },
}
