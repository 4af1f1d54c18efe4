import { randomBytes } from 'node:crypto'
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '#lib/make-directory.ts'
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts'

export interface DataDirectoryLock {
  release(): Promise<void>
}

/** Another living process holds the data directory; `pid` is its number. */
export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError'
  readonly pid: number
  readonly dataDir: string

  constructor(pid: number, dataDir: string) {
    super(
      `Probata is already running on the data directory ${dataDir} (process ${pid}); ` +
        `stop that process first, or set PROBATA_DATA_DIR to another folder`,
    )
    this.pid = pid
    this.dataDir = dataDir
  }
}

const generations = async (folder: string): Promise<number[]> =>
  (await readdir(folder)).filter(name => /^\d+$/.test(name)).map(Number)

const latestOf = async (folder: string): Promise<number> => Math.max(0, ...(await generations(folder)))

const holderOf = async (file: string): Promise<ProcessIdentity | undefined> => {
  try {
    const { pid, started } = JSON.parse(await readFile(file, 'utf8'))
    return Number.isInteger(pid) && typeof started === 'string' ? { pid, started } : undefined
  } catch {
    return undefined
  }
}

const linked = async (draft: string, file: string): Promise<boolean> => {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes `<dataDir>/lock` for this process, or throws `DataDirectoryInUseError`.
 *
 * The lock is the highest numbered file in that folder; it names its holder by pid and start time, so that a
 * recycled pid is not mistaken for the holder. A dead holder's number n is succeeded by linking n + 1, which only
 * one process can; numbers never fall, so a slow rival finds a higher number and yields. Replacing one file in place
 * would let two rivals each remove the other's fresh lock.
 *
 * Holds among the processes of one pid namespace: two containers on one volume do not see each other's pids.
 */
export const lockDataDirectory = async (dataDir: string): Promise<DataDirectoryLock> => {
  const folder = join(dataDir, 'lock')
  await makeDirectory(folder, 0o755)
  const draft = join(folder, `draft-${process.pid}-${randomBytes(6).toString('hex')}`)
  await writeFile(draft, JSON.stringify(await ownIdentity()), { flag: 'wx', mode: 0o644 })
  try {
    return await take(dataDir, folder, draft)
  } finally {
    await rm(draft, { force: true })
  }
}

const take = async (dataDir: string, folder: string, draft: string): Promise<DataDirectoryLock> => {
  for (;;) {
    const latest = await latestOf(folder)
    const holder = await holderOf(join(folder, String(latest)))
    if (holder && (await isRunning(holder))) throw new DataDirectoryInUseError(holder.pid, dataDir)

    const mine = join(folder, String(latest + 1))
    if (!(await linked(draft, mine))) continue
    if ((await latestOf(folder)) > latest + 1) {
      await rm(mine, { force: true })
      continue
    }
    await removeOlder(folder, latest)
    return { release: () => writeFile(mine, 'released\n') }
  }
}

/** The last predecessor stays, so that a reader of the folder never meets it empty between two holders. */
const removeOlder = async (folder: string, predecessor: number): Promise<void> => {
  const older = (await generations(folder)).filter(generation => generation < predecessor)
  await Promise.all(older.map(generation => rm(join(folder, String(generation)), { force: true })))
}
