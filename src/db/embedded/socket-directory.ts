import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { reaches } from './reach.ts'

export const PORT = 5432
const files = [`.s.PGSQL.${PORT}`, `.s.PGSQL.${PORT}.lock`]

/** Whether a socket path fits into sun_path (104 bytes on macOS, 108 on Linux) and needs no quotes in the setting. */
const fits = (directory: string): boolean => {
  const path = join(directory, `.s.PGSQL.${PORT}`)
  return Buffer.byteLength(path) < 100 && /^[\w./+@-]+$/.test(path)
}

export const removeSocketDirectory = async (directory: string): Promise<void> => {
  await Promise.all(files.map(file => rm(join(directory, file), { force: true })))
  await rmdir(directory).catch(() => undefined)
}

/**
 * Removes leftovers of an earlier run: only two files in a folder of our own, so that another user cannot trick root
 * into removing other files in /tmp.
 */
const removeLeftover = async (directory: string, account: Account): Promise<void> => {
  const stats = await lstat(directory).catch(() => undefined)
  const isOwn = stats?.isDirectory() && (stats.uid === account.uid || stats.uid === process.getuid?.())
  if (isOwn) await removeSocketDirectory(directory)
}

const create = async (directory: string): Promise<string> => {
  try {
    await mkdir(directory, { mode: 0o700 })
    return directory
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!exists) throw error
    return mkdtemp(`${directory}-`)
  }
}

/**
 * Creates a folder for the socket, mode 0700, owned by the account: `<dataDir>/run`, or `/tmp/probata-<hash>` if that
 * path is too long for a socket or inaccessible to the account.
 */
export const createSocketDirectory = async (dataDir: string, account: Account): Promise<string> => {
  const inside = join(dataDir, 'run')
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const preferred = fits(inside) && (await reaches(account, dataDir)) ? inside : `/tmp/probata-${digest}`
  await removeLeftover(preferred, account)
  const directory = await create(preferred)
  if (account.switched) await chown(directory, account.uid, account.gid)
  return directory
}
