import type { ClientConfig } from 'pg'
import { derivedKey } from '#lib/derived-key.ts'
import type { ProgramLogin } from './application-role.ts'
import { scramVerifier } from './scram.ts'
import { addressOf } from './session.ts'

interface LoginInput {
  readonly masterKey: Buffer
  /** DATABASE_APP_URL: a login that an administrator created. */
  readonly appUrl: string | undefined
}

interface ProgramConnection {
  readonly connection: ClientConfig
  readonly login: ProgramLogin
}

const withoutPath = /^([^?/]*\/\/[^?/]*)\/?(?=\?|$)/

/** Connects to the same database with another user name and password. */
const connectAs = (connection: ClientConfig, user: string, password: string): ClientConfig => {
  const { connectionString } = connection
  if (!connectionString) return { ...connection, user, password }
  // Query parameters override the user and password in front of the host. An address without a path means the database
  // with the owner's name, so the name must be added before the user changes.
  const { database } = addressOf(connection)
  const text = connectionString.replace(withoutPath, `$1/${encodeURIComponent(database)}`)
  const parameters = new URLSearchParams({ user, password })
  return { ...connection, connectionString: `${text}${text.includes('?') ? '&' : '?'}${parameters}` }
}

/**
 * Returns the program's login to the owner's database. Name and password are derived from the master key, so that all
 * nodes of an install agree on them, and installs that share a server have different logins.
 */
export const programLogin = (owner: ClientConfig, { masterKey, appUrl }: LoginInput): ProgramConnection => {
  if (appUrl !== undefined) {
    const connection = { connectionString: appUrl }
    return { connection, login: { user: addressOf(connection).user } }
  }
  const user = `probata_app_${derivedKey(masterKey, 'database login').toString('hex').slice(0, 16)}`
  const password = derivedKey(masterKey, 'database password').toString('hex')
  return { connection: connectAs(owner, user, password), login: { user, verifier: scramVerifier(password) } }
}
