import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { fileFault } from '#lib/variable-values.ts'
import { SUPERUSER } from './cluster.ts'
import { PORT } from './socket-directory.ts'

/** The index of the line with the socket folder in PostgreSQL's lock file, which exists while the server runs. */
const socketLine = 4

const readPassword = async (dataDir: string): Promise<string> => {
  try {
    return (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  } catch (error) {
    throw new Error(`The password of the database in ${dataDir} ${fileFault(error)}`)
  }
}

/** Finds the connection to the PostgreSQL of a server that runs on this data directory. Throws if no server runs. */
export const runningConnection = async (dataDir: string): Promise<ClientConfig> => {
  const lockText = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const host = lockText.split('\n')[socketLine]
  if (!host) throw new Error(`No server runs on ${dataDir}: start it, or set the DATABASE_URL that it uses.`)
  return { host, port: PORT, user: SUPERUSER, password: await readPassword(dataDir), database: SUPERUSER }
}
