import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyEnd, createClaim, createIntent, multipartHeaders, openPath, partHead } from './attachments.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { uploadChunk } from './bytes.ts'
import { type Load, startLoad } from './load.ts'
import { startProcess } from './process.ts'
import { peakMemory, residentMemory } from './processes.ts'
import { call, requestText } from './request.ts'
import { scaled } from './scale.ts'
import { type Server, startServer } from './server.ts'
import { interleave } from './statistics.ts'

const rounds = 7
const mebibytes = scaled(100, 4)
const parallel = scaled(20, 4)

/** Uploads the file and answers the path that opens it. */
export const attach = async (server: Server, load: Load): Promise<string> => {
  const { port, token } = server
  const claimId = await createClaim(server)
  const path = await createIntent(server, claimId, mebibytes)
  const request = requestText({ method: 'POST', path, token, headers: multipartHeaders(mebibytes) }) + partHead
  await load.transfer({ port, requests: [request], upload: { mebibytes, end: bodyEnd } })
  const { attachments } = await call(server, `/api/v1/governance/evidence/attachments?claimId=${claimId}`)
  return openPath(claimId, attachments[0].artifactId)
}

/** Returns MiB of the file a second. */
export const readAll = async (load: Load, port: number, requests: readonly string[]): Promise<number> => {
  const { seconds } = await load.transfer({ port, requests })
  return (requests.length * mebibytes) / seconds
}

/** 100 MiB out as base64 in JSON, digest checked again, against streaming base64 by bare node:http. */
export const open: Benchmark = {
  name: 'open',
  async run() {
    await using server = await startServer()
    await using load = await startLoad()
    const { token, pid } = server
    const path = await attach(server, load)
    const file = join(server.directory, 'file')
    await writeFile(file, Buffer.concat(Array.from({ length: mebibytes }, () => uploadChunk)))
    await using floor = await startProcess(['bench/floor-open.ts', file])
    const idle = await residentMemory(pid)
    const read = (port: number, requests: readonly string[]) => readAll(load, port, requests)
    const request = requestText({ path, token })
    const measured = await interleave({
      rounds,
      ours: () => read(server.port, [request]),
      floor: () => read(floor.port, [requestText({ path: '/' })]),
    })
    const grown: number[] = []
    for (let round = 0; round < 3; round++) {
      const all = Array.from({ length: parallel }, () => request)
      grown.push((await peakMemory(pid, () => read(server.port, all))) - idle)
    }
    const perSecond = measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`)
    return [
      figure({
        what: 'open 100 MiB, MiB/s of the file against bare node:http',
        samples: measured.map(({ ours, floor }) => ours / floor),
        atLeast: 0.8,
        detail: `MiB/s, ours:floor, ${perSecond.join(' ')}`,
      }),
      figure({
        what: `memory of ${parallel} opens at once, over idle`,
        samples: grown,
        atMost: 64,
        unit: 'MiB',
        detail: `idle ${idle.toFixed()} MiB`,
      }),
    ]
  },
}
