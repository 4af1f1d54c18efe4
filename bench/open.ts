import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyEnd, createClaim, createIntent, multipartHeaders, openPath, partHead } from './attachments.ts'
import { figure } from './benchmark.ts'
import { uploadChunk } from './bytes.ts'
import { type Comparison, compareOn, type Floor, type Watch } from './comparison.ts'
import { meterProcess, type RoundResult } from './cpu.ts'
import type { Load } from './load.ts'
import { startProcess } from './process.ts'
import { peakMemory, residentMemory } from './processes.ts'
import { call, requestText } from './request.ts'
import { scaled } from './scale.ts'
import type { Server } from './server.ts'
import { bareStand, type Rig } from './work.ts'

const mebibytes = scaled(100, 4)
const parallel = scaled(20, 4)

/** Uploads the file and returns the path that opens it. */
export const attach = async (server: Server, load: Load): Promise<string> => {
  const { port, token } = server
  const claimId = await createClaim(server)
  const path = await createIntent(server, claimId, mebibytes)
  const request = requestText({ method: 'POST', path, token, headers: multipartHeaders(mebibytes) }) + partHead
  await load.transfer({ port, requests: [request], upload: { mebibytes, end: bodyEnd } })
  const { attachments } = await call(server, `/api/v1/governance/evidence/attachments?claimId=${claimId}`)
  return openPath(claimId, attachments[0].artifactId)
}

/** Reads responses in parallel, each with `fileMebibytes` MiB before base64; an operation is a MiB. */
export const readResponses = async (
  load: Load,
  port: number,
  requests: readonly string[],
  fileMebibytes: number = mebibytes,
): Promise<RoundResult> => {
  const { seconds } = await load.transfer({ port, requests })
  const operations = requests.length * fileMebibytes
  return { operations, perSecond: operations / seconds }
}

/** The floor: bare node:http that streams a file of 100 MiB as base64. */
export const openFloor = async ({ server, load, resources }: Rig): Promise<Floor> => {
  const file = join(server.directory, 'file')
  await writeFile(file, Buffer.concat(Array.from({ length: mebibytes }, () => uploadChunk)))
  const running = resources.use(await startProcess(['bench/floor-open.ts', file]))
  const request = requestText({ path: '/' })
  return { meter: meterProcess(running), round: () => readResponses(load, running.port, [request]) }
}

/** Downloads 100 MiB as base64 in JSON and checks the digest again, compared with bare node:http streaming base64. */
export const openWork: Comparison = {
  name: 'open',
  label: 'open 100 MiB',
  operations: 'MiB',
  rounds: 7,
  stand: bareStand,
  async prepare({ server, load }) {
    const request = requestText({ path: await attach(server, load), token: server.token })
    return { round: () => readResponses(load, server.port, [request]) }
  },
  against: 'bare node:http',
  floor: openFloor,
  wall: { atLeast: 0.95 },
}

const watchMemory: Watch = async ({ server, load }) => {
  const { pid, port, token } = server
  const request = requestText({ path: await attach(server, load), token })
  const idle = await residentMemory(pid)
  return async () => {
    const parallelRequests = Array<string>(parallel).fill(request)
    const samples: number[] = []
    for (let round = 0; round < 3; round++)
      samples.push((await peakMemory(pid, () => readResponses(load, port, parallelRequests))) - idle)
    const detail = `idle ${idle.toFixed()} MiB`
    return [
      figure({ label: `memory of ${parallel} opens at once, above idle`, samples, atMost: 64, unit: 'MiB', detail }),
    ]
  }
}

export const open = compareOn('open', [openWork], watchMemory)
