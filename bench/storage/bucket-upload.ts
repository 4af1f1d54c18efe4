import { type Benchmark, figure } from '#bench/benchmark.ts'
import { cpuDetail } from '#bench/comparison.ts'
import { meterEnded, meterProcess, meterRound } from '#bench/cpu.ts'
import { interleave } from '#bench/statistics.ts'
import { openCurl } from './curl.ts'
import { mebibytes, onEachServer, sendCopies, startStore } from './place.ts'

/** Sends a file from the local disk to a bucket, compared with curl sending the same parts to the same server. */
export const bucketUpload: Benchmark = {
  name: 'bucket-upload',
  run: () =>
    onEachServer(async (name, { server, place, bytes }) => {
      await using store = await startStore(place)
      await using curl = await openCurl(server, place, bytes)
      const sendByCurl = async () => ({ operations: mebibytes, perSecond: mebibytes / (await curl.send()) })
      const pairs = await interleave({
        rounds: 7,
        ours: () => meterRound(meterProcess(store), () => sendCopies(store, 1)),
        floor: () => meterRound(meterEnded, sendByCurl),
      })
      const rates = pairs.map(({ ours, floor }) => `${ours.perSecond.toFixed()}:${floor.perSecond.toFixed()}`)
      return figure({
        label: `${mebibytes} MiB to ${name}, MiB/s against curl sending the same parts`,
        samples: pairs.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
        atLeast: 0.85,
        detail: `MiB/s, ours:floor, ${rates.join(' ')}\n${cpuDetail('MiB', pairs)}`,
      })
    }),
}
