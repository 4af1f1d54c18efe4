import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type CpuTimes, descendants, readProcesses, readTree, timesBetween } from './cpu-times.ts'
import { isShort } from './scale.ts'

const fieldOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1])

const mebibytes = (kibibytes: number): number => kibibytes / 1024

/** Resident memory of a process in MiB (Linux). */
export const residentMemory = async (pid: number): Promise<number> =>
  mebibytes(fieldOf(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmRSS'))

/** The CPU of a process and its descendants since they started (Linux). */
export const cpuTimes = async (pid: number): Promise<CpuTimes> => timesBetween(pid, new Map(), await readTree(pid))

/**
 * Proportional memory (PSS) in MiB of a process and its descendants: a shared page counts once, divided among the
 * processes that map it (Linux; as root, because PostgreSQL then runs as another user).
 */
export const treeMemory = async (pid: number): Promise<number> => {
  const pids = descendants(pid, await readProcesses())
  const maps = await Promise.all(
    pids.map(one => readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => 'Pss: 0 kB')),
  )
  return mebibytes(maps.reduce((sum, text) => sum + fieldOf(text, 'Pss'), 0))
}

/** Runs `work` and returns the peak resident memory in MiB, as counted by the kernel (proc(5), VmHWM). */
export const peakMemory = async (pid: number, work: () => Promise<unknown>): Promise<number> => {
  const reset = '5'
  await writeFile(`/proc/${pid}/clear_refs`, reset)
  await work()
  return mebibytes(fieldOf(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmHWM'))
}

const idleMs = 200
const maxWaitMs = 15_000
const quietFraction = 0.9

// proc_stat(5): user, nice, system, idle and iowait, all processors together, in ticks.
const ticks = async (): Promise<{ idle: number; all: number }> => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const values = line.split(/ +/).slice(1, 9).map(Number)
  return { idle: (values[3] ?? 0) + (values[4] ?? 0), all: values.reduce((sum, value) => sum + value, 0) }
}

/**
 * Resolves when the processors have been idle for a moment, or after 15 s (Linux). On other systems it resolves at
 * once.
 */
export const untilQuiet = async (): Promise<void> => {
  if (process.platform !== 'linux' || isShort) return
  const until = performance.now() + maxWaitMs
  for (let idle = 0; idle < quietFraction && performance.now() < until; ) {
    const before = await ticks()
    await delay(idleMs)
    const after = await ticks()
    idle = (after.idle - before.idle) / (after.all - before.all)
  }
}
