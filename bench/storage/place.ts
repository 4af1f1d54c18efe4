import { once } from 'node:events'
import type { RoundResult } from '#bench/cpu.ts'
import { type RunningProcess, startProcess } from '#bench/process.ts'
import { isShort, scaled } from '#bench/scale.ts'
import type { SpooledFile } from '#lib/object-store.ts'
import { skipWithoutCeph, startCeph } from '#test/storage/ceph.ts'
import { newBucket, type S3Server } from '#test/storage/s3-server.ts'
import { openSpool } from '#test/storage/spool.ts'
import { skipWithoutSwift, startSwift } from '#test/storage/swift.ts'
import type { Place } from './store-process.ts'

export const mebibytes = scaled(100, 20)

interface BucketSetup {
  readonly server: S3Server
  readonly place: Place
  readonly bytes: Buffer
}

const servers = [
  ['Swift', skipWithoutSwift, startSwift],
  ['Ceph', skipWithoutCeph, startCeph],
] as const

/** A short run uses only the first server, which starts in 3 s. */
const measuredServers = isShort ? servers.slice(0, 1) : servers

/** Measures each installed server in turn, with a new bucket and a file to send. */
export const onEachServer = async <T>(measure: (name: string, measured: BucketSetup) => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  const skipReasons: string[] = []
  for (const [name, skip, start] of measuredServers) {
    if (skip) {
      skipReasons.push(skip)
      continue
    }
    await using server = await start()
    await using spool = await openSpool()
    const bytes = Buffer.alloc(mebibytes * 1024 * 1024, 'probata')
    const file: SpooledFile = await spool.spool(bytes)
    const settings = await newBucket(server)
    results.push(await measure(name, { server, bytes, place: { settings, credentials: server.credentials, file } }))
  }
  if (results.length === 0) throw new Error(skipReasons.join('; '))
  return results
}

export const startStore = (place: Place): Promise<RunningProcess> =>
  startProcess(['bench/storage/store-process.ts', JSON.stringify(place)])

/** Stores `count` copies of the file at once. An operation is one MiB. */
export const sendCopies = async ({ child }: RunningProcess, count: number): Promise<RoundResult> => {
  const reply = once(child, 'message')
  child.send({ count })
  const [{ seconds }] = await reply
  return { operations: count * mebibytes, perSecond: (count * mebibytes) / seconds }
}
