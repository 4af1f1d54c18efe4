import { setTimeout as delay } from 'node:timers/promises'
import { figure } from '#bench/benchmark.ts'
import { untilQuiet } from '#bench/processes.ts'
import { cpuAlone } from '#bench/work.ts'
import { type Cell, chooseSize, duplicates, startWebhookServer } from './cell.ts'
import { startClaims } from './claims.ts'
import { createEndpoints } from './endpoints.ts'
import { commitTimes, type Lag, measureLag } from './lag.ts'
import { startReceivers } from './receivers.ts'

const warmSeconds = 5

/** Creates 500 claims a second over HTTP, each of which is delivered to one endpoint. */
export const latency: Cell = {
  name: 'latency',
  async run({ full }) {
    const [seconds, rounds] = chooseSize<[number, number]>(full, { full: [60, 3], usual: [15, 3], short: [1, 1] })
    await using server = await startWebhookServer(commitTimes)
    await using receivers = await startReceivers(1)
    await using claims = await startClaims()
    await createEndpoints(server, receivers.urls, 'evidence.claim.created')
    await measureLag(server, receivers, claims, warmSeconds)
    const lags: Lag[] = []
    for (let round = 0; round < rounds; round++) {
      await untilQuiet()
      lags.push(await measureLag(server, receivers, claims, seconds))
      await delay(1000)
    }
    const longest = lags.map(lag => lag.max.toFixed()).join(' ')
    const refused = lags.reduce((sum, lag) => sum + lag.refused, 0)
    const what = 'from the commit of a claim to the first byte at the receiver, 500/s'
    return [
      figure({ label: `${what}, p50`, samples: lags.map(({ median }) => median), atMost: 5, unit: 'ms' }),
      figure({
        label: `${what}, p99`,
        samples: lags.map(({ p99 }) => p99),
        atMost: 50,
        unit: 'ms',
        detail: `${seconds} s each; the longest ${longest} ms; ${refused} claims refused\n${cpuAlone(
          'claims with their delivery',
          lags.map(({ sample }) => sample),
        )}`,
      }),
      duplicates(lags.map(({ seen }) => seen)),
    ]
  },
}
