import { type FileHandle, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDirectory } from '#lib/make-directory.ts'
import { lockFile } from './file-lock.ts'
import { isOnNetwork, startHeartbeat } from './heartbeat.ts'
import { namespace } from './processes.ts'

/** The holder of a data directory, shown to a process that is rejected. */
interface Holder {
  readonly pid: number
  readonly host: string
  /** The namespace in which the process id is valid. */
  readonly namespace: string
}

export interface DataDirectoryLock {
  /**
   * An open, locked file for PostgreSQL's processes to inherit, so that none of an earlier run remains on the cluster,
   * and the next run notices all of this one. Waits up to 10 s for those of an earlier run to end.
   */
  forDatabase(signal: AbortSignal): Promise<number>
  /** Aborted when another machine has taken the data directory over. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** Another running process holds the data directory; `pid` is its process id if it is valid here. */
export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError'
  readonly pid: number | undefined

  constructor(dataDir: string, who: string, pid?: number) {
    super(
      `Probata is already running on the data directory ${dataDir} (${who}); ` +
        `stop that process first, or set PROBATA_DATA_DIR to another folder`,
    )
    this.pid = pid
  }
}

const inUse = (dataDir: string, holder: Holder | undefined): DataDirectoryInUseError => {
  if (!holder) return new DataDirectoryInUseError(dataDir, 'a process that has just begun or ended')
  if (holder.namespace !== namespace)
    return new DataDirectoryInUseError(dataDir, `in another container, ${holder.host}`)
  return new DataDirectoryInUseError(dataDir, `process ${holder.pid}`, holder.pid)
}

/** The time that the holder of the lock has, on a busy machine, to record its identity. */
const writtenWithin = 2000

const holderOf = async (path: string): Promise<Holder | undefined> => {
  const until = performance.now() + writtenWithin
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    try {
      return JSON.parse(text)
    } catch {
      if (performance.now() > until) return undefined
      await delay(50)
    }
  }
}

const overwrite = async (file: FileHandle, text: string): Promise<void> => {
  await file.truncate(0)
  await file.write(text, 0)
}

/** The time that processes of an earlier run have to end. */
const patience = 10_000

const waitForFile = async (path: string, signal: AbortSignal): Promise<FileHandle> => {
  const until = performance.now() + patience
  for (;;) {
    const file = await lockFile(path)
    if (file) return file
    if (performance.now() > until)
      throw new Error(
        `PostgreSQL processes of an earlier run still have ${path} open, perhaps in another container: end them first`,
      )
    await delay(50, undefined, { signal })
  }
}

/**
 * Takes `<dataDir>/lock` for this process, or throws `DataDirectoryInUseError`.
 *
 * Two files in that folder are locked (file-lock.ts): `program` by this process alone, which frees it at any death, and
 * `database` by this process and all of PostgreSQL's. On a network file system, where another machine may not see such
 * locks, a heartbeat is kept as well (heartbeat.ts).
 */
export const lockDataDirectory = async (dataDir: string, isNetwork = isOnNetwork): Promise<DataDirectoryLock> => {
  const folder = join(dataDir, 'lock')
  await makeDirectory(folder, 0o755)
  await using resources = new AsyncDisposableStack()
  const path = join(folder, 'program')
  const program = await lockFile(path)
  if (!program) throw inUse(dataDir, await holderOf(path))
  resources.defer(() => program.close())

  const heart = (await isNetwork(folder)) ? await startHeartbeat(join(folder, 'heartbeat')) : undefined
  if (heart === 'beats elsewhere') throw new DataDirectoryInUseError(dataDir, 'on another machine')
  if (heart) resources.defer(() => heart.stop())

  const holder: Holder = { pid: process.pid, host: hostname(), namespace }
  await overwrite(program, JSON.stringify(holder))
  const kept = resources.move()
  return {
    async forDatabase(signal) {
      const database = await waitForFile(join(folder, 'database'), signal)
      kept.defer(() => database.close())
      return database.fd
    },
    lost: heart ? heart.lost : new AbortController().signal,
    release: () => kept.disposeAsync(),
  }
}
