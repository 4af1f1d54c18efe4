import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { isShort } from './scale.ts'

const fieldOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1])

const mebibytes = (kibibytes: number): number => kibibytes / 1024

/** Resident memory of a process in MiB (Linux). */
export const residentMemory = async (pid: number): Promise<number> =>
  mebibytes(fieldOf(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmRSS'))

interface Process {
  readonly parent: number
  /** Of itself and of the children that it has waited for, in ticks. */
  readonly cpu: number
}

// proc_pid_stat(5): the name in parentheses may hold anything; behind it, the parent is the second field, and utime,
// stime, cutime and cstime are the twelfth to the fifteenth.
const readProcess = (text: string): Process => {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), cpu: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) }
}

const processes = async (): Promise<Map<number, Process>> => {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(pid => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return new Map(stats.map((text, i) => [Number(pids[i]), readProcess(text)]))
}

const descendants = (pid: number, all: ReadonlyMap<number, Process>): number[] => {
  const children = [...all].flatMap(([child, { parent }]) => (parent === pid ? [child] : []))
  return [pid, ...children.flatMap(child => descendants(child, all))]
}

/** CPU in seconds. */
export interface CpuTimes {
  readonly own: number
  /** Of everything under the process, what has ended included: of a server, PostgreSQL. */
  readonly below: number
}

const ticksPerSecond = 100

/** What a process and those under it have used until now (Linux). */
export const cpuTimes = async (pid: number): Promise<CpuTimes> => {
  const all = await processes()
  const times = descendants(pid, all).map(one => (all.get(one)?.cpu ?? 0) / ticksPerSecond)
  const [own = 0, ...below] = times
  return { own, below: below.reduce((sum, time) => sum + time, 0) }
}

/**
 * Proportional memory (PSS) in MiB of a process and everything under it: a shared page counts once, divided among
 * those that map it (Linux; as root, for PostgreSQL runs as another user then).
 */
export const treeMemory = async (pid: number): Promise<number> => {
  const pids = descendants(pid, await processes())
  const maps = await Promise.all(
    pids.map(one => readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => 'Pss: 0 kB')),
  )
  return mebibytes(maps.reduce((sum, text) => sum + fieldOf(text, 'Pss'), 0))
}

/** Runs `work` and returns the peak resident MiB, as the kernel counted them (proc(5), VmHWM). */
export const peakMemory = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  const reset = '5'
  await writeFile(`/proc/${pid}/clear_refs`, reset)
  await work()
  return mebibytes(fieldOf(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmHWM'))
}

const idleMs = 200
const patienceMs = 15_000
const quietShare = 0.9

// proc_stat(5): user, nice, system, idle and iowait, all processors together, in ticks.
const ticks = async (): Promise<{ idle: number; all: number }> => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const values = line.split(/ +/).slice(1, 9).map(Number)
  return { idle: (values[3] ?? 0) + (values[4] ?? 0), all: values.reduce((sum, value) => sum + value, 0) }
}

/** Resolves when the processors have been idle for a moment, at the latest after 15 s (Linux; elsewhere at once). */
export const quiet = async (): Promise<void> => {
  if (process.platform !== 'linux' || isShort) return
  const until = performance.now() + patienceMs
  for (let idle = 0; idle < quietShare && performance.now() < until; ) {
    const before = await ticks()
    await delay(idleMs)
    const after = await ticks()
    idle = (after.idle - before.idle) / (after.all - before.all)
  }
}
