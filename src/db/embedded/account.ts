import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'

/** The user that PostgreSQL runs as. `switched`: this is not the user of this process. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly switched: boolean
}

export interface AccountCommand {
  readonly file: string
  readonly args: string[]
  readonly ids: { uid?: number; gid?: number }
  /** The working directory; the root of the file system when left out. */
  readonly cwd?: string
  /** Open files that the command inherits. */
  readonly inheritedFiles?: readonly number[]
  /** Whether the kernel stops the command (SIGINT) when this process dies for any reason. */
  readonly tethered: boolean
}

/** The user `nobody`, which replaces root: PostgreSQL does not run as root. */
const NOBODY = process.platform === 'darwin' ? 4_294_967_294 : 65_534

const ownerOf = async (path: string): Promise<{ uid: number; gid: number } | undefined> =>
  stat(path).catch(() => undefined)

/**
 * Chooses the user: for root, the owner of an existing cluster, which a start without root may have created, or 65534.
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
 * Runs a command as the account. A change of user resets prctl(2)'s parent-death signal, so setpriv does both in order.
 */
export const commandFor = (account: Account, file: string, args: string[], tether = setpriv): AccountCommand => {
  const { uid, gid, switched } = account
  if (!tether || process.platform !== 'linux') {
    return { file, args, ids: switched ? { uid: uid | 0, gid: gid | 0 } : {}, tethered: false }
  }
  const user = switched ? ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'] : []
  return {
    file: tether,
    args: [...user, '--no-new-privs', '--pdeathsig', 'INT', '--', file, ...args],
    ids: {},
    tethered: true,
  }
}
