import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyEnd, createClaim, createIntent, multipartHeaders, partHead } from './attachments.ts'
import { type Benchmark, type Figure, figure } from './benchmark.ts'
import { type Load, startLoad } from './load.ts'
import { type Running, startProcess } from './process.ts'
import { peakMemory, residentMemory } from './processes.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { type Server, startServer } from './server.ts'
import { interleave } from './statistics.ts'

const mebibytes = scaled(100, 4)
const parallel = scaled(20, 4)

interface Side {
  readonly port: number
  readonly pid: number
  /** Paths of so many uploads, made ready beforehand: what is measured is the upload. */
  readonly paths: (count: number) => Promise<string[]>
  /** Where it keeps the files; emptied after each sample, so that neither side fills the disk or the page cache. */
  readonly folder: string
}

export const ourSide = (server: Server): Side => ({
  port: server.port,
  pid: server.pid,
  folder: join(server.directory, 'data', 'blobs'),
  async paths(count) {
    const claimId = await createClaim(server)
    const paths: string[] = []
    for (let i = 0; i < count; i++) paths.push(await createIntent(server, claimId, mebibytes))
    return paths
  },
})

const floorSide = ({ port, pid }: Running, folder: string): Side => ({
  port,
  pid,
  folder,
  paths: async count => Array<string>(count).fill('/upload'),
})

interface Sample {
  readonly perSecond: number
  /** Of the server process, in MiB. */
  readonly peak: number
}

const removeFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(entries.filter(entry => entry.isFile()).map(entry => rm(join(entry.parentPath, entry.name))))
}

export const send = async (
  load: Load,
  { port, pid, paths, folder }: Side,
  count: number,
  token: string,
): Promise<Sample> => {
  const headers = multipartHeaders(mebibytes)
  const ready = await paths(count)
  const requests = ready.map(path => requestText({ method: 'POST', path, token, headers }) + partHead)
  let seconds = 0
  const peak = await peakMemory(pid, async () => {
    const sent = await load.transfer({ port, requests, upload: { mebibytes, end: bodyEnd } })
    seconds = sent.seconds
  })
  await removeFiles(folder)
  return { perSecond: (count * mebibytes) / seconds, peak }
}

const rates = (what: string, measured: readonly { ours: Sample; floor: Sample }[]): Figure =>
  figure({
    what,
    samples: measured.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
    atLeast: 0.9,
    detail: `MiB/s, ours:floor, ${measured.map(({ ours, floor }) => `${ours.perSecond.toFixed()}:${floor.perSecond.toFixed()}`).join(' ')}`,
  })

/** 100 MiB in, hashed, checked and kept, against bare Fastify multipart that hashes to a file without syncing it. */
export const upload: Benchmark = {
  name: 'upload',
  async run() {
    await using server = await startServer()
    const folder = join(server.directory, 'floor')
    await mkdir(folder)
    await using floor = await startProcess(['bench/floor-upload.ts', folder])
    await using load = await startLoad()
    const [ours, theirs] = [ourSide(server), floorSide(floor, folder)]
    const idle = await residentMemory(ours.pid)
    const floorIdle = await residentMemory(theirs.pid)
    const measure = (count: number, rounds: number) =>
      interleave({
        rounds,
        ours: () => send(load, ours, count, server.token),
        floor: () => send(load, theirs, count, server.token),
      })
    const alone = await measure(1, 15)
    const together = await measure(parallel, 3)
    const floorGrown = Math.max(...together.map(({ floor }) => floor.peak)) - floorIdle
    return [
      rates('upload 100 MiB, MiB/s against bare Fastify multipart hashing to a file', alone),
      rates(`the same, ${parallel} at once`, together),
      figure({
        what: `memory of ${parallel} uploads at once, over idle`,
        samples: together.map(({ ours }) => ours.peak - idle),
        atMost: 64,
        unit: 'MiB',
        detail: `idle ${idle.toFixed()} MiB; the floor takes ${floorGrown.toFixed()} MiB over its idle`,
      }),
    ]
  },
}
