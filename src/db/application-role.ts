import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Database, sqlState } from './database.ts'
import { statement } from './statement.ts'

/** Sessions of the program run as this role, by the startup option `-c role=probata_app`: it owns nothing. */
export const applicationRole = 'probata_app'

interface RoleState {
  readonly present: boolean
  /** SUPERUSER or BYPASSRLS, or membership of the connecting user: row-level security would not hold it. */
  readonly unbound: boolean
  /** Whether the connecting user may SET ROLE to it. */
  readonly granted: boolean
  readonly me: string
}

/** PostgreSQL 16 tells the right to SET ROLE apart from membership; before, they are one. */
const stateSql = (serverVersion: number): string => `
  select role.oid is not null as present,
    coalesce(role.rolsuper or role.rolbypassrls
      or (not me.rolsuper and pg_has_role(role.oid, me.oid, 'MEMBER')), false) as unbound,
    coalesce(pg_has_role(me.oid, role.oid, '${serverVersion >= 160_000 ? 'SET' : 'MEMBER'}'), false) as granted,
    me.rolname as me
  from pg_roles me left join pg_roles role on role.rolname = $1
  where me.rolname = current_user`

const createSql = `CREATE ROLE ${applicationRole} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`
const grantSql = (user: string): string => `GRANT ${applicationRole} TO ${pg.escapeIdentifier(user)}`

const INSUFFICIENT_PRIVILEGE = '42501'
/** Another node, perhaps on another database of the same server, did the same at the same time. */
const DONE_BY_ANOTHER = new Set(['42710', '23505', 'XX000'])

const forAdministrator = (user: string, statements: string[], cause: unknown): Error =>
  new Error(
    `The database user ${JSON.stringify(user)} may not make the role that the program runs as. ` +
      `Let an administrator of the database run: ${statements.map(statement => `${statement};`).join(' ')}`,
    { cause },
  )

/** Runs a statement; answers the error of one that another node may just have done. */
const run = async (client: pg.ClientBase, sql: string, refuse: (cause: unknown) => Error): Promise<unknown> => {
  try {
    await client.query(sql)
    return undefined
  } catch (error) {
    const state = sqlState(error) ?? ''
    if (state === INSUFFICIENT_PRIVILEGE) throw refuse(error)
    if (!DONE_BY_ANOTHER.has(state)) throw error
    return error
  }
}

const ATTEMPTS = 20
/** Longest pause before another look, in milliseconds; each node draws its own. */
const PAUSE = 40

/**
 * Makes the role `probata_app` and grants it to the connecting user, each where missing. Roles belong to the whole
 * server, so no lock of one database orders this: it acts, looks again after making the role and after a failure, and
 * takes another's success as its own.
 *
 * Throws an error that holds the SQL an administrator must run where the user lacks CREATEROLE, and refuses a role
 * that row-level security does not bind.
 */
export const ensureApplicationRole = async (client: pg.ClientBase, serverVersion: number): Promise<void> => {
  let cause: unknown
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { rows } = await client.query<RoleState>(stateSql(serverVersion), [applicationRole])
    const state = rows[0]
    if (!state) throw new Error('The connecting user is not in pg_roles')
    if (state.unbound) {
      throw new Error(
        `The role ${applicationRole} is a superuser, has BYPASSRLS or is a member of ${JSON.stringify(state.me)}, so ` +
          `row-level security does not bind it: ALTER ROLE ${applicationRole} NOSUPERUSER NOBYPASSRLS; ` +
          `REVOKE ${pg.escapeIdentifier(state.me)} FROM ${applicationRole};`,
      )
    }
    if (state.present && state.granted) return
    const missing = state.present ? [grantSql(state.me)] : [createSql, grantSql(state.me)]
    const next = state.present ? grantSql(state.me) : createSql
    const failure = await run(client, next, refused => forAdministrator(state.me, missing, refused))
    // Not looked at again: what a backend remembers of memberships may be older than the grant of another node, which
    // makes this one a grant of nothing new, and so nothing that would make it look.
    if (!failure && state.present) return
    if (!failure) continue
    cause = failure
    await delay(Math.random() * PAUSE)
  }
  throw new Error(`The role ${applicationRole} could not be made and granted in ${ATTEMPTS} attempts`, { cause })
}

const sessionRole = statement<{ role: string }>('session_role', 'select current_user as role')

/**
 * Throws when sessions of the program do not run as `probata_app`: row-level security would not hold them. A pooler
 * that drops startup options does that without a word.
 */
export const requireApplicationRole = async (db: Database): Promise<void> => {
  const [session] = await db.readInstall(sessionRole, [])
  if (session?.role === applicationRole) return
  throw new Error(
    `Sessions run as ${JSON.stringify(session?.role)} and not as ${applicationRole}, so row-level security would not ` +
      'hold: what stands between the program and PostgreSQL drops startup options (PgBouncer: ' +
      'ignore_startup_parameters = options). Connect to PostgreSQL itself, or through a pooler that passes them on.',
  )
}
