import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { reaches } from './reach.ts'

/** Folders for copies: the system cache or, if that is not writable, a folder that lasts until the next boot. */
const cacheFolders = ['/var/cache/probata', '/tmp/probata-programs']

/**
 * Whether root may run programs from the folder, because no other user could have placed them there: it belongs to
 * root, is not a link, and is writable only by root.
 */
const isSafeForRoot = async (folder: string): Promise<boolean> => {
  const stats = await lstat(folder).catch(() => undefined)
  return stats?.isDirectory() === true && stats.uid === 0 && !(stats.mode & 0o022)
}

const makeReadable = async (path: string): Promise<void> => {
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) return
  await chmod(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644)
  if (stats.isDirectory()) for (const name of await readdir(path)) await makeReadable(join(path, name))
}

/** Copies the programs, 60 MB. If several processes copy at once, the first copy is used. */
const copyTo = async (folder: string, home: string): Promise<void> => {
  const draft = await mkdtemp(`${folder}.new-`)
  try {
    await cp(home, draft, { recursive: true, verbatimSymlinks: true })
    await makeReadable(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await isSafeForRoot(folder))) throw error
  }
}

const copyIn = async (cache: string, { initdb, postgres, home }: Binaries): Promise<Binaries> => {
  await mkdir(cache, { recursive: true, mode: 0o755 })
  if (!(await isSafeForRoot(cache))) throw new Error(`${cache} does not belong to root alone`)
  const { version } = JSON.parse(await readFile(join(dirname(home), 'package.json'), 'utf8'))
  const builtAt = Math.floor((await stat(postgres)).mtimeMs)
  const folder = join(cache, `postgresql-${version}-${process.arch}-${builtAt}`)
  if (!(await isSafeForRoot(folder))) await copyTo(folder, home)
  const pathOf = (program: string) => join(folder, 'bin', basename(program))
  return { initdb: pathOf(initdb), postgres: pathOf(postgres), home: folder }
}

/**
 * Returns the programs at a path where the account may run them: the installed ones, or a copy if root installed them
 * below a folder that others cannot enter, such as /root.
 */
export const placePrograms = async (
  installed: Binaries,
  account: Account,
  folders: readonly string[] = cacheFolders,
): Promise<Binaries> => {
  if (await reaches(account, installed.postgres)) return installed
  for (const cache of folders) {
    const copy = await copyIn(cache, installed).catch(() => undefined)
    if (copy && (await reaches(account, copy.postgres))) return copy
  }
  return installed
}
