import { readdir, readFile } from 'node:fs/promises'

/** The CPU times of a process as the Linux kernel reports them, in seconds. */
export interface ProcessTimes {
  readonly parent: number
  /** The time of all threads of the process, including those that have ended, to 0.01. */
  readonly own: number
  /** The time of the child processes that it has waited for, and of their child processes, to 0.01. */
  readonly ended: number
  /** The time of each running thread, to the nanosecond. */
  readonly threads: ReadonlyMap<number, number>
}

const ticksPerSecond = 100

// proc_pid_stat(5): the name in parentheses may contain anything; after it, the parent is the second field, and utime,
// stime, cutime and cstime are the twelfth to the fifteenth.
const readStat = (text: string): ProcessTimes => {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond
  return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13), threads: new Map() }
}

const numbersIn = async (folder: string): Promise<number[]> =>
  (await readdir(folder).catch(() => [])).filter(name => /^\d+$/.test(name)).map(Number)

type Processes = ReadonlyMap<number, ProcessTimes>

/** All processes, without their threads. */
export const readProcesses = async (): Promise<Processes> => {
  const pids = await numbersIn('/proc')
  const stats = await Promise.all(pids.map(pid => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return new Map(pids.flatMap((pid, i) => (stats[i] ? [[pid, readStat(stats[i])] as const] : [])))
}

/** The ids of a process and all of its descendants. */
export const descendants = (pid: number, all: Processes): number[] => {
  const children = [...all].flatMap(([child, { parent }]) => (parent === pid ? [child] : []))
  return [pid, ...children.flatMap(child => descendants(child, all))]
}

// Kernel documentation, scheduler/sched-stats: the first field of schedstat is the time on a processor in nanoseconds.
const readThreads = async (pid: number): Promise<Map<number, number>> => {
  const threads = await numbersIn(`/proc/${pid}/task`)
  const texts = await Promise.all(
    threads.map(thread => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')),
  )
  return new Map(
    threads.flatMap((thread, i) => (texts[i] ? [[thread, Number(texts[i].split(' ')[0]) / 1e9] as const] : [])),
  )
}

const attempts = 5

/** Reads a process tree; repeats if a process began or ended in the meantime, whose time would be missed or doubled. */
export const readTree = async (pid: number): Promise<Processes> => {
  for (let attempt = 1; ; attempt++) {
    const all = await readProcesses()
    const tree = descendants(pid, all)
    const read = await Promise.all(
      tree.map(async treePid => {
        const times = all.get(treePid)
        return times ? [[treePid, { ...times, threads: await readThreads(treePid) }] as const] : []
      }),
    )
    if (attempt === attempts || String(descendants(pid, await readProcesses())) === String(tree))
      return new Map(read.flat())
  }
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

/**
 * The CPU that the process itself used between two readings. If a thread has ended, its nanoseconds are lost, and the
 * ticks of its process are more accurate.
 */
const ownBetween = (before: ProcessTimes | undefined, after: ProcessTimes): number => {
  const threadsBefore = before?.threads ?? new Map<number, number>()
  const running = sum([...after.threads].map(([thread, time]) => time - (threadsBefore.get(thread) ?? 0)))
  const isComplete = before !== undefined && [...threadsBefore.keys()].every(thread => after.threads.has(thread))
  return isComplete ? running : Math.max(running, after.own - (before?.own ?? 0))
}

/** The CPU that a process tree used, in seconds. */
export interface CpuTimes {
  readonly own: number
  /** The CPU of all descendants, including those that have ended. For a server, this is PostgreSQL. */
  readonly below: number
  /** The CPU of the child processes that have ended. */
  readonly ended: number
}

/** Returns the CPU that a process and its descendants used between two readings. */
export const timesBetween = (pid: number, before: Processes, after: Processes): CpuTimes => {
  const below = [...after].filter(([processId]) => processId !== pid)
  const endedIn = (tree: Processes): number => sum([...tree.values()].map(({ ended }) => ended))
  // When a process ends, its time becomes part of its parent's time of ended child processes.
  const countedBefore = sum([...before].map(([processId, { own }]) => (after.has(processId) ? 0 : own)))
  const ended = Math.max(0, endedIn(after) - endedIn(before) - countedBefore)
  const root = after.get(pid)
  return {
    own: root ? ownBetween(before.get(pid), root) : 0,
    below: sum(below.map(([processId, times]) => ownBetween(before.get(processId), times))) + ended,
    ended: (root?.ended ?? 0) - (before.get(pid)?.ended ?? 0),
  }
}

/** Starts counting the CPU of a process and its descendants (Linux). Returns a function that reads the count. */
export const countCpu = async (pid: number): Promise<() => Promise<CpuTimes>> => {
  const before = await readTree(pid)
  return async () => timesBetween(pid, before, await readTree(pid))
}
