import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { fileFault } from '#lib/variable-values.ts'
import { SUPERUSER } from './cluster.ts'
import { PORT } from './socket-directory.ts'

/** The socket folder: the fifth line of PostgreSQL's lock file, which exists while the server runs. */
const socketLine = 4

const readPassword = async (dataDir: string): Promise<string> => {
  try {
    return (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  } catch (error) {
    throw new Error(`The password of the database in ${dataDir} ${fileFault(error)}`)
  }
}

/** The connection to the PostgreSQL of a server running on this data directory. Throws if none runs. */
export const runningConnection = async (dataDir: string): Promise<ClientConfig> => {
  const lock = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const host = lock.split('\n')[socketLine]
  if (!host) throw new Error(`No server runs on ${dataDir}: start it, or give the DATABASE_URL that it uses.`)
  return { host, port: PORT, user: SUPERUSER, password: await readPassword(dataDir), database: SUPERUSER }
}
