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
import { formatVersion, type Migration, readMigrations, type SchemaSource, schemaOfProgram } from './schema-files.ts'
import { sessionOf, unlimited } from './session.ts'

export interface MigrateOptions {
  /** The schema files; by default, the files of this program. */
  readonly source?: SchemaSource
  /** The login of the program; created if missing. */
  readonly login?: ProgramLogin
  /**
   * The program's connection with that login. If set, resets the login's password and defaults if they were changed.
   */
  readonly program?: pg.ClientConfig
  /** Receives the messages that the operator must read. */
  readonly warn?: (sentence: string) => void
  /**
   * The size of the program's pool, which is compared with the connection limits of server, database and login.
   */
  readonly pool?: number
  /** The master key, which must be the one that the database was used with. */
  readonly masterKey?: MasterKeyInput
  /** The values for the row of the install if it lacks them. */
  readonly claim?: InstallationClaim
  readonly log?: (line: string) => void
}

/** The key of the advisory lock of migrations: "probata" in ASCII. */
const LOCK_KEY = '31651020109083745'

// Set by a statement, because servers before PostgreSQL 17 reject a startup packet with this setting.
const noTransactionTimeout = "select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'"

const tableOfMigrations = `create table if not exists schema_migration
  (version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`

type AppliedMigration = Omit<Migration, 'sql' | 'replaces'>

const createTable = /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?(\w+)/gim

const tablesOf = (known: readonly Migration[]): string[] => [
  ...new Set(known.flatMap(({ sql }) => Array.from(sql.matchAll(createTable), ([, name = '']) => name.toLowerCase()))),
]

/** Throws if the database is newer than this program, or too old for it to upgrade. */
const requireReachable = (
  newest: AppliedMigration | undefined,
  known: readonly Migration[],
  { baseline }: SchemaSource,
): void => {
  if (!newest) return
  const schema = `${formatVersion(newest.version)}-${newest.name}`
  const last = known.at(-1)?.version ?? 0
  if (newest.version > last) {
    throw new Error(
      `The database has a newer schema (${schema}) than this program knows (${formatVersion(last)}): upgrade the program`,
    )
  }
  if (baseline && newest.version < baseline.version) {
    throw new Error(
      `The database has the schema ${schema}, and this program can upgrade from ${formatVersion(baseline.version)} on: first ` +
        `start the program of commit ${baseline.commit} once, which upgrades it that far; nothing was changed`,
    )
  }
}

const readApplied = async (client: pg.Client): Promise<readonly AppliedMigration[]> => {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migration') is not null as exists`,
  )
  if (!rows[0]?.exists) return []
  return (await client.query<AppliedMigration>('select version, name, sha256 from schema_migration order by version'))
    .rows
}

/** Returns the migrations that the database lacks. Throws if the applied ones differ from those of this program. */
const findPending = (
  rows: readonly AppliedMigration[],
  known: readonly Migration[],
  source: SchemaSource,
): readonly Migration[] => {
  const newest = rows.at(-1)
  requireReachable(newest, known, source)
  const applied = new Map(rows.map(row => [row.version, row]))
  const due = known.filter(({ version }) => version > (newest?.version ?? 0))
  for (const { version, sha256, replaces } of known.slice(0, known.length - due.length)) {
    const row = applied.get(version)
    if (!row) throw new Error(`Migration ${formatVersion(version)} is missing`)
    if (row.sha256 !== sha256 && row.sha256 !== replaces) {
      throw new Error(
        `Migration ${formatVersion(version)} was changed after it was applied (${row.name}: sha256 ${row.sha256} ` +
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
    throw failedFile(`Migration ${formatVersion(version)}-${name}`, sql, error)
  }
}

/**
 * Upgrades the schema of the database to the version of this program, with each file in its own transaction. If many
 * nodes start at once, an advisory lock makes the others wait, and they then find nothing to do. Creates the role
 * `probata_app` and the login first. A new database gets the tables of `src/db/schema`, which replace older migrations;
 * an existing one gets the migrations that it lacks. Then updates functions, triggers and policies. The connection must
 * be the owner's and must not go through a pooler in transaction mode.
 *
 * Throws before it changes anything if the server is not PostgreSQL 15 to 18, the database is unusable or was used with
 * a different master key, a number is missing or duplicated, an applied file has changed, or the database is newer than
 * the program or too old to upgrade. If a file fails, rolls back that file, keeps earlier ones, and throws.
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
  // The policies of tenant tables bind even their owner, except during a migration.
  const client = new pg.Client(sessionOf(settings, { ...unlimited, 'probata.migrating': 'on' }))
  client.on('error', () => undefined)
  await client.connect().catch(error => Promise.reject(explainConnectionError('DATABASE_URL', connection, error)))
  try {
    await requireSession(client, connection)
    await client.query(noTransactionTimeout)
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`)
    await requireFit(client, connection, { tables: tablesOf(known), login, pool })
    if (masterKey) await requireMasterKey(client, masterKey)
    const pending = findPending(await readApplied(client), known, source)
    await ensureApplicationRole(client, login)
    const isOwnServer = await closeOwnServer(client)
    if (login && program) await restoreLogin(client, { login, connection: program, isOwnServer, warn })
    await client.query(tableOfMigrations)
    for (const migration of pending) {
      // Only the last migration waits until all of them are on disk. After a crash, the next start applies lost ones
      // again.
      const waitsForDisk = migration === pending.at(-1)
      await client.query(waitsForDisk ? 'reset synchronous_commit' : 'set synchronous_commit = off')
      await apply(client, migration)
      log(`migration ${formatVersion(migration.version)}-${migration.name} applied`)
    }
    const functions = source.functions && (await applyFunctions(client, source.functions))
    if (functions) log(`${functions} applied`)
    if (masterKey) await recordMasterKey(client, masterKey)
    const installation = claim && (await claimInstallation(client, claim))
    const applied = pending.map(({ version, name }) => `${formatVersion(version)}-${name}`)
    return { applied: functions ? [...applied, functions] : applied, installation }
  } finally {
    await client.end().catch(() => undefined)
  }
}
