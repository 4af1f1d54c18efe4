import { type Benchmark, figure } from '#bench/benchmark.ts'
import { cpuDetail } from '#bench/comparison.ts'
import { meterRound, meterServer } from '#bench/cpu.ts'
import { startLoad } from '#bench/load.ts'
import { attach, readResponses } from '#bench/open.ts'
import { peakMemory, residentMemory } from '#bench/processes.ts'
import { requestText } from '#bench/request.ts'
import { scaled } from '#bench/scale.ts'
import { signIn, startServer } from '#bench/server.ts'
import { interleave } from '#bench/statistics.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { clientOf } from './opens.ts'
import { onEachServer } from './place.ts'

const parallel = scaled(10, 2)

/**
 * Compares opening a file that is encrypted in its bucket with opening an unencrypted one, and measures the memory of
 * many such opens at once.
 */
export const bucketOpen: Benchmark = {
  name: 'bucket-open',
  async run() {
    const figures = await onEachServer(async (name, { place: { settings, credentials: originalCredentials } }) => {
      await using server = await startServer({ PROBATA_STORAGE_ALLOW: '127.0.0.0/8' })
      await using load = await startLoad()
      const cookie = await signIn(server)
      const bindings = bindingsOf(clientOf(server), () => cookie)
      // Uses a copy, because the client that created the bucket has modified the original object.
      const { accessKeyId, secretAccessKey } = originalCredentials
      const credentials = { accessKeyId, secretAccessKey }
      const attachIn = async (encryption: 'envelope' | 'none'): Promise<string> => {
        await bindings.activate({ settings: { ...settings, prefix: encryption }, credentials }, { encryption })
        return requestText({ path: await attach(server, load), token: server.token })
      }
      const plainRequest = await attachIn('none')
      const encryptedRequest = await attachIn('envelope')
      const idle = await residentMemory(server.pid)
      const meter = meterServer(server)
      const samplePairs = await interleave({
        rounds: 9,
        ours: () => meterRound(meter, () => readResponses(load, server.port, [encryptedRequest])),
        floor: () => meterRound(meter, () => readResponses(load, server.port, [plainRequest])),
      })
      const peak = await peakMemory(server.pid, () =>
        readResponses(load, server.port, Array<string>(parallel).fill(encryptedRequest)),
      )
      const rates = samplePairs.map(({ ours, floor }) => `${ours.perSecond.toFixed()}:${floor.perSecond.toFixed()}`)
      return [
        figure({
          label: `open 100 MiB from ${name}, encrypted against not`,
          samples: samplePairs.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
          atLeast: 0.8,
          detail: `MiB/s, ours:floor, ${rates.join(' ')}\n${cpuDetail('MiB', samplePairs)}`,
        }),
        figure({
          label: `memory of ${parallel} such opens at once, above idle`,
          samples: [peak - idle],
          atMost: 64,
          unit: 'MiB',
        }),
      ]
    })
    return figures.flat()
  },
}
