import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Figure, figure } from './benchmark.ts'
import { type Comparison, compareOn } from './comparison.ts'
import type { Load } from './load.ts'
import { attach, openFloor, readResponses } from './open.ts'
import { peakMemory, residentMemory } from './processes.ts'
import { claimBody, requestText } from './request.ts'
import { type Measured, runMeasured } from './run-measured.ts'
import { scaled } from './scale.ts'
import { type Server, signIn } from './server.ts'
import type { Rig, Rounds } from './work.ts'

const attachmentCount = scaled(10, 2)
const recordCount = scaled(10_000, 100)
const mebibyte = 1024 * 1024

const exportsPath = '/api/workspace/exports'

const createRecords = ({ port, token }: Server, load: Load) =>
  load.rate({
    port,
    connections: 8,
    for: { requests: recordCount },
    request: requestText({
      method: 'POST',
      path: '/api/v1/governance/evidence/claims',
      token,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'bundle-{n}' },
      body: JSON.stringify(claimBody),
    }),
  })

interface Bundle {
  readonly path: string
  readonly bytes: number
  /** The seconds from the request for a bundle until the bundle is ready. */
  readonly preparationSeconds: number
}

const prepare = async ({ url }: Server, cookie: string, attachments: boolean): Promise<Bundle> => {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const body = JSON.stringify({ scope: { kind: 'everything' }, attachments, reason: 'Benchmark of bundles' })
  const requestJson = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { headers, ...init })
    const responseText = await response.text()
    if (!response.ok) throw new Error(responseText)
    return JSON.parse(responseText)
  }
  const startTime = performance.now()
  const { id } = await requestJson(exportsPath, { method: 'POST', body })
  for (;;) {
    const { status, byteSize, failure } = await requestJson(`${exportsPath}/${id}`)
    const preparationSeconds = (performance.now() - startTime) / 1000
    if (status === 'ready') return { path: `${exportsPath}/${id}/content`, bytes: byteSize, preparationSeconds }
    if (status !== 'preparing') throw new Error(`the export is ${status}: ${JSON.stringify(failure)}`)
    await delay(100)
  }
}

const download = async ({ url, directory }: Server, cookie: string, { path, bytes }: Bundle): Promise<string> => {
  const file = join(directory, 'bundle.asice')
  const response = await fetch(url + path, { headers: { cookie } })
  await pipeline(response.body ?? [], createWriteStream(file))
  const { size } = await stat(file)
  if (size !== bytes) throw new Error(`${size} of ${bytes} bytes were received`)
  return file
}

/**
 * Builds the verifier as it is installed. Run from its sources, it would spend a third of its time compiling
 * TypeScript.
 */
const buildVerifier = async (folder: string): Promise<string> => {
  const client = join(import.meta.dirname, '..', 'client')
  const compiler = join(import.meta.dirname, '..', 'node_modules', 'typescript', 'bin', 'tsc')
  const out = join(folder, 'client', 'dist')
  const building = spawn(process.execPath, [compiler, '-p', client, '--outDir', out], { stdio: 'inherit' })
  const [code] = await once(building, 'exit')
  if (code !== 0) throw new Error('the client could not be built')
  await copyFile(join(client, 'package.json'), join(folder, 'client', 'package.json'))
  return join(out, 'verify', 'main.js')
}

/** Measures how the command verifies an intact file. The command exits with 3, because no key is named. */
const verifyWith =
  (command: string) =>
  async (file: string): Promise<Measured> => {
    const measured = await runMeasured(command, file)
    if (measured.exit !== 3) throw new Error(`the verifier ended with ${measured.exit}`)
    return measured
  }

const fillRecords = async ({ server, load }: Rig): Promise<void> => {
  await createRecords(server, load)
  for (let i = 0; i < attachmentCount; i++) await attach(server, load)
}

const mebibytesOf = ({ bytes }: Bundle): number => bytes / mebibyte

/** Downloads a bundle with its attachments. An operation is one MiB. */
const downloads = ({ server, load }: Rig, cookie: string, bundle: Bundle): Rounds => {
  const request = requestText({ path: bundle.path, headers: { cookie } })
  return { round: () => readResponses(load, server.port, [request], mebibytesOf(bundle)) }
}

export const bundleWork: Comparison = {
  name: 'bundle',
  label: `a bundle with ${attachmentCount} attachments out`,
  operations: 'MiB',
  rounds: 7,
  // Uses a separate server, because the upload benchmarks remove the files of their server.
  stand: {},
  async prepare(rig) {
    await fillRecords(rig)
    const cookie = await signIn(rig.server)
    return downloads(rig, cookie, await prepare(rig.server, cookie, true))
  },
  against: 'the floor of open',
  floor: openFloor,
  wall: { atLeast: 1 },
}

const verifierRuns = scaled(3, 1)

const verifyFigures = async (rig: Rig): Promise<Figure[]> => {
  const { server } = rig
  const { directory, pid } = server
  const cookie = await signIn(server)
  const verify = verifyWith(await buildVerifier(directory))
  const smallBundle = await prepare(server, cookie, false)
  const smallCost = await verify(await download(server, cookie, smallBundle))
  const largeBundle = await prepare(server, cookie, true)
  const file = await download(server, cookie, largeBundle)
  const largeCosts: Measured[] = []
  for (let run = 0; run < verifierRuns; run++) largeCosts.push(await verify(file))
  const idle = await residentMemory(pid)
  const memoryGrowth = (await peakMemory(pid, downloads(rig, cookie, largeBundle).round)) - idle
  const attachedMegabytes = (largeBundle.bytes - smallBundle.bytes) / 1e6
  return [
    figure({
      label: `memory of the server while a bundle of ${mebibytesOf(largeBundle).toFixed()} MiB is sent, above idle`,
      samples: [memoryGrowth],
      atMost: 100,
      unit: 'MiB',
      detail: `idle ${idle.toFixed()} MiB; prepared in ${largeBundle.preparationSeconds.toFixed(1)} s`,
    }),
    figure({
      label: `CPU of verifying 1,000 of ${recordCount} records`,
      samples: [(smallCost.cpu * 1000) / recordCount],
      atMost: 0.1,
      unit: 's',
      detail: `${mebibytesOf(smallBundle).toFixed(1)} MiB, ${smallCost.memory.toFixed()} MiB of memory`,
    }),
    figure({
      label: 'attachments verified a second of CPU',
      samples: largeCosts.map(({ cpu }) => attachedMegabytes / (cpu - smallCost.cpu)),
      atLeast: 500,
      unit: 'MB',
    }),
    figure({
      label: `memory of the verifier, bundles of ${mebibytesOf(smallBundle).toFixed()} and ${mebibytesOf(largeBundle).toFixed()} MiB`,
      samples: [smallCost, ...largeCosts].map(({ memory }) => memory),
      atMost: 80,
      unit: 'MiB',
    }),
  ]
}

/** Evidence bundles: downloads compared with bare node:http, and the cost of verifying a bundle. */
export const bundle = compareOn('bundle', [bundleWork], async rig => () => verifyFigures(rig))
