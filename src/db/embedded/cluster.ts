import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, commandFor } from './account.ts'
import type { Binaries } from './binaries.ts'
import { spawnChild } from './child.ts'
import { folderPathFor } from './reach.ts'

/** The major version of the bundled binaries; only the major version that created a cluster can open it. */
const MAJOR = '18'
export const SUPERUSER = 'probata'

const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
// owner-password.ts writes the actual access rules together with the owner's password.
const access = ['--auth=reject', `--username=${SUPERUSER}`]

const syncDirectory = async (path: string): Promise<void> => {
  await using directory = await open(path)
  await directory.sync()
}

const removeIncomplete = async (dataDir: string, prefix: string): Promise<void> => {
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
 * Creates `cluster` if it does not exist. Builds it in a temporary folder beside it, and renames that folder when it is
 * complete and synced, so that a kill or power failure leaves either no cluster or a complete one. Removes leftovers of
 * interrupted runs.
 *
 * The built-in locale C.UTF-8 sorts by code point and, unlike the C library's, never changes with the system.
 */
export const prepareCluster = async (
  dataDir: string,
  cluster: string,
  binaries: Binaries,
  account: Account,
): Promise<'created' | 'existing'> => {
  await removeIncomplete(dataDir, 'postgres.new-')
  const entries = await readdir(cluster).catch(() => [])
  if (entries.length > 0) {
    await checkVersion(cluster)
    return 'existing'
  }
  const fresh = await mkdtemp(join(dataDir, 'postgres.new-'))
  if (account.switched) await chown(fresh, account.uid, account.gid)
  await initialise(fresh, binaries, account)
  await rename(fresh, cluster)
  await syncDirectory(dataDir)
  return 'created'
}

const checkVersion = async (cluster: string): Promise<void> => {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) {
    throw new Error(`${cluster} contains files but no PostgreSQL cluster: move them away, or set PROBATA_DATA_DIR`)
  }
  if (version.trim() !== MAJOR) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${version.trim()}, but this program contains PostgreSQL ${MAJOR}: ` +
        'make a backup with the version of Probata that created it, and restore it into an empty data directory',
    )
  }
}
