import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

/** A process of this benchmark. Disposing of it sends SIGTERM and waits until it ends. */
export interface RunningProcess extends AsyncDisposable {
  readonly pid: number
  /** The URL in the process's ready line. Empty if the process serves nothing. */
  readonly url: string
  readonly port: number
  /** The time from the start of the process to its ready line. */
  readonly startMs: number
  readonly child: ChildProcess
}

// If this program exits early, it must not leave servers running.
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM')
})

const readyLine = async (child: ChildProcess, name: string): Promise<string> => {
  const errorOutput: string[] = []
  child.stderr?.on('data', chunk => errorOutput.push(String(chunk)))
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    if (line.startsWith('{"event":"ready"')) return line
  }
  throw new Error(`${name} ended before it was ready: ${errorOutput.join('')}`)
}

/** Runs a file of the repository on this Node and waits for its line `{"event":"ready","url":…}`. */
export const startProcess = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> => {
  const startTime = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exitEvent = once(child, 'exit')
  children.add(child)
  const { url = '' } = JSON.parse(await readyLine(child, args.join(' ')))
  const startMs = performance.now() - startTime
  child.stdout?.resume()
  return {
    pid: child.pid ?? 0,
    url,
    port: Number(URL.parse(url)?.port),
    startMs,
    child,
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      child.kill('SIGTERM')
      await exitEvent
      children.delete(child)
    },
  }
}
