import { bodyEnd, createClaim, createIntent, multipartHeaders, partHead } from './attachments.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { type Load, startLoad } from './load.ts'
import { startProcess } from './process.ts'
import { peakMemory, residentMemory } from './processes.ts'
import { requestText } from './request.ts'
import { type Server, startServer } from './server.ts'
import { interleave } from './statistics.ts'

const rounds = 7
const mebibytes = 100
const parallel = 20

const send = async (load: Load, port: number, paths: readonly string[], token: string): Promise<number> => {
  const headers = multipartHeaders(mebibytes)
  const requests = paths.map(path => requestText({ method: 'POST', path, token, headers }) + partHead)
  const { seconds } = await load.transfer({ port, requests, upload: { mebibytes, end: bodyEnd } })
  return (paths.length * mebibytes) / seconds
}

// Announced beforehand: what is measured is the upload.
const intents = async (server: Server, count: number): Promise<string[]> => {
  const claimId = await createClaim(server)
  const paths: string[] = []
  for (let i = 0; i < count; i++) paths.push(await createIntent(server, claimId, mebibytes))
  return paths
}

/** 100 MiB in, hashed, checked and kept, against bare Fastify multipart that hashes to a file without syncing it. */
export const upload: Benchmark = {
  name: 'upload',
  async run() {
    await using server = await startServer()
    await using floor = await startProcess(['bench/floor-upload.ts', server.directory])
    await using load = await startLoad()
    const { token, pid } = server
    const idle = await residentMemory(pid)
    const measured = await interleave({
      rounds,
      ours: async () => send(load, server.port, await intents(server, 1), token),
      floor: () => send(load, floor.port, ['/upload'], token),
    })
    const grown: number[] = []
    for (let round = 0; round < 3; round++) {
      const paths = await intents(server, parallel)
      grown.push((await peakMemory(pid, () => send(load, server.port, paths, token))) - idle)
    }
    const perSecond = measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`)
    return [
      figure({
        what: 'upload 100 MiB, MiB/s against bare Fastify multipart hashing to a file',
        samples: measured.map(({ ours, floor }) => ours / floor),
        atLeast: 0.9,
        detail: `MiB/s, ours:floor, ${perSecond.join(' ')}`,
      }),
      figure({
        what: `memory of ${parallel} uploads at once, over idle`,
        samples: grown,
        atMost: 64,
        unit: 'MiB',
        detail: `idle ${idle.toFixed()} MiB`,
      }),
    ]
  },
}
