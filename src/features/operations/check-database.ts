import { narrows, statement } from '#db/statement.ts'
import type { CoreServices } from '#http/call.ts'
import { second } from '#lib/clock.ts'
import type { Check, CheckResult } from '#shared/check.ts'

const readServerState = statement(
  'read_server_state',
  {},
  `select current_setting('server_version') as version, clock_timestamp() as now,
          pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only`,
)

/**
 * Reads the login's permissions over itself and in the rest of the server; the embedded database revokes all of them.
 */
const readLoginPermissions = statement(
  'read_login_permissions',
  {},
  `select quote_ident(session_user) as login, quote_ident(current_database()) as database,
          array(select split_part(setting, '=', 1) from pg_db_role_setting s, unnest(s.setconfig) setting
                 where s.setrole = r.oid and s.setdatabase in (0, d.oid)) as defaults,
          array(select quote_ident(o.datname) from pg_database o
                 where o.oid <> d.oid and o.datallowconn and has_database_privilege(o.oid, 'CONNECT')
                 order by o.datname) as others,
          has_database_privilege(d.oid, 'TEMPORARY') as temporary
     from pg_roles r, pg_database d where r.rolname = session_user and d.datname = current_database()`,
  narrows<{ database: string }>,
)

/** The maximum number of remedies to list. */
const maxRemedies = 20

/** Yields a finding with the SQL statements that a database administrator should run. */
async function* checkLogin(db: CoreServices['db']): AsyncGenerator<CheckResult> {
  const [loginRow] = await db.readInstall(readLoginPermissions, {})
  if (!loginRow) throw new Error('the login of this session is not in the catalog')
  const { login, database, defaults, others, temporary } = loginRow
  const remedies = [
    ...(defaults.length > 0
      ? [`ALTER ROLE ${login} RESET ALL; ALTER ROLE ${login} IN DATABASE ${database} RESET ALL;`]
      : []),
    ...others.slice(0, maxRemedies).map(other => `REVOKE CONNECT ON DATABASE ${other} FROM PUBLIC;`),
    ...(others.length > maxRemedies ? [`(the same for ${others.length - maxRemedies} more)`] : []),
    ...(temporary ? [`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC;`] : []),
  ]
  const settingsText = defaults.length > 0 ? ` has role settings of its own (${defaults.join(', ')}),` : ''
  yield remedies.length > 0
    ? {
        subject: 'login',
        isOk: false,
        message:
          `${login}${settingsText} reaches ${others.length} other databases and may${temporary ? '' : ' not'} make temporary ` +
          `tables. Unless another program needs this, have a database administrator run: ${remedies.join(' ')}`,
      }
    : {
        subject: 'login',
        isOk: true,
        message: `${login} reaches this database only and has no role settings of its own`,
      }
}

/** The maximum clock difference that leases and time-based codes tolerate. */
const maxClockDifference = 5 * second

/** Checks whether the database responds, accepts writes and agrees with this machine on the time. */
export const databaseCheck: Check = {
  name: 'database',
  async *run({ db, clock }) {
    const before = clock.now()
    const [server] = await db.readInstall(readServerState, {})
    if (!server) throw new Error('the database does not respond')
    const duration = clock.now() - before
    const clockDifference = server.now.getTime() - (before + duration / 2)
    yield { subject: 'answer', isOk: true, message: `PostgreSQL ${server.version}, within ${Math.ceil(duration)} ms` }
    yield server.read_only
      ? {
          subject: 'writing',
          isOk: false,
          message: 'it is a standby, or read-only; DATABASE_URL must name the primary',
        }
      : { subject: 'writing', isOk: true, message: 'it accepts changes' }
    yield* checkLogin(db)
    yield Math.abs(clockDifference) > maxClockDifference + duration
      ? {
          subject: 'clock',
          isOk: false,
          message: `${Math.round(clockDifference / second)} s apart from this machine; synchronize both with NTP`,
        }
      : { subject: 'clock', isOk: true, message: 'agrees with this machine' }
  },
}
