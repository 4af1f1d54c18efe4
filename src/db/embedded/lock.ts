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
   * Opens and locks a file that all processes of PostgreSQL inherit, so that a later run can detect processes of an
   * earlier run that are still alive. Waits up to 10 s for them to exit.
   */
  forDatabase(signal: AbortSignal): Promise<number>
  /** Aborted when another machine has taken over the data directory. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** Another running process holds the data directory; `pid` is its process id if it is valid here. */
export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError'
  readonly pid: number | undefined

  constructor(dataDir: string, holder: string, pid?: number) {
    super(
      `Probata is already running on the data directory ${dataDir} (${holder}); ` +
        `stop that process first, or set PROBATA_DATA_DIR to another folder`,
    )
    this.pid = pid
  }
}

const inUse = (dataDir: string, holder: Holder | undefined): DataDirectoryInUseError => {
  if (!holder) return new DataDirectoryInUseError(dataDir, 'a process that is just starting or stopping')
  if (holder.namespace !== namespace)
    return new DataDirectoryInUseError(dataDir, `in another container, ${holder.host}`)
  return new DataDirectoryInUseError(dataDir, `process ${holder.pid}`, holder.pid)
}

/** The time in milliseconds that the holder of the lock may need to record its identity on a busy machine. */
const identityTimeoutMs = 2000

const readHolder = async (path: string): Promise<Holder | undefined> => {
  const deadline = performance.now() + identityTimeoutMs
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    try {
      return JSON.parse(text)
    } catch {
      if (performance.now() > deadline) return undefined
      await delay(50)
    }
  }
}

const overwrite = async (file: FileHandle, text: string): Promise<void> => {
  await file.truncate(0)
  await file.write(text, 0)
}

/** The maximum wait for processes of an earlier run to exit, in milliseconds. */
const exitTimeoutMs = 10_000

const waitForFile = async (path: string, signal: AbortSignal): Promise<FileHandle> => {
  const deadline = performance.now() + exitTimeoutMs
  for (;;) {
    const file = await lockFile(path)
    if (file) return file
    if (performance.now() > deadline)
      throw new Error(
        `PostgreSQL processes from an earlier run still have ${path} open, possibly in another container: stop them first`,
      )
    await delay(50, undefined, { signal })
  }
}

/**
 * Locks `<dataDir>/lock` for this process, or throws `DataDirectoryInUseError`.
 *
 * Two files in that folder are locked (file-lock.ts): `program` by this process, until it exits for any reason, and
 * `database` by this process and all processes of PostgreSQL. On a network file system, where other machines may not
 * see these locks, it also writes a heartbeat file (heartbeat.ts).
 */
export const lockDataDirectory = async (dataDir: string, isNetwork = isOnNetwork): Promise<DataDirectoryLock> => {
  const folder = join(dataDir, 'lock')
  await makeDirectory(folder, 0o755)
  await using resources = new AsyncDisposableStack()
  const path = join(folder, 'program')
  const program = await lockFile(path)
  if (!program) throw inUse(dataDir, await readHolder(path))
  resources.defer(() => program.close())

  const heartbeat = (await isNetwork(folder)) ? await startHeartbeat(join(folder, 'heartbeat')) : undefined
  if (heartbeat === 'held elsewhere') throw new DataDirectoryInUseError(dataDir, 'on another machine')
  if (heartbeat) resources.defer(() => heartbeat.stop())

  const holder: Holder = { pid: process.pid, host: hostname(), namespace }
  await overwrite(program, JSON.stringify(holder))
  const owned = resources.move()
  return {
    async forDatabase(signal) {
      const database = await waitForFile(join(folder, 'database'), signal)
      owned.defer(() => database.close())
      return database.fd
    },
    lost: heartbeat ? heartbeat.lost : new AbortController().signal,
    release: () => owned.disposeAsync(),
  }
}
