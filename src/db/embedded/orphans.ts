import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pidExists, processCommands, workingFolderOf } from './processes.ts'

const LIMIT_MS = 10_000

/** The signals for an orphan, each with its delay in milliseconds. */
type Ladder = readonly (readonly [number, NodeJS.Signals])[]
/** A postmaster that outlived its program: fast shutdown, immediate shutdown, kill. */
const postmasterLadder: Ladder = [
  [0, 'SIGINT'],
  [4_000, 'SIGQUIT'],
  [8_000, 'SIGKILL'],
]
/** Backends that outlived their postmaster exit by themselves unless a statement keeps them busy. */
const backendLadder: Ladder = [
  [300, 'SIGQUIT'],
  [8_000, 'SIGKILL'],
]

const isPostgres = (command: string): boolean => command.startsWith('postgres: ') || command.includes('/postgres -D ')

const send = (pids: number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It is gone already, or not ours to end: the next check shows it, and the limit ends the wait.
    }
  }
}

/** The processes of the cluster: every one carries `clusterName` in its arguments or its title. */
const processesOf = async (clusterName: string): Promise<{ postmaster: number[]; all: number[] }> => {
  const commands = [...(await processCommands())]
  const found = commands.filter(([, command]) => isPostgres(command) && command.includes(clusterName))
  const postmaster = found.filter(([, command]) => !command.startsWith('postgres: '))
  return { postmaster: postmaster.map(([pid]) => pid), all: found.map(([pid]) => pid) }
}

/**
 * PostgreSQL does not start while the pid in postmaster.pid exists, even if an unrelated program has that number (usual
 * in a restarted container, which reuses the same few pids), or if the file is a copy and the pid is the original's.
 */
const removeForeignPid = async (cluster: string, file: string): Promise<void> => {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || !pidExists(pid)) return
  const command = (await processCommands()).get(pid) ?? ''
  const { dev, ino } = await stat(cluster)
  const isElsewhere = ![undefined, `${dev}:${ino}`].includes(await workingFolderOf(pid))
  if (!isPostgres(command) || isElsewhere) await rm(file, { force: true })
}

/**
 * Waits up to 10 s until no process of an earlier run is left on the cluster, and ends those that linger. Only for the
 * holder of the data directory's lock: any process still running there has lost its program.
 */
export const endOrphans = async (cluster: string, clusterName: string, signal: AbortSignal): Promise<void> => {
  const pidFile = join(cluster, 'postmaster.pid')
  const unclean = await readFile(pidFile).catch(() => undefined)
  if (!unclean) return
  const since = Date.now()
  let sent = new Set<string>()
  for (;;) {
    const { postmaster, all } = await processesOf(clusterName)
    if (all.length === 0) return removeForeignPid(cluster, pidFile)
    const elapsed = Date.now() - since
    if (elapsed > LIMIT_MS) {
      throw new Error(`PostgreSQL processes of an earlier run on ${cluster} do not end: pid ${all.join(', ')}`)
    }
    const ladder = postmaster.length > 0 ? postmasterLadder : backendLadder
    const due = ladder.filter(([after, name]) => elapsed >= after && !sent.has(name))
    for (const [, name] of due) send(name === 'SIGKILL' || postmaster.length === 0 ? all : postmaster, name)
    sent = new Set([...sent, ...due.map(([, name]) => name)])
    await delay(20, undefined, { signal })
  }
}
