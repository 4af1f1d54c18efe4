import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

export interface TestRedis extends AsyncDisposable {
  /** `redis://:<password>@127.0.0.1:<port>` */
  readonly url: string
  readonly password: string
  /** Sends a signal: SIGKILL ends Redis, SIGSTOP hangs it, SIGCONT wakes it. Resolves when SIGKILL has taken effect. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

const installed = (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, 'redis-server')))

/** The `skip` option of a test that needs Redis. In CI the test runs anyway, and fails without Redis. */
export const skipWithoutRedis: string | false =
  installed || process.env.CI === 'true'
    ? false
    : 'redis-server is not installed: apt-get install -y --no-install-recommends redis-server'

const launch = async (folder: string, port: number, password: string): Promise<ChildProcess | undefined> => {
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--requirepass', password]
  const child = spawn('redis-server', [...settings, '--save', '', '--appendonly', 'no', '--daemonize', 'no'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child, 'spawn')
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('Ready to accept connections')) continue
    child.stdout.resume()
    return child
  }
  return undefined
}

const start = async (folder: string, password: string, attempts: number): Promise<[ChildProcess, number]> => {
  const port = await freePort()
  const child = await launch(folder, port, password)
  if (child !== undefined) return [child, port]
  // Another process has taken the port between choosing and using it.
  if (attempts > 1) return start(folder, password, attempts - 1)
  throw new Error('redis-server did not start')
}

/** Starts a Redis on a free loopback port, without persistence. */
export const startRedis = async (): Promise<TestRedis> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-redis-'))
  const password = randomBytes(16).toString('hex')
  const [child, port] = await start(folder, password, 5).catch(async error => {
    await rm(folder, { recursive: true })
    throw error
  })
  const exited = once(child, 'exit')
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)

  const signal: TestRedis['signal'] = async name => {
    child.kill(name)
    if (name === 'SIGKILL') await exited
  }
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    password,
    signal,
    async [Symbol.asyncDispose]() {
      await signal('SIGKILL')
      process.off('exit', killWithUs)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
