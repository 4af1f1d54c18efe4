import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { LineSplitter } from '#lib/lines.ts'
import type { AccountCommand } from './account.ts'

/** How a process ended: `signal` if a signal ended it, `code` if it exited by itself. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Child {
  readonly pid: number
  readonly exited: Promise<Exit>
  kill(signal: NodeJS.Signals): void
  /** Returns the last lines of output, for an error message. Waits briefly for them, in case the process just ended. */
  tail(): Promise<string>
}

const TAIL_LINES = 20

/** A minimal environment, because the environment of this process contains secrets. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Starts the replacement for a parent-death signal: a shell that stops the process when its standard input closes, that
 * is, when this process ends.
 */
const startWatcher = (pid: number): ChildProcess => {
  const script = 'read -r _; kill -INT "$0"'
  const shell = spawn('/bin/sh', ['-c', script, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: environment,
  })
  shell.on('error', () => undefined)
  shell.unref()
  return shell
}

/**
 * Runs a command in its own session, so that Ctrl-C at the terminal reaches only this process, which then shuts the
 * command down. The command ends when this process dies. `input` is its standard input, empty by default.
 */
export const spawnChild = async (
  { file, args, ids, cwd = '/', tethered, inheritedFiles = [] }: AccountCommand,
  onLine: (line: string) => void,
  input?: string,
): Promise<Child> => {
  // The first three descriptors are pipes, which the types cannot express in combination with inherited files.
  const child = spawn(file, args, {
    ...ids,
    cwd,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...inheritedFiles],
    env: environment,
  }) as ChildProcessWithoutNullStreams
  child.stdin.on('error', () => undefined).end(input)
  const exited = new Promise<Exit>(resolve => child.once('exit', (code, signal) => resolve({ code, signal })))
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()))
  await once(child, 'spawn')
  child.on('error', error => onLine(`signalling process ${child.pid} failed: ${error.message}`))
  const pid = child.pid ?? 0
  const lines: string[] = []
  for (const output of [child.stdout, child.stderr]) {
    const splitter = new LineSplitter()
    const addLines = (complete: readonly string[]) => {
      for (const line of complete) {
        lines.push(line)
        if (lines.length > TAIL_LINES) lines.shift()
        onLine(line)
      }
    }
    output.on('data', (piece: Buffer) => addLines(splitter.push(piece))).once('end', () => addLines(splitter.end()))
  }
  const watcher = tethered ? undefined : startWatcher(pid)
  void exited.then(() => watcher?.kill('SIGKILL'))
  return {
    pid,
    exited,
    kill: signal => void child.kill(signal),
    // Backends that outlive a killed postmaster keep its output open, so `closed` could take long.
    tail: async () => {
      await Promise.race([closed, delay(250, undefined, { ref: false })])
      return lines.join('\n')
    },
  }
}
