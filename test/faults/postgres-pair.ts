import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount, commandFor } from '#db/embedded/account.ts'
import { type Child, spawnChild } from '#db/embedded/child.ts'
import { freePort } from '#test/free-port.ts'

export const password = 'password-of-the-pair'

/** One of the two PostgreSQL servers. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number
  /** The port that answers 200 while the server accepts writes, as Patroni's REST interface does for a balancer. */
  readonly checkPort: number
  query(text: string): Promise<Record<string, unknown>[]>
  kill(): Promise<void>
}

export interface Pair extends AsyncDisposable {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** Promotes the standby, as Patroni does. It then has no standby itself. */
  promote(): Promise<void>
}

const createQuery =
  (port: number) =>
  async (text: string): Promise<Record<string, unknown>[]> => {
    const connection = { host: '127.0.0.1', port, user: 'probata', password, database: 'probata' }
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1000, query_timeout: 5000 })
    client.on('error', () => undefined)
    await client.connect()
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }

const startCheck = async (query: PostgresServer['query']): Promise<{ port: number; close(): void }> => {
  const server = createServer(async (_request, response) => {
    const [row] = await query('select pg_is_in_recovery() as standby').catch(() => [{ standby: true }])
    response.writeHead(row?.standby === false ? 200 : 503).end()
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  return { port, close: () => void server.close() }
}

/** Starts two PostgreSQL servers from Debian's packages. The second replicates the first synchronously. */
export const startPair = async (folder: string, programs: string): Promise<Pair> => {
  await using resources = new AsyncDisposableStack()
  await chmod(folder, 0o755)
  const account = await chooseAccount(join(folder, 'one'))
  const run = async (program: string, args: string[]): Promise<void> => {
    const child = await spawnChild(commandFor(account, join(programs, program), args), () => undefined)
    const { code } = await child.exited
    if (code !== 0) throw new Error(`${program} exited with ${code}: ${await child.tail()}`)
  }
  const makeFolder = async (name: string): Promise<string> => {
    const path = join(folder, name)
    await mkdir(path, { mode: 0o700 })
    if (account.switched) await chown(path, account.uid, account.gid)
    return path
  }
  const startServer = async (cluster: string): Promise<PostgresServer> => {
    const port = await freePort()
    const ready = Promise.withResolvers<void>()
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: cluster, max_connections: 200 }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server: Child = await spawnChild(
      commandFor(account, join(programs, 'postgres'), ['-D', cluster, ...args]),
      line => line.includes('ready to accept') && ready.resolve(),
    )
    const query = createQuery(port)
    const check = await startCheck(query)
    const member: PostgresServer = {
      port,
      checkPort: check.port,
      query,
      async kill() {
        server.kill('SIGKILL')
        await server.exited
      },
      async [Symbol.asyncDispose]() {
        check.close()
        server.kill('SIGINT')
        await server.exited
      },
    }
    resources.use(member)
    const exitedEarly = server.exited.then(async () => Promise.reject(new Error(await server.tail())))
    await Promise.race([ready.promise, exitedEarly])
    return member
  }

  const firstFolder = await makeFolder('one')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  await run('initdb', [
    ...['--no-sync', '--auth=scram-sha-256', '--username=probata', `--pwfile=${passwordFile}`],
    ...['--pgdata', firstFolder, '--encoding=UTF8', '--locale=C'],
  ])
  const primary = await startServer(firstFolder)
  const admin = new pg.Client({
    host: '127.0.0.1',
    port: primary.port,
    user: 'probata',
    password,
    database: 'postgres',
  })
  await admin.connect()
  await admin.query('create database probata')
  await admin.end()
  const secondFolder = await makeFolder('two')
  const source = `host=127.0.0.1 port=${primary.port} user=probata password=${password}`
  await run('pg_basebackup', ['-d', source, '-D', secondFolder, '-R', '-X', 'stream', '--no-sync'])
  const standby = await startServer(secondFolder)
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  const owned = resources.move()
  return {
    primary,
    standby,
    promote: () => run('pg_ctl', ['promote', '-w', '-D', secondFolder]),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
