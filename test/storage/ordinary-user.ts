import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The id of the user `nobody`, as whom tests that run as root start servers. */
const nobodyUid = 65_534

const identity = process.getuid?.() === 0 ? { uid: nobodyUid, gid: nobodyUid } : {}

export interface OrdinaryUser extends AsyncDisposable {
  /** A folder of that user, removed at the end. */
  readonly folder: string
  /** Runs a program to its end. @returns its output */
  run(program: string, ...args: readonly string[]): Promise<string>
  /** Starts a program that is stopped when the folder is removed. Its output goes to a file. */
  start(program: string, ...args: readonly string[]): Promise<void>
  /** Kills the running programs with kill -9. The returned function restarts them in the same order. */
  kill(...programs: readonly string[]): Promise<() => Promise<void>>
}

const waitForExit = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Creates a folder, and runs processes, of a user without other permissions. */
export const ordinaryUser = async (name: string): Promise<OrdinaryUser> => {
  const folder = await mkdtemp(join(tmpdir(), `probata-${name}-`))
  if (identity.uid !== undefined) await chown(folder, nobodyUid, nobodyUid)
  const options = {
    ...identity,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, CEPH_CONF: `${folder}/ceph.conf` },
  }
  const startedPrograms: { readonly child: ChildProcess; readonly command: readonly [string, ...string[]] }[] = []
  const killAll = () => {
    for (const { child } of startedPrograms) child.kill('SIGKILL')
  }
  process.once('exit', killAll)

  const start = async (...command: readonly [string, ...string[]]): Promise<void> => {
    const [program, ...args] = command
    await using log = await open(join(folder, `${program}-${startedPrograms.length}.out`), 'w')
    const child = spawn(program, args, { ...options, stdio: ['ignore', log.fd, log.fd] })
    startedPrograms.push({ child, command })
    await once(child, 'spawn')
  }

  return {
    folder,
    start,
    async run(program, ...args) {
      const { stdout } = await promisify(execFile)(program, args, { ...options, timeout: 60_000 })
      return stdout
    },
    async kill(...programs) {
      const runningPrograms = startedPrograms.filter(
        ({ child, command: [program] }) =>
          child.exitCode === null && child.signalCode === null && programs.includes(program),
      )
      await Promise.all(runningPrograms.map(({ child }) => waitForExit(child)))
      return async () => {
        for (const { command } of runningPrograms) await start(...command)
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(startedPrograms.map(({ child }) => waitForExit(child)))
      process.off('exit', killAll)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
