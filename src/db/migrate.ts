import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { sentenceOf } from '#lib/error-digest.ts'
import { root } from '#lib/program-files.ts'
import { ensureApplicationRole, type ProgramLogin } from './application-role.ts'
import { explainConnectionError } from './connection-error.ts'
import { requireFit, requireSession } from './fit.ts'
import { type Claim, claimInstallation, type Installation } from './installation.ts'
import { type GivenKey, recordMasterKey, requireMasterKey } from './master-key.ts'
import { closeOwnServer } from './own-server.ts'
import { restoreLogin } from './restore-login.ts'
import { sessionOf, unlimited } from './session.ts'
import { sqlState } from './sql-error.ts'

interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

export interface MigrateOptions {
  /** Folder of the `NNNN-name.sql` files; those of this program by default. */
  readonly directory?: string
  /** The login of the program; created if missing. */
  readonly login?: ProgramLogin
  /**
   * How the program connects with that login. If set, a login with a changed password or changed defaults is restored.
   */
  readonly program?: pg.ClientConfig
  /** Receives the messages that the operator must read. */
  readonly warn?: (sentence: string) => void
  /**
   * The number of connections that its pool may open, which is compared with the limits of server, database and login.
   */
  readonly pool?: number
  /** Compared with the key that the database was used with. */
  readonly masterKey?: GivenKey
  /** The values for the row of the install if it lacks them. */
  readonly claim?: Claim
  readonly log?: (line: string) => void
}

/** Key of the advisory lock that one migrating node holds: "probata" in ASCII. */
const LOCK_KEY = '31651020109083745'

// Of PostgreSQL 17 and later; earlier servers reject a startup packet that names it.
const noTransactionTimeout = "select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'"

const pad = (version: number): string => String(version).padStart(4, '0')

const readMigrations = async (directory: string): Promise<Migration[]> => {
  const files = (await readdir(directory)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const [, number, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? []
      if (!number || !name) throw new Error(`${file} in ${directory} is not called NNNN-name.sql`)
      if (Number(number) !== index + 1) {
        throw new Error(`${directory} has a gap or a duplicate: ${file} stands where ${pad(index + 1)} is due`)
      }
      const sql = await readFile(join(directory, file), 'utf8')
      return { version: index + 1, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const created = /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?(\w+)/gim

const tablesOf = (known: readonly Migration[]): string[] => [
  ...new Set(known.flatMap(({ sql }) => Array.from(sql.matchAll(created), ([, name = '']) => name.toLowerCase()))),
]

const pendingOf = async (client: pg.Client, known: Migration[]): Promise<Migration[]> => {
  await client.query(`create table if not exists schema_migration
    (version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`)
  const { rows } = await client.query<Omit<Migration, 'sql'>>(
    'select version, name, sha256 from schema_migration order by version',
  )
  const newest = rows.at(-1)
  if (newest && newest.version > known.length) {
    throw new Error(
      `The database has a newer schema (${pad(newest.version)}-${newest.name}) than this program knows ` +
        `(${pad(known.length)}): upgrade the program`,
    )
  }
  for (const [index, migration] of known.slice(0, newest?.version ?? 0).entries()) {
    const landed = rows[index]
    if (landed?.version !== migration.version) throw new Error(`Migration ${pad(migration.version)} is missing`)
    if (landed.sha256 !== migration.sha256) {
      throw new Error(
        `Migration ${pad(migration.version)} was changed after it landed (${landed.name}: sha256 ${landed.sha256} ` +
          `in the database, ${migration.sha256} in the file): migrations are frozen; put the change in a new one`,
      )
    }
  }
  return known.slice(rows.length)
}

/** The line at which the server stopped; its `position` counts characters from 1. */
const lineOf = (sql: string, error: unknown): string => {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
  return position > 0 ? ` at line ${sql.slice(0, position - 1).split('\n').length}` : ''
}

const apply = async (client: pg.Client, { version, name, sql, sha256 }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migration values ($1, $2, $3, clock_timestamp())', [version, name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const state = sqlState(error)
    const where = `${lineOf(sql, error)}${state ? ` (SQLSTATE ${state})` : ''}`
    throw new Error(`Migration ${pad(version)}-${name} failed${where}: ${sentenceOf(error)}`, { cause: error })
  }
}

/**
 * Brings the schema of the database up to the version of this program: forward only, each file in its own transaction,
 * and safe while many nodes start at once (one advisory lock; the others wait and find nothing to do). Creates the role
 * `probata_app` and the login first. The connection is the owner's, is closed at the end, and must not go through a
 * pooler in transaction mode.
 *
 * Throws if the server is not PostgreSQL 15 to 18 or the database is unusable (before anything is changed), a number is
 * missing or duplicated, a landed file has changed, the database is newer than the program or was used with another
 * master key, or a migration fails (that one is rolled back completely; earlier ones stay).
 */
export const migrate = async (
  connection: pg.ClientConfig,
  {
    directory = join(root, 'src', 'db', 'migrations'),
    login,
    program,
    pool,
    masterKey,
    claim,
    log = () => undefined,
    warn = () => undefined,
  }: MigrateOptions = {},
): Promise<{ applied: string[]; installation: Installation | undefined }> => {
  const known = await readMigrations(directory)
  const settings = { connectionTimeoutMillis: 15_000, keepAlive: true, ...connection }
  // The policies of tenant tables bind their owner too, except while it migrates (0009).
  const client = new pg.Client(sessionOf(settings, { ...unlimited, 'probata.migrating': 'on' }))
  client.on('error', () => undefined)
  await client.connect().catch(error => Promise.reject(explainConnectionError('DATABASE_URL', connection, error)))
  try {
    await requireSession(client, connection)
    await client.query(noTransactionTimeout)
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`)
    await requireFit(client, connection, { tables: tablesOf(known), login, pool })
    if (masterKey) await requireMasterKey(client, masterKey)
    await ensureApplicationRole(client, login)
    const own = await closeOwnServer(client)
    if (login && program) await restoreLogin(client, { login, connection: program, own, warn })
    const pending = await pendingOf(client, known)
    for (const migration of pending) {
      // A crash loses the latest migrations that did not wait for the disk, and the next start applies them again. The
      // last one waits, for all of them.
      const waits = migration === pending.at(-1)
      await client.query(waits ? 'reset synchronous_commit' : 'set synchronous_commit = off')
      await apply(client, migration)
      log(`migration ${pad(migration.version)}-${migration.name} applied`)
    }
    if (masterKey) await recordMasterKey(client, masterKey)
    const installation = claim && (await claimInstallation(client, claim))
    return { applied: pending.map(({ version, name }) => `${pad(version)}-${name}`), installation }
  } finally {
    await client.end().catch(() => undefined)
  }
}
