import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, commandFor } from './account.ts'
import type { Binaries } from './binaries.ts'
import { spawnChild } from './child.ts'
import { folderPathFor } from './reach.ts'

/** The major version of the bundled binaries; a cluster opens only under the major version that created it. */
const MAJOR = '18'
export const SUPERUSER = 'probata'

const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
// Access rules are written together with the owner's password (owner-password.ts).
const access = ['--auth=reject', `--username=${SUPERUSER}`]

const syncDirectory = async (path: string): Promise<void> => {
  await using directory = await open(path)
  await directory.sync()
}

const removeHalfMade = async (dataDir: string, prefix: string): Promise<void> => {
  const leftovers = (await readdir(dataDir)).filter(name => name.startsWith(prefix))
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }
  await Promise.all(leftovers.map(name => rm(join(dataDir, name), options)))
}

const initialise = async (directory: string, binaries: Binaries, account: Account): Promise<void> => {
  const { path, cwd } = await folderPathFor(directory, account)
  const args = ['--no-instructions', '--pgdata', path, ...locale, ...access]
  const initdb = await spawnChild({ ...commandFor(account, binaries.initdb, args), cwd }, () => undefined)
  const { code, signal } = await initdb.exited
  if (code !== 0) throw new Error(`initdb ended with ${signal ?? `status ${code}`}: ${await initdb.tail()}`)
}

/**
 * Creates `cluster` if none exists: next to it first, then renamed when complete and synced, so that a kill or a power
 * cut leaves either no cluster or a complete one. Leftovers of an interrupted run are removed.
 *
 * The built-in locale C.UTF-8 sorts by code point and, unlike the C library's, never changes with the system.
 */
export const prepareCluster = async (
  dataDir: string,
  cluster: string,
  binaries: Binaries,
  account: Account,
): Promise<'made' | 'found'> => {
  await removeHalfMade(dataDir, 'postgres.new-')
  const entries = await readdir(cluster).catch(() => [])
  if (entries.length > 0) {
    await checkVersion(cluster)
    return 'found'
  }
  const fresh = await mkdtemp(join(dataDir, 'postgres.new-'))
  if (account.switched) await chown(fresh, account.uid, account.gid)
  await initialise(fresh, binaries, account)
  await rename(fresh, cluster)
  await syncDirectory(dataDir)
  return 'made'
}

const checkVersion = async (cluster: string): Promise<void> => {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) {
    throw new Error(`${cluster} holds files but no PostgreSQL cluster: move them away, or set PROBATA_DATA_DIR`)
  }
  if (version.trim() !== MAJOR) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${version.trim()}, and this program brings PostgreSQL ${MAJOR}: ` +
        'make a backup with the version of Probata that made it, and restore it into an empty data directory',
    )
  }
}
