import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process that cannot be mistaken for a later one with the same number. `started` is opaque. */
export interface ProcessIdentity {
  readonly pid: number
  readonly started: string
}

const ps = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('/bin/ps', args, { env: { LC_ALL: 'C' }, maxBuffer: 16 << 20 })
  return stdout
}

/** Whether some process has this number: perhaps another user's, perhaps a zombie. */
export const pidExists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** proc_pid_stat(5): the name in field 2 may hold anything, so fields count from its last parenthesis. */
const linuxStart = async (pid: number): Promise<string | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return pidExists(pid) ? HIDDEN : undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const dead = fields[0] === 'Z' || fields[0] === 'X'
  if (dead) return undefined
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
  return `${boot.trim()} ${fields[19]}`
}

const psStart = (pid: number): Promise<string | undefined> =>
  ps('-o', 'lstart=', '-p', String(pid)).then(
    out => out.trim(),
    () => undefined,
  )

/** /proc may be mounted with hidepid: another user's process then exists without a start to read. */
const HIDDEN = 'hidden'

const startOf = process.platform === 'linux' ? linuxStart : psStart

/** A process whose start is hidden counts as running: refusing is the safe error. */
export const isRunning = async ({ pid, started }: ProcessIdentity): Promise<boolean> => {
  const found = await startOf(pid)
  return found !== undefined && (found === started || found === HIDDEN)
}

export const ownIdentity = async (): Promise<ProcessIdentity> => ({
  pid: process.pid,
  started: (await startOf(process.pid)) ?? HIDDEN,
})

const linuxCommands = async (): Promise<Map<number, string>> => {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const read = async (pid: string): Promise<[number, string]> => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return [Number(pid), command.replaceAll('\0', ' ').trim()]
  }
  return new Map(await Promise.all(pids.map(read)))
}

const psCommands = async (): Promise<Map<number, string>> => {
  const lines = (await ps('-axo', 'pid=,command=')).split('\n')
  const entries = lines.map(line => /^\s*(\d+)\s+(.*)$/.exec(line)).filter(match => match !== null)
  return new Map(entries.map(([, pid, command]) => [Number(pid), command ?? '']))
}

/** Every visible process with its command line; empty for zombies. */
export const processCommands = (): Promise<Map<number, string>> =>
  process.platform === 'linux' ? linuxCommands() : psCommands()
