import pg from 'pg'
import { ensureApplicationRole, type ProgramLogin } from './application-role.ts'
import { explainConnectionError } from './connection-error.ts'
import { failedFile } from './failed-file.ts'
import { requireFit, requireSession } from './fit.ts'
import { applyFunctions } from './functions.ts'
import { claimInstallation, type Installation, type InstallationClaim } from './installation.ts'
import { type MasterKeyInput, recordMasterKey, requireMasterKey } from './master-key.ts'
import { closeOwnServer } from './own-server.ts'
import { restoreLogin } from './restore-login.ts'
import { type Migration, pad, readMigrations, type SchemaSource, schemaOfProgram } from './schema-files.ts'
import { sessionOf, unlimited } from './session.ts'

export interface MigrateOptions {
  /** Where the files are; those of this program by default. */
  readonly source?: SchemaSource
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
  readonly masterKey?: MasterKeyInput
  /** The values for the row of the install if it lacks them. */
  readonly claim?: InstallationClaim
  readonly log?: (line: string) => void
}

/** Key of the advisory lock that one migrating node holds: "probata" in ASCII. */
const LOCK_KEY = '31651020109083745'

// Of PostgreSQL 17 and later; earlier servers reject a startup packet that names it.
const noTransactionTimeout = "select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'"

const tableOfMigrations = `create table if not exists schema_migration
  (version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`

type Landed = Omit<Migration, 'sql' | 'replaces'>

const created = /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?(\w+)/gim

const tablesOf = (known: readonly Migration[]): string[] => [
  ...new Set(known.flatMap(({ sql }) => Array.from(sql.matchAll(created), ([, name = '']) => name.toLowerCase()))),
]

/** Throws where the database is newer than this program, or older than what it can upgrade. */
const requireReachable = (
  newest: Landed | undefined,
  known: readonly Migration[],
  { baseline }: SchemaSource,
): void => {
  if (!newest) return
  const at = `${pad(newest.version)}-${newest.name}`
  const last = known.at(-1)?.version ?? 0
  if (newest.version > last) {
    throw new Error(
      `The database has a newer schema (${at}) than this program knows (${pad(last)}): upgrade the program`,
    )
  }
  if (baseline && newest.version < baseline.version) {
    throw new Error(
      `The database has the schema ${at}, and this program upgrades from ${pad(baseline.version)} on: start the program ` +
        `of commit ${baseline.commit} once, which brings it there; nothing was changed`,
    )
  }
}

const landedIn = async (client: pg.Client): Promise<readonly Landed[]> => {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migration') is not null as exists`,
  )
  if (!rows[0]?.exists) return []
  return (await client.query<Landed>('select version, name, sha256 from schema_migration order by version')).rows
}

/** The migrations that the database lacks. Throws where what landed is not what this program knows. */
const pendingAfter = (
  rows: readonly Landed[],
  known: readonly Migration[],
  source: SchemaSource,
): readonly Migration[] => {
  const newest = rows.at(-1)
  requireReachable(newest, known, source)
  const landed = new Map(rows.map(row => [row.version, row]))
  const due = known.filter(({ version }) => version > (newest?.version ?? 0))
  for (const { version, sha256, replaces } of known.slice(0, known.length - due.length)) {
    const found = landed.get(version)
    if (!found) throw new Error(`Migration ${pad(version)} is missing`)
    if (found.sha256 !== sha256 && found.sha256 !== replaces) {
      throw new Error(
        `Migration ${pad(version)} was changed after it landed (${found.name}: sha256 ${found.sha256} ` +
          `in the database, ${sha256} in the file): migrations are frozen; put the change in a new one`,
      )
    }
  }
  return due
}

const apply = async (client: pg.Client, { version, name, sql, sha256 }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migration values ($1, $2, $3, clock_timestamp())', [version, name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw failedFile(`Migration ${pad(version)}-${name}`, sql, error)
  }
}

/**
 * Brings the schema of the database up to the version of this program: forward only, each file in its own transaction, safe
 * while many nodes start at once (one advisory lock; the others wait and find nothing to do). A new database gets the
 * tables of `src/db/schema`, which replace the migrations before them; an older one gets the migrations that it lacks.
 * Functions, triggers and policies follow. Creates the role `probata_app` and the login first. The connection is the
 * owner's, is closed at the end, and must not go through a pooler in transaction mode.
 *
 * Throws before anything is changed if the server is not PostgreSQL 15 to 18, the database is unusable or was used
 * with another master key, a number is missing or duplicated, a landed file has changed, or the database is newer than
 * the program or too old for an upgrade. Throws if a file fails: that one is rolled back completely; earlier ones stay.
 */
export const migrate = async (
  connection: pg.ClientConfig,
  {
    source = schemaOfProgram,
    login,
    program,
    pool,
    masterKey,
    claim,
    log = () => undefined,
    warn = () => undefined,
  }: MigrateOptions = {},
): Promise<{ applied: string[]; installation: Installation | undefined }> => {
  const known = await readMigrations(source)
  const settings = { connectionTimeoutMillis: 15_000, keepAlive: true, ...connection }
  // The policies of tenant tables bind their owner too, except while it migrates.
  const client = new pg.Client(sessionOf(settings, { ...unlimited, 'probata.migrating': 'on' }))
  client.on('error', () => undefined)
  await client.connect().catch(error => Promise.reject(explainConnectionError('DATABASE_URL', connection, error)))
  try {
    await requireSession(client, connection)
    await client.query(noTransactionTimeout)
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`)
    await requireFit(client, connection, { tables: tablesOf(known), login, pool })
    if (masterKey) await requireMasterKey(client, masterKey)
    const pending = pendingAfter(await landedIn(client), known, source)
    await ensureApplicationRole(client, login)
    const own = await closeOwnServer(client)
    if (login && program) await restoreLogin(client, { login, connection: program, own, warn })
    await client.query(tableOfMigrations)
    for (const migration of pending) {
      // A crash loses the latest migrations that did not wait for the disk, and the next start applies them again. The
      // last one waits, for all of them.
      const waits = migration === pending.at(-1)
      await client.query(waits ? 'reset synchronous_commit' : 'set synchronous_commit = off')
      await apply(client, migration)
      log(`migration ${pad(migration.version)}-${migration.name} applied`)
    }
    const functions = source.functions && (await applyFunctions(client, source.functions))
    if (functions) log(`${functions} applied`)
    if (masterKey) await recordMasterKey(client, masterKey)
    const installation = claim && (await claimInstallation(client, claim))
    const applied = pending.map(({ version, name }) => `${pad(version)}-${name}`)
    return { applied: functions ? [...applied, functions] : applied, installation }
  } finally {
    await client.end().catch(() => undefined)
  }
}
