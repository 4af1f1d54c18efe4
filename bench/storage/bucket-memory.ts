import { type Benchmark, figure } from '#bench/benchmark.ts'
import { peakMemory, residentMemory } from '#bench/processes.ts'
import { scaled } from '#bench/scale.ts'
import { mebibytes, onEachServer, send, startStore } from './place.ts'

const parallel = scaled(20, 4)
const rounds = scaled(3, 1)

/** What a process takes over idle while it sends many files to a bucket at once. */
export const bucketMemory: Benchmark = {
  name: 'bucket-memory',
  run: () =>
    onEachServer(async (name, { place }) => {
      const grown: number[] = []
      const rates: number[] = []
      for (let round = 0; round < rounds; round++) {
        await using store = await startStore(place)
        const idle = await residentMemory(store.pid)
        let seconds = 0
        const peak = await peakMemory(store.pid, async () => {
          seconds = await send(store, parallel)
        })
        grown.push(peak - idle)
        rates.push((parallel * mebibytes) / seconds)
      }
      return figure({
        what: `memory of ${parallel} files of ${mebibytes} MiB at once to ${name}, over idle`,
        samples: grown,
        atMost: 128,
        unit: 'MiB',
        detail: `MiB/s ${rates.map(rate => rate.toFixed()).join(' ')}`,
      })
    }),
}
