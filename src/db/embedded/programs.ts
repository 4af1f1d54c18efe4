import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { reaches } from './reach.ts'

/** The location of copies: a system cache folder or, if that is not writable, one that lasts until the next boot. */
const caches = ['/var/cache/probata', '/tmp/probata-programs']

/**
 * Root runs nothing that another user could have placed there: the folder belongs to root, is no link, and is writable
 * only by root.
 */
const isOurs = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === 0 && !(found.mode & 0o022)
}

const readable = async (path: string): Promise<void> => {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  await chmod(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  if (found.isDirectory()) for (const name of await readdir(path)) await readable(join(path, name))
}

/** Copies 60 MB, once per version; of several concurrent copies the first is kept. */
const copyTo = async (folder: string, home: string): Promise<void> => {
  const draft = await mkdtemp(`${folder}.new-`)
  try {
    await cp(home, draft, { recursive: true, verbatimSymlinks: true })
    await readable(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await isOurs(folder))) throw error
  }
}

const copyIn = async (cache: string, { initdb, postgres, home }: Binaries): Promise<Binaries> => {
  await mkdir(cache, { recursive: true, mode: 0o755 })
  if (!(await isOurs(cache))) throw new Error(`${cache} is not root's alone`)
  const { version } = JSON.parse(await readFile(join(dirname(home), 'package.json'), 'utf8'))
  const built = Math.floor((await stat(postgres)).mtimeMs)
  const folder = join(cache, `postgresql-${version}-${process.arch}-${built}`)
  if (!(await isOurs(folder))) await copyTo(folder, home)
  const at = (program: string) => join(folder, 'bin', basename(program))
  return { initdb: at(initdb), postgres: at(postgres), home: folder }
}

/**
 * The programs at a place where the account may run them: as installed, or a copy if root installed them below a folder
 * closed to others, such as /root.
 */
export const placePrograms = async (
  installed: Binaries,
  account: Account,
  folders: readonly string[] = caches,
): Promise<Binaries> => {
  if (await reaches(account, installed.postgres)) return installed
  for (const cache of folders) {
    const copy = await copyIn(cache, installed).catch(() => undefined)
    if (copy && (await reaches(account, copy.postgres))) return copy
  }
  return installed
}
