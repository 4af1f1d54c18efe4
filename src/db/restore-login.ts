import pg from 'pg'
import type { ProgramLogin } from './application-role.ts'
import { sessionOf } from './session.ts'
import { sqlState } from './sql-error.ts'

const INSUFFICIENT_PRIVILEGE = '42501'
/** The SQLSTATE for a wrong password, and for a role without a password. */
const INVALID_PASSWORD = '28P01'

const id = pg.escapeIdentifier

interface Defaults {
  /** The database to which the defaults apply; null for every database. */
  readonly database: string | null
  readonly names: readonly string[]
}

// Any role may change its own password, and its own defaults in every database of the server.
const defaultsSql = `
  select d.datname as database, array(select split_part(setting, '=', 1) from unnest(s.setconfig) setting) as names
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole left join pg_database d on d.oid = s.setdatabase
   where r.rolname = $1 and (s.setdatabase = 0 or d.datname = current_database() or $2)
   order by d.datname nulls first`

const isLockedOut = async (connection: pg.ClientConfig): Promise<boolean> => {
  const client = new pg.Client(sessionOf({ connectionTimeoutMillis: 15_000, ...connection }))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return false
  } catch (error) {
    // Other errors are explained when the program itself connects.
    return sqlState(error) === INVALID_PASSWORD
  } finally {
    await client.end().catch(() => undefined)
  }
}

export interface RestoreOptions {
  readonly login: ProgramLogin
  /** The program's connection. */
  readonly connection: pg.ClientConfig
  /** Whether this program started the server, so that the login's defaults in other databases are reset too. */
  readonly isOwnServer: boolean
  readonly warn: (sentence: string) => void
}

const possibleAuthors = 'Only a session of that login or an administrator of the database can have changed this'
const nextStep = 'Run `probata verify ledger`, which finds records that were changed without the program'

/**
 * Resets the defaults and the password of the login that the server created, if they were changed, because either
 * change could lock the program out of its own database. Leaves a login in DATABASE_APP_URL unchanged, because it
 * belongs to an administrator.
 *
 * Throws an error with the statement for an administrator if the password was changed and the owner may not reset it.
 */
export const restoreLogin = async (client: pg.ClientBase, options: RestoreOptions): Promise<void> => {
  const { login, connection, isOwnServer, warn } = options
  if (!login.verifier) return
  const role = `ALTER ROLE ${id(login.user)}`
  const { rows } = await client.query<Defaults>(defaultsSql, [login.user, isOwnServer])
  for (const { database, names } of rows) {
    const statement = `${role}${database === null ? '' : ` IN DATABASE ${id(database)}`} RESET ALL`
    const finding = `Defaults of the database login ${login.user} were changed (${names.join(', ')})`
    try {
      await client.query(statement)
      warn(`${finding} and have been reset. ${possibleAuthors}. ${nextStep}.`)
    } catch (error) {
      if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
      warn(`${finding}. Ask an administrator of the database to run: ${statement};`)
    }
  }
  if (!(await isLockedOut(connection))) return
  const statement = `${role} PASSWORD ${pg.escapeLiteral(login.verifier)}`
  const finding = `The password of the database login ${login.user} was changed`
  try {
    await client.query(statement)
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error
    throw new Error(`${finding}. ${possibleAuthors}. Ask an administrator of the database to run: ${statement};`, {
      cause: error,
    })
  }
  warn(`${finding} and has been reset. ${possibleAuthors}. ${nextStep}.`)
}
