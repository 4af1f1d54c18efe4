import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { cheapHash } from '#test/cheap-hash.ts'
import { password } from '#test/fixture.ts'
import { german, startGermanPostgres, withoutGermanPostgres } from '#test/german-postgres.ts'
import { doMainJob } from '#test/main-job.ts'
import { query } from '#test/postgres.ts'
import { boot } from '#test/system.ts'
import { administrator, type TcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { loopback } from '#test/webhooks/webhooks.ts'

/**
 * Settings that administrators make for other programs. Each value changes how PostgreSQL writes values, or what SQL
 * means.
 */
const settings: Readonly<Record<string, string>> = {
  lc_messages: german,
  extra_float_digits: '-15',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  search_path: 'elsewhere',
  client_encoding: 'LATIN1',
  standard_conforming_strings: 'off',
  quote_all_identifiers: 'on',
  backslash_quote: 'on',
  array_nulls: 'off',
  transform_null_equals: 'on',
  xmloption: 'document',
  row_security: 'off',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  statement_timeout: '1ms',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '1ms',
  idle_session_timeout: '5ms',
  gin_fuzzy_search_limit: '1',
  exit_on_error: 'on',
  enable_indexscan: 'off',
  enable_nestloop: 'off',
  plan_cache_mode: 'force_generic_plan',
  synchronous_commit: 'off',
}

/** Settings that are tested together: time limits, and settings on which none of our statements depends today. */
const groups: readonly (readonly string[])[] = [
  ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'],
  ['backslash_quote', 'array_nulls', 'transform_null_equals', 'xmloption', 'gin_fuzzy_search_limit'],
  ['enable_indexscan', 'enable_nestloop', 'plan_cache_mode', 'synchronous_commit', 'default_transaction_deferrable'],
]
const grouped = new Set(groups.flat())
const runs = [
  ...Object.keys(settings)
    .filter(name => !grouped.has(name))
    .map(name => [name]),
  ...groups,
]

describe('the main job on a PostgreSQL 15 with settings for other programs', {
  skip: withoutGermanPostgres,
  concurrency: false,
}, () => {
  let server: TcpPostgres
  let receiver: Receiver
  let folder: string
  before(async () => {
    server = await startGermanPostgres()
    receiver = await startReceiver()
    folder = await mkdtemp(join(tmpdir(), 'probata-settings-'))
  })
  after(async () => {
    await rm(folder, { recursive: true, force: true })
    await receiver?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  const asAdministrator = (text: string, database = 'postgres') =>
    query({ connectionString: server.urlOf(administrator, database) }, text)

  const installDatabase = async (name: string): Promise<string> => {
    await asAdministrator(`create role ${name} login createrole password '${tcpPassword}'`)
    await asAdministrator(`create database ${name} owner ${name}`)
    return server.urlOf(name, name)
  }

  const keyOf = (n: number): string => Buffer.alloc(32, n).toString('base64')
  const start = (url: string, key: number, provision?: null) =>
    boot({
      database: { connectionString: url },
      env: { DATABASE_URL: url, PROBATA_MASTER_KEY: keyOf(key), PROBATA_DATA_DIR: join(folder, `${key}`), ...loopback },
      ...(provision === null && { provision }),
    })
  const useCheapHashes = async (database: string) => {
    const connection = { connectionString: server.urlOf(administrator, database) }
    await query(connection, 'update login set password_hash = $1', [cheapHash(password)])
  }
  const set = (target: string, names: readonly string[]) =>
    asAdministrator(names.map(name => `alter ${target} set ${name} = '${settings[name]}'`).join(';'))

  test('each setting alone, on an existing install', async t => {
    const url = await installDatabase('alone')
    await (await start(url, 1))[Symbol.asyncDispose]()
    await useCheapHashes('alone')
    for (const names of runs)
      await t.test(names.join(', '), async () => {
        await asAdministrator('alter database alone reset all')
        await set('database alone', names)
        await using p = await start(url, 1, null)
        await doMainJob(p, names[0] ?? '', receiver)
      })
  })

  test('all together from the first start on, set on the database', async () => {
    const url = await installDatabase('together')
    await set('database together', Object.keys(settings))
    await using p = await start(url, 2)
    await doMainJob(p, 'together', receiver)
  })

  test('all together, set on the roles, one of which has a schema of its own name', async () => {
    const url = await installDatabase('named')
    await asAdministrator('create schema named authorization named', 'named')
    await asAdministrator('create schema elsewhere authorization named', 'named')
    await set('role named', Object.keys(settings))
    await using p = await start(url, 3)
    const [login] = await asAdministrator(
      `select rolname from pg_roles where rolname like 'probata_app_%' order by oid desc limit 1`,
    )
    await set(`role ${login?.rolname}`, Object.keys(settings))
    await doMainJob(p, 'named', receiver)
    const misplacedTables = await asAdministrator(
      `select relname from pg_class where relnamespace in ('named'::regnamespace, 'elsewhere'::regnamespace)`,
      'named',
    )
    assert.deepEqual(misplacedTables, [])
  })
})
