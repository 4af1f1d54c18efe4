import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Account, commandFor } from './account.ts'
import { type Child, type Exit, spawnChild } from './child.ts'
import { folderPathFor } from './reach.ts'

export interface Postmaster {
  readonly pid: number
  readonly exited: Promise<Exit>
  /** Shuts down fast (SIGINT), immediately after 10 s, and kills after 15 s. Resolves when the process has exited. */
  stop(): Promise<Exit>
}

export interface PostmasterOptions {
  readonly postgres: string
  readonly cluster: string
  readonly account: Account
  readonly settings: string[]
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  /** The descriptor of a locked file that every process of PostgreSQL inherits. */
  readonly lock: number
  readonly log: (line: string) => void
  readonly signal: AbortSignal
}

/** A postmaster ended before it was ready. `output` is its last output. */
export class PostmasterEndedError extends Error {
  readonly output: string
  constructor(reason: string, output: string) {
    super(`PostgreSQL ended with ${reason} before it was ready: ${output}`)
    this.output = output
  }
}

/**
 * The maximum duration of a start. Recovery after a crash replays at most about max_wal_size, which takes seconds, so
 * only a server that hangs while it starts reaches the limit.
 */
const READY_LIMIT_MS = 300_000
/** Returns the pause between probes: short in a normal start of 40 ms, longer in a recovery, which probes slow down. */
const pauseAfter = (elapsed: number): number => Math.min(50, 3 + elapsed / 20)
const CANNOT_CONNECT_NOW = '57P03'
const UNKNOWN_DATABASE = '3D000'

const sentToClient = /^(?:client backend|parallel worker): (?:WARNING|ERROR|FATAL):/

/** Drops messages to clients from the log, because they can quote client input, and the probes would fill the log. */
const filterLog = (log: (line: string) => void): ((line: string) => void) => {
  let dropping = false
  return line => {
    dropping = sentToClient.test(line) || (dropping && line.startsWith('\t'))
    if (!dropping) log(line)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const runStatement = async (connection: PostmasterOptions['connection'], statement: string): Promise<void> => {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const isReady = async (connection: PostmasterOptions['connection']): Promise<boolean> => {
  try {
    await runStatement(connection, 'select')
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === UNKNOWN_DATABASE) {
      await runStatement({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
    } else if (!startingCodes.has(code)) {
      throw error
    }
    return false
  }
}

const startingCodes = new Set([CANNOT_CONNECT_NOW, 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

const waitUntilReady = async ({ connection, signal }: PostmasterOptions, ended: AbortSignal): Promise<void> => {
  const since = Date.now()
  while (!ended.aborted) {
    signal.throwIfAborted()
    if (await isReady(connection)) return
    const elapsed = Date.now() - since
    if (elapsed > READY_LIMIT_MS) throw new Error(`PostgreSQL was not ready after ${READY_LIMIT_MS / 1_000} s`)
    await delay(pauseAfter(elapsed))
  }
}

const stop = async (child: Child): Promise<Exit> => {
  child.kill('SIGINT')
  const quitTimer = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  const exit = await child.exited
  clearTimeout(quitTimer)
  clearTimeout(killTimer)
  return exit
}

/** Starts postgres. Resolves when it accepts connections to `connection.database`, which is created if missing. */
export const startPostmaster = async (options: PostmasterOptions): Promise<Postmaster> => {
  const { postgres, cluster, account, settings, lock, log } = options
  const { path, cwd } = await folderPathFor(cluster, account)
  const command = commandFor(account, postgres, ['-D', path, ...settings])
  const child = await spawnChild({ ...command, cwd, inheritedFiles: [lock] }, filterLog(log))
  const ended = new AbortController()
  void child.exited.then(() => ended.abort())
  try {
    await waitUntilReady(options, ended.signal)
  } catch (error) {
    await stop(child)
    throw error
  }
  if (ended.signal.aborted) {
    const { code, signal } = await child.exited
    throw new PostmasterEndedError(signal ?? `status ${code}`, await child.tail())
  }
  return { pid: child.pid, exited: child.exited, stop: () => stop(child) }
}
