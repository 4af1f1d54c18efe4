import { type Benchmark, figure } from '#bench/benchmark.ts'
import { interleave } from '#bench/statistics.ts'
import { openCurl } from './curl.ts'
import { mebibytes, onEachServer, send, startStore } from './place.ts'

const perSecond = (seconds: number) => mebibytes / seconds

/** A file from this node's disk to a bucket, against curl that sends the same parts to the same server. */
export const bucketUpload: Benchmark = {
  name: 'bucket-upload',
  run: () =>
    onEachServer(async (name, { server, place, bytes }) => {
      await using store = await startStore(place)
      await using curl = await openCurl(server, place, bytes)
      const measured = await interleave({
        rounds: 7,
        ours: async () => perSecond(await send(store, 1)),
        floor: async () => perSecond(await curl.send()),
      })
      return figure({
        what: `${mebibytes} MiB to ${name}, MiB/s against curl sending the same parts`,
        samples: measured.map(({ ours, floor }) => ours / floor),
        atLeast: 0.85,
        detail: `MiB/s, ours:floor, ${measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`).join(' ')}`,
      })
    }),
}
