import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A line of JSON that the server prints on standard output. */
interface Line {
  readonly event: string
  readonly url?: string
  readonly name?: string
  readonly secret?: string
}

/** The server of the demo: a separate process with a temporary data directory. */
export interface DemoServer extends AsyncDisposable {
  readonly url: string
  /** Returns the generated secret of a client id. */
  secretOf(clientId: string): string
  readonly ended: Promise<unknown>
  /** The warnings and errors that the server has logged. */
  log(): string
}

const main = join(import.meta.dirname, '..', 'bin', 'start.js')

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Removes Probata's settings from the environment, so that the demo does not use the operator's database or files. */
const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(PROBATA_.*|DATABASE_URL|DATABASE_APP_URL|REDIS_URL|SMTP_URL)$/.test(name),
    ),
  )

const readUntilReady = async (server: ChildProcess): Promise<Line[]> => {
  const lines: Line[] = []
  if (!server.stdout) throw new Error('the server has no standard output')
  for await (const text of createInterface(server.stdout)) {
    const line: Line = JSON.parse(text)
    lines.push(line)
    if (line.event === 'ready') return lines
  }
  throw new Error('the server ended before it was ready')
}

/** Returns the last message in the log, as the reason why the server ended; without messages, the last lines. */
const lastMessages = (log: readonly string[]): string => {
  const messages = log.flatMap(line => {
    const message: unknown = line.startsWith('{') ? Object(JSON.parse(line)).message : undefined
    return typeof message === 'string' ? [message] : []
  })
  return messages.at(-1) ?? log.slice(-10).join('\n')
}

/** Starts Probata from this checkout with a provisioning file, on port 8080 or, if it is in use, on a free port. */
export const startDemoServer = async (provision: object): Promise<DemoServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-demo-'))
  const file = join(dataDir, 'provision.json')
  await writeFile(file, JSON.stringify(provision))
  const port = (await isFree(8080)) ? '8080' : '0'
  const env = {
    ...withoutSettings(process.env),
    PORT: port,
    PROBATA_DATA_DIR: dataDir,
    PROBATA_PROVISION: file,
    // The demo's receiver listens on loopback.
    PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8',
    // The demo's bucket listens on loopback.
    PROBATA_STORAGE_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const log: string[] = []
  createInterface(server.stderr).on('line', line => log.push(line))
  const ended = once(server, 'close')
  const stop = async () => {
    if (server.exitCode === null) server.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  const lines = await readUntilReady(server).catch(async error => {
    await stop()
    throw new Error(`${error.message}:\n${lastMessages(log)}`)
  })
  return {
    url: lines.at(-1)?.url ?? '',
    secretOf(clientId) {
      const secret = lines.find(line => line.event === 'secret' && line.name === clientId)?.secret
      if (!secret) throw new Error(`no secret was generated for ${clientId}`)
      return secret
    },
    ended,
    log: () => log.join('\n'),
    [Symbol.asyncDispose]: stop,
  }
}
