import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount, commandFor } from '#db/embedded/account.ts'
import { locateBinaries } from '#db/embedded/binaries.ts'
import { spawnChild } from '#db/embedded/child.ts'
import { placePrograms } from '#db/embedded/programs.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL as an administrator sets one up: TCP on loopback, a password for everyone, otherwise defaults. */
export interface TcpPostgres extends AsyncDisposable {
  readonly port: number
  /** The folder of its Unix socket. */
  readonly folder: string
  /** The DATABASE_URL of a user with the password `tcpPassword`. */
  urlOf(user: string, database: string): string
}

export const tcpPassword = 'the same for every user'
export const administrator = 'administrator'

interface TcpPostgresOptions {
  /** The folder of `initdb` and `postgres`, such as /usr/lib/postgresql/15/bin. If omitted, ours. */
  readonly programs?: string | undefined
  /** The name of its superuser. */
  readonly user?: string
  /** The parent of its data folder. If omitted, the temporary folder. */
  readonly base?: string
  readonly settings?: Readonly<Record<string, string>>
  /** A folder of locales in addition to those of the system (`LOCPATH`). */
  readonly locales?: string | undefined
  /** The key and certificate with which it accepts TLS, in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Whether it is a standby of a primary that does not exist. */
  readonly standby?: boolean
}

export const startTcpPostgres = async ({
  programs,
  user = administrator,
  base: parent = tmpdir(),
  settings = {},
  locales,
  tls,
  standby = false,
}: TcpPostgresOptions = {}): Promise<TcpPostgres> => {
  await using resources = new AsyncDisposableStack()
  const base = await mkdtemp(join(parent, 'probata-tcp-'))
  resources.defer(() => rm(base, { recursive: true, force: true }))
  await chmod(base, 0o755)
  const [cluster, passwordFile] = [join(base, 'cluster'), join(base, 'password')]
  const account = await chooseAccount(cluster)
  await mkdir(cluster, { mode: 0o700 })
  if (account.switched) await chown(cluster, account.uid, account.gid)
  await writeFile(passwordFile, tcpPassword)
  const { initdb, postgres } = programs
    ? { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
    : await placePrograms(await locateBinaries(), account)

  const initRun = await spawnChild(
    commandFor(account, initdb, [
      ...['--no-sync', '--auth=scram-sha-256', `--username=${user}`],
      ...[`--pwfile=${passwordFile}`, '--pgdata', cluster, '--encoding=UTF8', '--locale=C'],
    ]),
    () => undefined,
  )
  const { code } = await initRun.exited
  if (code !== 0) throw new Error(`initdb exited with ${code}: ${await initRun.tail()}`)

  const writeConfigFile = async (name: string, text: string): Promise<void> => {
    await writeFile(join(cluster, name), text, { mode: 0o600 })
    if (account.switched) await chown(join(cluster, name), account.uid, account.gid)
  }
  if (tls) {
    await writeConfigFile('server.crt', tls.cert)
    await writeConfigFile('server.key', tls.key)
  }
  if (standby) await writeConfigFile('standby.signal', '')

  const port = await freePort()
  const serverSettings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: cluster,
    fsync: 'off',
    ...(tls && { ssl: 'on' }),
    ...settings,
  }
  const ready = Promise.withResolvers<void>()
  const server = await spawnChild(
    commandFor(account, locales ? '/usr/bin/env' : postgres, [
      ...(locales ? [`LOCPATH=${locales}`, postgres] : []),
      '-D',
      cluster,
      ...Object.entries(serverSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]),
    line => /ready to accept (read-only )?connections/.test(line) && ready.resolve(),
  )
  resources.defer(async () => {
    server.kill('SIGINT')
    await server.exited
  })
  const failStart = async (): Promise<never> => {
    await server.exited
    throw new Error(`PostgreSQL did not start: ${await server.tail()}`)
  }
  await Promise.race([ready.promise, failStart()])
  const owned = resources.move()
  return {
    port,
    folder: cluster,
    urlOf: (user, database) => `postgres://${user}:${encodeURIComponent(tcpPassword)}@127.0.0.1:${port}/${database}`,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
