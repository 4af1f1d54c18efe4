import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { reaches } from './reach.ts'

export const PORT = 5432
const files = [`.s.PGSQL.${PORT}`, `.s.PGSQL.${PORT}.lock`]

/** sun_path ends at 104 bytes on macOS and 108 on Linux; other characters would need quoting in the setting. */
const fits = (directory: string): boolean => {
  const path = join(directory, `.s.PGSQL.${PORT}`)
  return Buffer.byteLength(path) < 100 && /^[\w./+@-]+$/.test(path)
}

export const removeSocketDirectory = async (directory: string): Promise<void> => {
  await Promise.all(files.map(file => rm(join(directory, file), { force: true })))
  await rmdir(directory).catch(() => undefined)
}

/**
 * Removes leftovers of an earlier run: only our own folder and the two known names, so that no one can set a trap for
 * root in /tmp.
 */
const removeLeftover = async (directory: string, account: Account): Promise<void> => {
  const found = await lstat(directory).catch(() => undefined)
  const ours = found?.isDirectory() && (found.uid === account.uid || found.uid === process.getuid?.())
  if (ours) await removeSocketDirectory(directory)
}

const create = async (directory: string): Promise<string> => {
  try {
    await mkdir(directory, { mode: 0o700 })
    return directory
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!taken) throw error
    return mkdtemp(`${directory}-`)
  }
}

/**
 * A new folder for the socket, mode 0700, owned by the account: `<dataDir>/run`, or `/tmp/probata-<hash>` if that path
 * is too long for a socket or closed to the account.
 */
export const createSocketDirectory = async (dataDir: string, account: Account): Promise<string> => {
  const inside = join(dataDir, 'run')
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const wanted = fits(inside) && (await reaches(account, dataDir)) ? inside : `/tmp/probata-${digest}`
  await removeLeftover(wanted, account)
  const directory = await create(wanted)
  if (account.switched) await chown(directory, account.uid, account.gid)
  return directory
}
