import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ClientConfig } from 'pg'
import { compileCache } from '#test/compile-cache.ts'
import { aheadBy, timeAhead } from '#test/time-ahead.ts'
import { type Connections, connect } from './http.ts'

const root = join(import.meta.dirname, '..', '..')

/** The settings with which a campaign starts each of its servers. */
export interface Setting {
  readonly dataDir: string
  readonly provisionFile?: string
  /** The file to which the servers write their standard error. */
  readonly logFile: string
  /** A command that runs the server, for example inside a container. */
  readonly within?: readonly string[]
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running server in its own process. */
export interface ServerProcess extends Connections {
  readonly url: string
  readonly pid: number
  /** The milliseconds from the start of the process until the readiness probe first returned 200. */
  readonly readyAfter: number
  readonly exited: Promise<Exit>
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void
}

const main = (command: string) => ['src/main.ts', command]

/** Fills the compile cache. Node writes it only when a process exits normally. */
export const compileAll = (): void => {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache }
  const run = (...args: readonly string[]) => execFileSync(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
  run(...main('serve'), '--help')
  // The server loads this module when it uses its first bucket.
  run('--input-type=module', '--eval', `await import('@aws-sdk/client-s3')`)
}

/** Returns the DATABASE_URL of a database behind a Unix socket. */
export const urlOf = ({ host = '', port, user, password, database }: ClientConfig): string =>
  `postgres://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host)}&port=${port}`

const limits = ['token-read', 'token-write', 'org', 'token-issuance'].map(bucket => `${bucket}=1000000000`).join()

/** Starts `node src/main.ts serve` or another command, without waiting for it. */
export const launch = ({ dataDir, provisionFile, logFile, within: wrapper = [], env }: Setting, name = 'serve') => {
  const log = openSync(logFile, 'a')
  const [command = '', ...args] = [...wrapper, process.execPath, ...main(name)]
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', log],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      ...(timeAhead !== 0 && aheadBy(timeAhead)),
      PORT: '0',
      PROBATA_DATA_DIR: dataDir,
      ...(provisionFile && { PROBATA_PROVISION: provisionFile }),
      PROBATA_RATE_LIMITS: limits,
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  closeSync(log)
  const { stdout } = child
  if (!stdout) throw new Error('the server has no standard output')
  const exited = once(child, 'exit').then(([code, signal]): Exit => ({ code, signal }))
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  void exited.then(() => process.off('exit', killWithUs))
  return { child, stdout, exited }
}

const readyUrl = async (lines: AsyncIterable<string>): Promise<string | undefined> => {
  for await (const line of lines) {
    const announcement: { event?: string; url?: string } = line.startsWith('{') ? JSON.parse(line) : {}
    if (announcement.event === 'ready') return announcement.url
  }
  return undefined
}

const untilReady = async (connections: Connections): Promise<void> => {
  const { status } = await connections.send({ method: 'GET', path: '/api/health/ready' })
  if (status !== 200) await untilReady(connections)
}

/** Starts the server and resolves when it is ready. Throws if it exits before that. */
export const startServer = async (setting: Setting): Promise<ServerProcess> => {
  const startedAt = performance.now()
  const { child, stdout, exited } = launch(setting)
  const url = await readyUrl(createInterface({ input: stdout }))
  if (!url) throw new Error(`the server exited before it was ready (${JSON.stringify(await exited)})`)
  stdout.resume()
  const connections = connect(url)
  await untilReady(connections)
  return {
    ...connections,
    url,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - startedAt,
    exited,
    kill: signal => void child.kill(signal),
  }
}
