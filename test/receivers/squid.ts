import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { findExecutable } from '#test/tools.ts'
import { until } from '#test/until.ts'

const program = findExecutable('squid')

/** The reason to skip tests that need squid, or false if it is installed. */
export const withoutSquid = program ? false : 'squid is missing: apt-get install squid'

/** A real forward proxy. */
export interface Squid extends AsyncDisposable {
  readonly port: number
  /**
   * Returns the method and destination of each request so far, with the status of its response. Squid logs a request
   * after the client has received the response, so this waits until a line matches each of these patterns.
   */
  requests(...patterns: readonly RegExp[]): Promise<readonly string[]>
}

interface Options {
  /** Hosts that squid resolves in addition to DNS, as `name address`. */
  readonly hosts?: readonly string[]
  /** The user name and password that squid requires. The hash is in apr1 format. */
  readonly user?: { readonly name: string; readonly hash: string }
  /** Destinations that squid denies. */
  readonly denied?: string
}

const configuration = (folder: string, port: number, { user, denied }: Options) => `
http_port 127.0.0.1:${port}
pid_filename ${folder}/pid
hosts_file ${folder}/hosts
coredump_dir ${folder}
cache deny all
cache_log ${folder}/cache.log
logformat one %rm %ru %>Hs %un
access_log stdio:${folder}/access.log logformat=one
shutdown_lifetime 0 seconds
forwarded_for delete
${user ? `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${folder}/users\nacl known proxy_auth REQUIRED` : ''}
${denied ? `acl denied dstdomain ${denied}\nhttp_access deny denied` : ''}
http_access allow ${user ? 'known' : 'all'}
`

const isListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

export const startSquid = async (options: Options = {}): Promise<Squid> => {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'probata-squid-'))
  // When started by root, squid switches to another user, which writes the logs.
  await chmod(folder, 0o777)
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const { hosts = [], user } = options
  await writeFile(join(folder, 'hosts'), hosts.map(line => `${line.split(' ').reverse().join(' ')}\n`).join(''))
  await writeFile(join(folder, 'users'), user ? `${user.name}:${user.hash}\n` : '')
  await writeFile(join(folder, 'conf'), configuration(folder, port, options))
  const child = spawn(program ?? '', ['-N', '-f', join(folder, 'conf')], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  resources.defer(async () => {
    child.kill('SIGKILL')
    await exited
  })
  await until('squid listens', () => isListening(port))
  const owned = resources.move()
  return {
    port,
    requests: (...patterns) =>
      until(`squid logs ${patterns}`, async () => {
        const text = await readFile(join(folder, 'access.log'), 'utf8').catch(() => '')
        const lines = text.split('\n').filter(Boolean)
        return patterns.every(pattern => lines.some(line => pattern.test(line))) && lines
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
