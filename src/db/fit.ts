import { randomUUID } from 'node:crypto'
import pg, { type ClientConfig } from 'pg'
import { applicationRole, type ProgramLogin } from './application-role.ts'
import { addressOf, sessionMark, sessionOf } from './session.ts'

const SUPPORTED = { from: 15, to: 18 } as const

/** Connections outside the pool: for listening, health and the watchdog. */
const otherConnections = 3

export interface DatabaseNeeds {
  /** The names of the tables that migrations create. */
  readonly tables: readonly string[]
  readonly login?: ProgramLogin | undefined
  /** The number of connections in the pool. */
  readonly pool?: number | undefined
}

const unusable = (connection: ClientConfig, reason: string): Error => {
  const { host, port, database } = addressOf(connection)
  const place = host.startsWith('/') ? host : `${host}:${port}`
  return new Error(
    `DATABASE_URL: the database ${JSON.stringify(database)} at ${place} cannot be used: ${reason}. Nothing was changed.`,
  )
}

const optionsDropped =
  'a pooler or proxy in front of PostgreSQL drops startup options, so sessions would have no time limits and the wrong ' +
  'formats (PgBouncer: ignore_startup_parameters = options). Connect to PostgreSQL directly'
const connectionsShared =
  'a pooler in front of PostgreSQL shares server connections between sessions (transaction mode), which breaks session ' +
  'settings, advisory locks and LISTEN. Connect to PostgreSQL directly; PROBATA_DATABASE_POOL limits the connections'

/**
 * Whether a pooler shares server connections between sessions. If it does, a second session sees a setting of the
 * first, or the first session has lost its setting.
 */
const isPooled = async (client: pg.Client, connection: ClientConfig): Promise<boolean> => {
  const value = randomUUID()
  const read = "select current_setting('probata.pooled', true) as value"
  await client.query("select set_config('probata.pooled', $1, false)", [value])
  const other = new pg.Client(sessionOf({ connectionTimeoutMillis: 15_000, ...connection }))
  other.on('error', () => undefined)
  await other.connect()
  try {
    await other.query('begin')
    const [otherResult, ownResult] = [await other.query(read), await client.query(read)]
    return otherResult.rows[0]?.value === value || ownResult.rows[0]?.value !== value
  } finally {
    await other.end().catch(() => undefined)
  }
}

/** Throws unless the server is PostgreSQL 15 to 18 and `client` has a server session of its own, with our settings. */
export const requireSession = async (client: pg.Client, connection: ClientConfig): Promise<void> => {
  const { rows } = await client.query<{ version: string; pid: number; marked: boolean }>(
    `select current_setting('server_version_num') as version, pg_backend_pid() as pid,
            current_setting('${sessionMark}', true) is not null as marked`,
  )
  const { version, pid, marked = false } = rows[0] ?? {}
  const major = Math.floor(Number(version) / 10_000)
  if (!(major >= SUPPORTED.from && major <= SUPPORTED.to))
    throw new Error(
      `The database server is PostgreSQL ${major}; this program works with ${SUPPORTED.from} to ${SUPPORTED.to}`,
    )
  if (!marked) throw unusable(connection, optionsDropped)
  // A pooler reports a made-up process id at the start of a session.
  const isDirect = Reflect.get(client, 'processID') === pid
  if (!isDirect && (await isPooled(client, connection))) throw unusable(connection, connectionsShared)
}

interface DatabaseFacts {
  readonly me: string
  readonly database: string
  readonly encoding: string
  readonly standby: boolean
  readonly read_only: boolean
  readonly replica: boolean
  /** Whether the user may create tables; null if there is no schema `public`. */
  readonly creates: boolean | null
  /** Whether roles other than the owner can connect to the database. */
  readonly connects: boolean
  /** Whether roles other than the owner can use the schema. */
  readonly uses: boolean
  /** Whether the role `probata_app` exists. */
  readonly grouped: boolean
  readonly temporary: boolean
  readonly migrated: boolean
  /**
   * Tables with the same names as tables of this program: `foreign` lists those that other roles own, `owners` lists
   * these roles, and `taken` lists all of them.
   */
  readonly foreign: readonly string[]
  readonly owners: readonly string[]
  /** Whether one of the owners is the superuser that initdb created. */
  readonly first_superuser: boolean
  readonly taken: readonly string[]
  readonly by_server: number
  readonly by_database: number
  readonly by_login: number
}

const factsSql = `
  select current_user as me, current_database() as database, current_setting('server_encoding') as encoding,
         pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only,
         current_setting('session_replication_role') <> 'origin' as replica,
         (select has_schema_privilege(oid, 'CREATE') from pg_namespace where nspname = 'public') as creates,
         has_database_privilege('public', current_database(), 'CONNECT') or coalesce(r.connect, false) as connects,
         coalesce((select has_schema_privilege('public', oid, 'USAGE') or has_schema_privilege(oid, 'USAGE WITH GRANT OPTION')
                     from pg_namespace where nspname = 'public'), false) or coalesce(r.usage, false) as uses,
         coalesce(r.grouped, false) as grouped,
         has_database_privilege(current_database(), 'TEMPORARY') as temporary,
         to_regclass('public.schema_migration') is not null as migrated,
         coalesce(t.foreign, '{}') as foreign, coalesce(t.owners, '{}') as owners, coalesce(t.first_superuser, false) as first_superuser,
         coalesce(t.taken, '{}') as taken,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) as by_server,
         (select datconnlimit from pg_database where datname = current_database()) as by_database,
         coalesce((select rolconnlimit from pg_roles where rolname = $2), -1) as by_login
    from (select array_agg(relname::text order by relname) filter (where not pg_has_role(relowner, 'USAGE')) as foreign,
                 array_agg(distinct relowner::regrole::text) filter (where not pg_has_role(relowner, 'USAGE')) as owners,
                 bool_or(relowner = 10 and not pg_has_role(relowner, 'USAGE')) as first_superuser,
                 array_agg(relname::text order by relname) as taken
            from pg_class
           where relnamespace = (select oid from pg_namespace where nspname = 'public')
             and relkind in ('r', 'p') and relname = any ($1)) t,
         (select bool_or(has_database_privilege(oid, current_database(), 'CONNECT')) as connect,
                 bool_or((select has_schema_privilege(r.oid, n.oid, 'USAGE') from pg_namespace n where nspname = 'public')) as usage,
                 bool_or(rolname = '${applicationRole}') as grouped
            from pg_roles r where rolname in ($2, '${applicationRole}')) r`

const listSome = (names: readonly string[]): string =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`

const id = pg.escapeIdentifier

/** The connection limits (-1 for none), each with the remedy. */
const limitsOf = (facts: DatabaseFacts, login: string): readonly (readonly [number, string])[] => [
  [facts.by_server, 'max_connections leaves only %: raise it'],
  [facts.by_database, `the database allows only %: ALTER DATABASE ${id(facts.database)} CONNECTION LIMIT -1`],
  [facts.by_login, `the role ${JSON.stringify(login)} may open only %: ALTER ROLE ${id(login)} CONNECTION LIMIT -1`],
]

const tooFewConnections = (facts: DatabaseFacts, { pool, login }: DatabaseNeeds): string | undefined => {
  if (pool === undefined) return undefined
  const needed = pool + otherConnections
  const [exceeded] = limitsOf(facts, login?.user ?? '').filter(([limit]) => limit >= 0 && limit < needed)
  if (!exceeded) return undefined
  const [limit, sentence] = exceeded
  const alternative = limit > otherConnections ? `, or set PROBATA_DATABASE_POOL=${limit - otherConnections}` : ''
  return `each process needs ${needed} connections (PROBATA_DATABASE_POOL plus ${otherConnections}), but ${sentence.replace('%', String(limit))}${alternative}`
}

/** The remedy for foreign tables. REASSIGN OWNED does not work for the superuser that initdb created. */
const reassignRemedy = (owners: readonly string[], me: string): string =>
  owners.length > 0
    ? `run REASSIGN OWNED BY ${owners.join(', ')} TO ${id(me)} in this database`
    : `restore the database again as ${JSON.stringify(me)} with pg_restore --no-owner`

/** Checks for faults, in order; the first fault is reported. */
const faults: readonly ((facts: DatabaseFacts, needs: DatabaseNeeds) => string | undefined | false)[] = [
  ({ encoding, database }) =>
    encoding !== 'UTF8' &&
    `its encoding is ${encoding}, but it must be UTF8. Dump it with pg_dump --encoding=UTF8, create a database with ` +
      `CREATE DATABASE ${id(database)} ENCODING 'UTF8' TEMPLATE template0, and restore the dump`,
  ({ standby }) => standby && 'it is a standby and accepts no changes. Connect to the primary',
  ({ read_only }) =>
    read_only &&
    'it is read-only: default_transaction_read_only is on for the server, the database or the role. Some providers set ' +
      'it when the disk is full. Reset it',
  ({ replica, me }) =>
    replica &&
    `session_replication_role is not origin, which disables foreign keys and triggers. Run ALTER ROLE ${id(me)} RESET ` +
      'session_replication_role',
  ({ creates, me }) => creates === null && `it has no schema public. Run CREATE SCHEMA public AUTHORIZATION ${id(me)}`,
  ({ creates, me, database }) =>
    creates === false &&
    `${JSON.stringify(me)} may not create tables in the schema public. Run ALTER DATABASE ${id(database)} OWNER TO ${id(me)}, ` +
      `or GRANT CREATE, USAGE ON SCHEMA public TO ${id(me)}`,
  // Some migrations create temporary tables.
  ({ temporary, migrated, me, database }) =>
    !(temporary || migrated) &&
    `${JSON.stringify(me)} may not create temporary tables. Run GRANT TEMPORARY ON DATABASE ${id(database)} TO ${id(me)};`,
  ({ connects, grouped, database }, { login }) =>
    login !== undefined &&
    !connects &&
    `only some roles may connect to it. Run ${grouped ? '' : `CREATE ROLE ${applicationRole} NOLOGIN; `}GRANT CONNECT ON ` +
      `DATABASE ${id(database)} TO ${applicationRole};`,
  ({ uses, grouped }) =>
    !uses &&
    `only some roles may use the schema public. Run ${grouped ? '' : `CREATE ROLE ${applicationRole} NOLOGIN; `}GRANT USAGE ` +
      `ON SCHEMA public TO ${applicationRole};`,
  ({ migrated, taken }) =>
    !migrated &&
    taken.length > 0 &&
    `another program has tables there with names that Probata uses (${listSome(taken)}). Use an empty database`,
  ({ foreign, owners, first_superuser, me }) =>
    foreign.length > 0 &&
    `the tables (${listSome(foreign)}) belong to ${listSome(owners)}, not to ${JSON.stringify(me)}. Connect as their ` +
      `owner, or have an administrator ${reassignRemedy(first_superuser ? [] : owners, me)}`,
  tooFewConnections,
]

/** Throws an error with the cause and the remedy if this database cannot be migrated or used. */
export const requireFit = async (client: pg.Client, connection: ClientConfig, needs: DatabaseNeeds): Promise<void> => {
  const tables = [...needs.tables, 'schema_migration']
  const { rows } = await client.query<DatabaseFacts>(factsSql, [tables, needs.login?.user ?? applicationRole])
  const [facts] = rows
  if (!facts) throw new Error('The catalog is empty')
  for (const fault of faults) {
    const reason = fault(facts, needs)
    if (reason) throw unusable(connection, reason)
  }
}
