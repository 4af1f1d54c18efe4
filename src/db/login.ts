import type { ClientConfig } from 'pg'
import { derivedKey } from '#lib/derived-key.ts'
import type { ProgramLogin } from './application-role.ts'
import { scramVerifier } from './scram.ts'
import { addressOf } from './session.ts'

interface Given {
  readonly masterKey: Buffer
  /** DATABASE_APP_URL: a login that an administrator created. */
  readonly appUrl: string | undefined
}

interface Entrance {
  readonly connection: ClientConfig
  readonly login: ProgramLogin
}

const withoutPath = /^([^?/]*\/\/[^?/]*)\/?(?=\?|$)/

/** The same database, with another name and password. */
const connectAs = (connection: ClientConfig, user: string, password: string): ClientConfig => {
  const { connectionString } = connection
  if (!connectionString) return { ...connection, user, password }
  // Parameters take precedence over what precedes the host. Without a path the database is named after the owner.
  const { database } = addressOf(connection)
  const text = connectionString.replace(withoutPath, `$1/${encodeURIComponent(database)}`)
  const parameters = new URLSearchParams({ user, password })
  return { ...connection, connectionString: `${text}${text.includes('?') ? '&' : '?'}${parameters}` }
}

/**
 * The login of the program to the owner's database. Name and password are derived from the master key: all nodes of an
 * install agree without storing anything, and installs that share a server do not share a login.
 */
export const programLogin = (owner: ClientConfig, { masterKey, appUrl }: Given): Entrance => {
  if (appUrl !== undefined) {
    const connection = { connectionString: appUrl }
    return { connection, login: { user: addressOf(connection).user } }
  }
  const user = `probata_app_${derivedKey(masterKey, 'database login').toString('hex').slice(0, 16)}`
  const password = derivedKey(masterKey, 'database password').toString('hex')
  return { connection: connectAs(owner, user, password), login: { user, verifier: scramVerifier(password) } }
}
