import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** The user that PostgreSQL runs as. `switched` if it is not the user of this process. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly switched: boolean
}

export interface AccountCommand {
  readonly file: string
  readonly args: string[]
  readonly ids: { uid?: number; gid?: number }
  /** The working directory; by default the root of the file system. */
  readonly cwd?: string
  /** Open files that the command inherits. */
  readonly inheritedFiles?: readonly number[]
  /** Whether the kernel stops the command (SIGINT) when this process dies for any reason. */
  readonly tethered: boolean
}

/** The uid of `nobody`, as which root runs PostgreSQL, because PostgreSQL refuses to run as root. */
const NOBODY = process.platform === 'darwin' ? 4_294_967_294 : 65_534

const ownerOf = async (path: string): Promise<{ uid: number; gid: number } | undefined> =>
  stat(path).catch(() => undefined)

/**
 * Chooses the user that PostgreSQL runs as: this user; for root, the owner of an existing cluster, or `nobody`.
 */
export const chooseAccount = async (cluster: string): Promise<Account> => {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  const owner = await ownerOf(cluster)
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Error(
        `${cluster} belongs to uid ${owner.uid}, and this process is uid ${uid}: PostgreSQL opens only its owner's files. ` +
          `Start Probata as that user or as root, or change the owner of the folder: chown -R ${uid} ${cluster}`,
      )
    }
    return { uid, gid, switched: false }
  }
  const target = owner && owner.uid !== 0 ? owner : { uid: NOBODY, gid: NOBODY }
  return { uid: target.uid, gid: target.gid, switched: true }
}

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(path => existsSync(path))

/**
 * Prepares a command to run as the account. A change of user resets the parent-death signal (prctl(2)), so setpriv
 * changes the user first and then sets the signal.
 */
export const commandFor = (account: Account, file: string, args: string[], wrapper = setpriv): AccountCommand => {
  const { uid, gid, switched } = account
  if (!wrapper || process.platform !== 'linux') {
    return { file, args, ids: switched ? { uid: uid | 0, gid: gid | 0 } : {}, tethered: false }
  }
  const user = switched ? ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'] : []
  return {
    file: wrapper,
    args: [...user, '--no-new-privs', '--pdeathsig', 'INT', '--', file, ...args],
    ids: {},
    tethered: true,
  }
}
