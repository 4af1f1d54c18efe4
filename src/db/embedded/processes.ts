import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const ps = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('/bin/ps', args, { env: { LC_ALL: 'C' }, maxBuffer: 16 << 20 })
  return stdout
}

/** Whether a process with this pid exists, even if it belongs to another user or is a zombie. */
export const pidExists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

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

/** Lists every visible process with its command line, which is empty for zombies. */
export const processCommands = (): Promise<Map<number, string>> =>
  process.platform === 'linux' ? linuxCommands() : psCommands()

const namespaceOf = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** The PID namespace of this process, which differs between containers. */
export const namespace = namespaceOf()

/** The working directory of a process, by device and inode; undefined if the system does not reveal it. */
export const workingFolderOf = async (pid: number): Promise<string | undefined> =>
  stat(`/proc/${pid}/cwd`).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => undefined,
  )
