import { type Benchmark, figure } from '#bench/benchmark.ts'
import { meterProcess, meterRound, type Sample } from '#bench/cpu.ts'
import { peakMemory, residentMemory } from '#bench/processes.ts'
import { scaled } from '#bench/scale.ts'
import { cpuAlone } from '#bench/work.ts'
import { mebibytes, onEachServer, sendCopies, startStore } from './place.ts'

const parallel = scaled(20, 4)
const rounds = scaled(3, 1)

/** The memory that a process needs in addition while it sends many files to a bucket at once. */
export const bucketMemory: Benchmark = {
  name: 'bucket-memory',
  run: () =>
    onEachServer(async (name, { place }) => {
      const memoryGrowth: number[] = []
      const sendSamples: Sample[] = []
      for (let round = 0; round < rounds; round++) {
        await using store = await startStore(place)
        const idle = await residentMemory(store.pid)
        const peak = await peakMemory(store.pid, async () => {
          sendSamples.push(await meterRound(meterProcess(store), () => sendCopies(store, parallel)))
        })
        memoryGrowth.push(peak - idle)
      }
      return figure({
        label: `memory of ${parallel} files of ${mebibytes} MiB at once to ${name}, above idle`,
        samples: memoryGrowth,
        atMost: 128,
        unit: 'MiB',
        detail: `MiB/s ${sendSamples.map(({ perSecond }) => perSecond.toFixed()).join(' ')}\n${cpuAlone('MiB', sendSamples)}`,
      })
    }),
}
