import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyEnd, createClaim, createIntent, multipartHeaders, partHead } from './attachments.ts'
import { figure } from './benchmark.ts'
import { type Comparison, compareOn, type Watch } from './comparison.ts'
import { meterProcess } from './cpu.ts'
import type { Load } from './load.ts'
import { startProcess } from './process.ts'
import { peakMemory, residentMemory } from './processes.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import type { Server } from './server.ts'
import { bareStand, type Rig, type Rounds } from './work.ts'

const mebibytes = scaled(100, 4)
const parallel = scaled(20, 4)

interface Target {
  readonly port: number
  readonly token: string
  /** Prepares `count` uploads and returns their paths. The preparation is not measured. */
  readonly paths: (count: number) => Promise<string[]>
  /** The folder for uploaded files, emptied after each round so that neither side fills the disk or the page cache. */
  readonly folder: string
}

const serverTarget = (server: Server): Target => ({
  port: server.port,
  token: server.token,
  folder: join(server.directory, 'data', 'blobs'),
  async paths(count) {
    const claimId = await createClaim(server)
    const paths: string[] = []
    for (let i = 0; i < count; i++) paths.push(await createIntent(server, claimId, mebibytes))
    return paths
  },
})

const removeFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(entries.filter(entry => entry.isFile()).map(entry => rm(join(entry.parentPath, entry.name))))
}

/** Uploads files of 100 MiB, all files of a round at once. An operation is one MiB. */
const uploads = (load: Load, { port, token, paths, folder }: Target, count: number): Required<Rounds> => {
  const headers = multipartHeaders(mebibytes)
  let requests: string[] = []
  return {
    async before() {
      const uploadPaths = await paths(count)
      requests = uploadPaths.map(path => requestText({ method: 'POST', path, token, headers }) + partHead)
    },
    async round() {
      const { seconds } = await load.transfer({ port, requests, upload: { mebibytes, end: bodyEnd } })
      return { operations: count * mebibytes, perSecond: (count * mebibytes) / seconds }
    },
    after: () => removeFiles(folder),
  }
}

const startFloor = async ({ server, resources }: Rig) => {
  const folder = join(server.directory, 'floor')
  await mkdir(folder, { recursive: true })
  const running = resources.use(await startProcess(['bench/floor-upload.ts', folder]))
  const target: Target = {
    port: running.port,
    token: server.token,
    folder,
    paths: async count => Array<string>(count).fill('/upload'),
  }
  return { running, target }
}

const uploadsAtOnce = (name: string, count: number, rounds: number, atLeast: number): Comparison => ({
  name,
  label: count === 1 ? 'upload 100 MiB' : `upload 100 MiB, ${count} at once`,
  operations: 'MiB',
  rounds,
  stand: bareStand,
  prepare: async ({ server, load }) => uploads(load, serverTarget(server), count),
  against: 'bare Fastify multipart hashing to a file',
  async floor(rig) {
    const { running, target } = await startFloor(rig)
    return { meter: meterProcess(running), ...uploads(rig.load, target, count) }
  },
  wall: { atLeast },
})

export const uploadWorks = [
  uploadsAtOnce('upload', 1, 15, 1.6),
  uploadsAtOnce('upload-at-once', parallel, 3, 1.3),
] as const

const peakOf = async (pid: number, { before, round, after }: Required<Rounds>): Promise<number> => {
  await before()
  const peak = await peakMemory(pid, round)
  await after()
  return peak
}

const watchMemory: Watch = async rig => {
  const { server, load } = rig
  const { running, target } = await startFloor(rig)
  const [idle, floorIdle] = [await residentMemory(server.pid), await residentMemory(running.pid)]
  return async () => {
    const samples: number[] = []
    for (let round = 0; round < scaled(3, 1); round++)
      samples.push((await peakOf(server.pid, uploads(load, serverTarget(server), parallel))) - idle)
    const floorGrown = (await peakOf(running.pid, uploads(load, target, parallel))) - floorIdle
    return [
      figure({
        label: `memory of ${parallel} uploads at once, above idle`,
        samples,
        atMost: 64,
        unit: 'MiB',
        detail: `idle ${idle.toFixed()} MiB; the floor takes ${floorGrown.toFixed()} MiB over its idle`,
      }),
    ]
  }
}

/**
 * Uploads of 100 MiB that are hashed, checked and stored, compared with bare Fastify multipart that hashes to a file
 * without syncing it.
 */
export const upload = compareOn('upload', uploadWorks, watchMemory)
