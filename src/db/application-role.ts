import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from './database.ts'
import { sessionMark } from './session.ts'
import { sqlState } from './sql-error.ts'
import { narrows, type RowOf, statement } from './statement.ts'

/** The role that has the program's privileges. It owns nothing, and no session logs in as it. */
export const applicationRole = 'probata_app'

/** The role that the program's sessions log in as: a member of `probata_app` and of no other role. */
export interface ProgramLogin {
  readonly user: string
  /** The password as the server stores it; absent for a role that an administrator creates. */
  readonly verifier?: string
}

interface RoleState {
  readonly me: string
  readonly group: boolean
  readonly login: boolean
  readonly member: boolean
  /** The first of the two roles that can bypass row-level security; null if neither can. */
  readonly unbound: string | null
}

const stateSql = `
  select current_user as me, app.oid is not null as group, login.oid is not null as login,
    coalesce(pg_has_role(login.oid, app.oid, 'USAGE'), false) as member,
    (select r.rolname from pg_roles r where r.oid in (app.oid, login.oid)
        and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolreplication
          or exists (select from pg_auth_members m where m.member = r.oid and m.roleid <> app.oid))
      order by r.rolname limit 1) as unbound
  from (values (1)) as one left join pg_roles app on app.rolname = $1 left join pg_roles login on login.rolname = $2::text`

const powers = 'NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION'

const createGroup = `CREATE ROLE ${applicationRole} NOLOGIN ${powers}`

const loginStatements = ({ login, member }: RoleState, { user, verifier = '…' }: ProgramLogin): string[] => [
  ...(login ? [] : [`CREATE ROLE ${pg.escapeIdentifier(user)} LOGIN ${powers} PASSWORD ${pg.escapeLiteral(verifier)}`]),
  ...(member ? [] : [`GRANT ${applicationRole} TO ${pg.escapeIdentifier(user)}`]),
]

const INSUFFICIENT_PRIVILEGE = '42501'
/**
 * The SQLSTATEs of statements that fail because another node, perhaps with another database on the same server, ran the
 * same statement at the same time.
 */
const DONE_BY_ANOTHER = new Set(['42710', '23505', 'XX000'])

const administratorNeeded = (user: string, statements: string[], cause?: unknown): Error =>
  new Error(
    `The database user ${JSON.stringify(user)} may not create the role that the program logs in as. ` +
      `Ask an administrator of the database to run: ${statements.map(statement => `${statement};`).join(' ')}`,
    { cause },
  )

const ATTEMPTS = 20
/** The maximum pause before the next attempt, in milliseconds; each node waits a random part of it. */
const MAX_PAUSE_MS = 40

/**
 * Creates the role `probata_app` and the login if they are missing. Roles belong to the whole server, so a lock in one
 * database cannot serialize this. Instead, it checks again after creating a role and after a failure, and accepts a
 * role that another node has created.
 *
 * If the user lacks CREATEROLE, throws an error with the SQL that an administrator must run. Also throws for a role
 * that can bypass row-level security or that is a member of another role.
 */
export const ensureApplicationRole = async (client: pg.ClientBase, login?: ProgramLogin): Promise<void> => {
  let cause: unknown
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { rows } = await client.query<RoleState>(stateSql, [applicationRole, login?.user])
    const [state] = rows
    if (!state) throw new Error('The catalog of roles is empty')
    if (login?.user === state.me) {
      throw new Error(
        `DATABASE_APP_URL names ${JSON.stringify(state.me)}, the owner of the tables: name another role that is a ` +
          `member of ${applicationRole} and owns nothing`,
      )
    }
    if (state.unbound !== null) {
      throw new Error(
        `The role ${JSON.stringify(state.unbound)} is a superuser, has BYPASSRLS, CREATEROLE or REPLICATION, or is a ` +
          'member of another role, so row-level security does not bind it: ' +
          `ALTER ROLE ${pg.escapeIdentifier(state.unbound)} ${powers}; and REVOKE the other role FROM it`,
      )
    }
    const missing = [...(state.group ? [] : [createGroup]), ...(login ? loginStatements(state, login) : [])]
    const [next] = missing
    if (!next) return
    if (login && !state.login && !login.verifier) throw administratorNeeded(state.me, missing)
    try {
      await client.query(next)
      // Returns without another check. If another node granted the same membership just before, this grant was a no-op
      // and did not invalidate the session's cache of memberships, so a check could still see the old state.
      if (missing.length === 1) return
    } catch (error) {
      const code = sqlState(error) ?? ''
      if (code === INSUFFICIENT_PRIVILEGE) throw administratorNeeded(state.me, missing, error)
      if (!DONE_BY_ANOTHER.has(code)) throw error
      cause = error
      await delay(Math.random() * MAX_PAUSE_MS)
    }
  }
  throw new Error(`The role ${applicationRole} could not be created and granted in ${ATTEMPTS} attempts`, { cause })
}

type Session = RowOf<typeof sessionRole>

const sessionRole = statement(
  'session_role',
  {},
  `select session_user as me,
     session_user <> current_user or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as powerful,
     pg_has_role(oid, '${applicationRole}', 'USAGE') as served,
     exists (select from pg_class where relowner = pg_roles.oid) as owner,
     exists (select from pg_auth_members m where m.member = pg_roles.oid and m.roleid <> (select app.oid from pg_roles app where app.rolname = '${applicationRole}')) as member,
     current_setting('${sessionMark}', true) is not null as limited
     from pg_roles where rolname = session_user`,
  narrows<{ powerful: boolean; served: boolean }>,
)

const faults: readonly (readonly [(session: Session) => boolean, string])[] = [
  [({ powerful }) => powerful, 'it is a superuser, bypasses row-level security or may create roles or databases'],
  [({ owner }) => owner, 'it owns tables, and row-level security does not bind their owner'],
  [({ member }) => member, `it is a member of a role other than ${applicationRole}, and could become it`],
  [({ served }) => !served, `it is not a member of ${applicationRole}`],
  [
    ({ limited }) => !limited,
    'a proxy between the program and PostgreSQL drops startup options, and with them every time limit (PgBouncer: ' +
      'ignore_startup_parameters = options). Connect to PostgreSQL directly, or through a pooler that passes them on',
  ],
]

/** Throws if the program's sessions could bypass row-level security, or if their statements have no time limit. */
export const requireProgramLogin = async (db: Database): Promise<void> => {
  const [session] = await db.readInstall(sessionRole, {})
  const fault = session && faults.find(([applies]) => applies(session))
  if (fault) throw new Error(`Sessions log in as ${JSON.stringify(session.me)}: ${fault[1]}.`)
}
