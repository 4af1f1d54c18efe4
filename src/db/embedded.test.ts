import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { until } from '#test/until.ts'
import { locateBinaries } from './embedded/binaries.ts'
import { placePrograms } from './embedded/programs.ts'
import { reaches } from './embedded/reach.ts'
import { DataDirectoryInUseError, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

const asRoot = process.getuid?.() === 0
/** The uid of a user that every system has, because initdb needs one with an entry in /etc/passwd. */
const DAEMON = 1
let base = ''
let shared = ''

before(async () => {
  base = await mkdtemp(join(tmpdir(), 'probata-embedded-'))
  await chmod(base, 0o755)
  shared = join(base, 'shared')
})
after(() => rm(base, { recursive: true, force: true, maxRetries: 5 }))

const log = () => undefined
const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log })

const query = async (db: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(db.connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const reconnected = (db: EmbeddedPostgres, sql: string) =>
  until('a supervised restart', () => query(db, sql).catch(() => undefined))

interface Report {
  ready?: boolean
  postgres?: number
  host?: string
  error?: string
  row?: number
}

/** A script for another process on the data directory. With `writing`, it commits rows and reports each of them. */
const script = (dataDir: string, writing: boolean) => `
  import { promisify } from 'node:util'
import pg from 'pg'
  import { startEmbeddedPostgres } from '#db/embedded.ts'
  const say = report => process.stdout.write(JSON.stringify(report) + '\\n')
  try {
    const db = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
    process.once('SIGTERM', () => db.stop())
    say({ ready: true, postgres: db.pid, host: db.connection.host })
    if (${writing}) {
      const client = new pg.Client(db.connection)
      await client.connect()
      await client.query('create table if not exists acknowledged (n serial primary key)')
      for (;;) say({ row: (await client.query('insert into acknowledged default values returning n')).rows[0].n })
    }
  } catch (error) {
    say({ error: error.message })
  }`

interface OtherProcess {
  readonly child: ChildProcess
  readonly pid: number
  readonly rows: number[]
  readonly first: Promise<Report>
  kill(signal: NodeJS.Signals): Promise<void>
}

const startOther = (dataDir: string, options: { writing?: boolean; uid?: number } = {}): OtherProcess => {
  const ids = options.uid ? { uid: options.uid, gid: options.uid } : {}
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script(dataDir, options.writing ?? false)], {
    ...ids,
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const rows: number[] = []
  const reports = createInterface({ input: child.stdout })
  reports.on('line', line => {
    const { row }: Report = JSON.parse(line)
    if (row) rows.push(row)
  })
  const first = once(reports, 'line').then(([line]): Report => JSON.parse(line))
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exited
  }
  return { child, pid: child.pid ?? 0, rows, first, kill }
}

describe('embedded PostgreSQL', { concurrency: false }, () => {
  test('a first start creates the cluster, and a second start keeps its rows', async t => {
    const began = performance.now()
    const db = await start(shared)
    const first = performance.now() - began
    await query(db, "create table kept as select 'ä' as letter, upper('ä') as upper")
    const [settings] = await query(
      db,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as listen,
        current_setting('timezone') as zone, current_setting('jit') as jit, current_setting('server_encoding') as encoding,
        (select datlocale from pg_database where datname = current_database()) as locale`,
    )
    const expected = { fsync: 'on', listen: '', zone: 'UTC', jit: 'off', encoding: 'UTF8', locale: 'C.UTF-8' }
    assert.deepEqual({ ...settings }, expected)
    assert.equal((await stat(db.connection.host)).mode & 0o777, 0o700)
    assert.equal((await stat(join(shared, 'postgres'))).mode & 0o777, 0o700)
    await db.stop()
    assert.equal(await db.exited, 0)
    assert.equal(existsSync(db.connection.host), false)

    const again = performance.now()
    await using second = await start(shared)
    t.diagnostic(`first start ${Math.round(first)} ms, second ${Math.round(performance.now() - again)} ms`)
    assert.deepEqual({ ...(await query(second, 'table kept'))[0] }, { letter: 'ä', upper: 'Ä' })
  })

  test('a second start on the same data directory is rejected and names the holder', async () => {
    await using db = await start(shared)
    await assert.rejects(start(shared), (error: Error) => {
      assert.ok(error instanceof DataDirectoryInUseError)
      assert.equal(error.pid, process.pid)
      assert.match(error.message, new RegExp(`${shared} \\(process ${process.pid}\\)`))
      return true
    })
    assert.equal((await query(db, 'select 1 as one'))[0]?.one, 1)
  })

  test('of two processes that start simultaneously on a new directory, exactly one succeeds', async () => {
    const dataDir = join(base, 'two')
    const both = [startOther(dataDir), startOther(dataDir)]
    const reports = await Promise.all(both.map(({ first }) => first))
    const winner = reports.findIndex(({ ready }) => ready)
    const loser = reports[1 - winner]
    assert.equal(reports.filter(({ ready }) => ready).length, 1)
    assert.ok(loser?.error?.includes(`${dataDir} (process ${both[winner]?.pid})`), JSON.stringify(reports))
    await Promise.all(both.map(({ kill }) => kill('SIGTERM')))
  })

  test('kill -9 of the program while it writes loses no acknowledged row', async () => {
    for (const victims of ['program', 'program and PostgreSQL']) {
      const writer = startOther(shared, { writing: true })
      const { postgres = 0 } = await writer.first
      await until('twenty rows', async () => (writer.rows.length >= 20 ? true : undefined))
      if (victims !== 'program') process.kill(-postgres, 'SIGKILL')
      await writer.kill('SIGKILL')
      await using db = await start(shared)
      const stored = new Set((await query(db, 'table acknowledged')).map(({ n }) => n))
      assert.deepEqual(
        writer.rows.filter(row => !stored.has(row)),
        [],
        victims,
      )
    }
  })

  test('PostgreSQL is restarted with all rows after kill -9, even if a busy backend remains', async () => {
    await using db = await start(shared)
    await query(db, 'create table survives as select generate_series(1, 1000) as n')
    const busy = query(db, 'select count(*) from generate_series(1, 1e12::bigint)').catch(() => 'ended')
    await until('the busy backend', async () => {
      const rows = await query(
        db,
        "select 1 from pg_stat_activity where query like 'select count%1e12%' and pid <> pg_backend_pid()",
      )
      return rows[0]
    })
    const before = db.pid
    process.kill(-before, 'SIGKILL')
    assert.deepEqual({ ...(await reconnected(db, 'select count(*)::int as n from survives'))[0] }, { n: 1000 })
    await until('its new pid', async () => (db.pid === before ? undefined : db.pid))
    assert.equal(await busy, 'ended')
  })

  test('an unfinished cluster is removed', async () => {
    const dataDir = join(base, 'half')
    const victim = startOther(dataDir)
    const unfinishedCluster = async () =>
      (await readdir(dataDir).catch(() => [])).find(name => name.startsWith('postgres.new-'))
    const name = await until('initdb', unfinishedCluster)
    await until('its first file', async () => ((await readdir(join(dataDir, name))).length > 0 ? true : undefined))
    await victim.kill('SIGKILL')
    assert.equal(existsSync(join(dataDir, 'postgres')), false)
    await mkdir(join(dataDir, 'postgres.new-older', 'base'), { recursive: true })
    await using db = await start(dataDir)
    assert.equal((await query(db, 'select 1 as one'))[0]?.one, 1)
    assert.equal(await unfinishedCluster(), undefined)
  })

  test('a recycled pid in postmaster.pid does not delay the start', async t => {
    const cluster = join(shared, 'postgres')
    const { uid, gid } = await stat(cluster)
    const stranger = spawn('/bin/sleep', ['60'], { uid, gid, stdio: 'ignore' })
    t.after(() => stranger.kill())
    await once(stranger, 'spawn')
    const file = join(cluster, 'postmaster.pid')
    await writeFile(file, `${stranger.pid}\n${cluster}\n1\n5432\n\n\n  1 1\nready\n`)
    await chown(file, uid, gid)
    await using db = await start(shared)
    assert.equal((await query(db, 'select 1 as one'))[0]?.one, 1)
  })

  test('a folder with other contents is left unchanged', async () => {
    const dataDir = join(base, 'foreign')
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine')
    await assert.rejects(start(dataDir), /no PostgreSQL cluster/)
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await assert.rejects(start(dataDir), /made by PostgreSQL 17/)
  })

  test('as an ordinary user, it runs in a folder whose path is too long for a socket', async t => {
    if (!(asRoot && (await reaches({ uid: DAEMON, gid: DAEMON, switched: true }, process.execPath))))
      return t.skip('needs root, and this checkout where another user may read it')
    const dataDir = join(base, 'long-'.padEnd(80, 'x'))
    await mkdir(dataDir, { mode: 0o700 })
    await chown(dataDir, DAEMON, DAEMON)
    const run = startOther(dataDir, { uid: DAEMON })
    const { host = '' } = await run.first
    assert.match(host, /^\/tmp\/probata-[0-9a-f]{16}$/)
    const { uid, mode } = await stat(host)
    assert.deepEqual({ uid, mode: mode & 0o777 }, { uid: DAEMON, mode: 0o700 })
    await run.kill('SIGTERM')
    assert.equal(existsSync(host), false)

    await using db = await start(dataDir)
    assert.equal((await query(db, 'select 1 as one'))[0]?.one, 1, 'root opens the cluster as its owner')
  })

  test('as root, it runs below folders that others cannot enter, without opening them', {
    skip: !asRoot && 'needs root',
  }, async () => {
    const closed = join(base, 'closed')
    const modes = async () =>
      Promise.all([closed, join(closed, 'data')].map(async path => (await stat(path)).mode & 0o777))
    await mkdir(join(closed, 'data'), { recursive: true, mode: 0o700 })
    for (const _ of ['created', 'reopened']) {
      await using db = await start(join(closed, 'data'))
      const [row] = await query(db, `select current_setting('data_directory') as folder, pg_reload_conf() as read`)
      assert.deepEqual({ ...row }, { folder: '/proc/self/cwd', read: true })
      const before = db.pid
      process.kill(-before, 'SIGKILL')
      assert.equal((await reconnected(db, 'select 1 as one'))[0]?.one, 1)
    }
    assert.deepEqual(await modes(), [0o700, 0o700])
    assert.notEqual((await stat(join(closed, 'data', 'postgres'))).uid, 0)
  })

  test('as root, programs below an inaccessible folder are copied once to a folder where they can run', {
    skip: !asRoot && 'needs root',
  }, async () => {
    const account = { uid: 65_534, gid: 65_534, switched: true }
    const installed = await locateBinaries()
    const closed = join(base, 'programs')
    await mkdir(closed, { mode: 0o700 })
    await cp(dirname(installed.home), join(closed, 'package'), { recursive: true, verbatimSymlinks: true })
    const home = join(closed, 'package', basename(installed.home))
    const at = (program: string) => join(home, 'bin', basename(program))
    const source = { initdb: at(installed.initdb), postgres: at(installed.postgres), home }
    const cache = join(base, 'cache')
    await writeFile(join(home, 'share', 'closed'), '', { mode: 0o600 })
    const copies = await Promise.all([1, 2, 3].map(() => placePrograms(source, account, [cache])))
    const [copy = source] = copies
    assert.deepEqual(new Set(copies.map(({ postgres }) => postgres)).size, 1)
    assert.ok(copy.postgres.startsWith(`${cache}/`))
    assert.equal((await readdir(cache)).length, 1)
    assert.equal((await stat(join(copy.home, 'share', 'closed'))).mode & 0o777, 0o644)
    const { stdout } = await promisify(execFile)(copy.postgres, ['--version'], {
      uid: account.uid,
      gid: account.gid,
      cwd: '/',
    })
    assert.match(stdout, /^postgres \(PostgreSQL\) 18/)
    await chmod(cache, 0o777)
    assert.deepEqual(
      await placePrograms(source, account, [cache]),
      source,
      'no program is run from a folder that others can write',
    )
  })
})
