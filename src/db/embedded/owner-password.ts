import { randomBytes } from 'node:crypto'
import { chown, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { scramVerifier } from '#db/scram.ts'
import { type Account, commandFor } from './account.ts'
import { spawnChild } from './child.ts'
import { SUPERUSER } from './cluster.ts'
import { folderPathFor } from './reach.ts'

/** The rules of pg_hba.conf: every session needs a password, even sessions of the same operating system user. */
const accessRules = 'local all all scram-sha-256\n'

const write = async (file: string, text: string, owner?: Account): Promise<void> => {
  const draft = `${file}.new`
  {
    await using handle = await open(draft, 'w', 0o600)
    await handle.writeFile(text)
    await handle.sync()
  }
  if (owner?.switched) await chown(draft, owner.uid, owner.gid)
  await rename(draft, file)
}

interface Cluster {
  readonly dataDir: string
  readonly cluster: string
  readonly postgres: string
  readonly account: Account
}

/** Sets the password in single-user mode, which reads statements from standard input and allows no other session. */
const setPassword = async ({ cluster, postgres, account }: Cluster, password: string): Promise<void> => {
  const { path, cwd } = await folderPathFor(cluster, account)
  const args = ['--single', '-D', path, '-c', 'log_min_messages=fatal', 'postgres']
  const statement = `alter role ${SUPERUSER} password '${scramVerifier(password)}'\n`
  const child = await spawnChild({ ...commandFor(account, postgres, args), cwd }, () => undefined, statement)
  const { code, signal } = await child.exited
  const output = await child.tail()
  if (code !== 0 || output.includes('ERROR')) {
    throw new Error(
      `PostgreSQL ended with ${signal ?? `status ${code}`} while the password of its owner was being set: ${output}`,
    )
  }
}

/**
 * Returns the password of the cluster's owner, from `<dataDir>/postgres.password`. Sets one if it is missing: for a new
 * cluster, or one from before passwords existed. Must be called while no server runs on the cluster.
 */
export const closeCluster = async (settings: Cluster): Promise<string> => {
  const rules = join(settings.cluster, 'pg_hba.conf')
  if ((await readFile(rules, 'utf8').catch(() => '')) !== accessRules) await write(rules, accessRules, settings.account)
  const file = join(settings.dataDir, 'postgres.password')
  const existing = await readFile(file, 'utf8').catch(() => undefined)
  if (existing) return existing.trim()
  const password = randomBytes(32).toString('hex')
  await setPassword(settings, password)
  await write(file, `${password}\n`)
  return password
}
