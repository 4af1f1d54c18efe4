import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pidExists, processCommands, workingFolderOf } from './processes.ts'

const LIMIT_MS = 10_000

/** The signals to send to orphans, each with its delay in milliseconds. */
type Escalation = readonly (readonly [number, NodeJS.Signals])[]
/** The signals for a postmaster that outlived its program: fast shutdown, immediate shutdown, kill. */
const postmasterSignals: Escalation = [
  [0, 'SIGINT'],
  [4_000, 'SIGQUIT'],
  [8_000, 'SIGKILL'],
]
/**
 * The signals for backends that outlived their postmaster. They exit by themselves unless a statement keeps them busy.
 */
const backendSignals: Escalation = [
  [300, 'SIGQUIT'],
  [8_000, 'SIGKILL'],
]

const isPostgres = (command: string): boolean => command.startsWith('postgres: ') || command.includes('/postgres -D ')

const send = (pids: number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has exited, or belongs to another user. The next check shows which, and the time limit ends the
      // wait.
    }
  }
}

/** Finds the processes of the cluster, which have `clusterName` in their arguments or title. */
const processesOf = async (clusterName: string): Promise<{ postmaster: number[]; all: number[] }> => {
  const commands = [...(await processCommands())]
  const processes = commands.filter(([, command]) => isPostgres(command) && command.includes(clusterName))
  const postmaster = processes.filter(([, command]) => !command.startsWith('postgres: '))
  return { postmaster: postmaster.map(([pid]) => pid), all: processes.map(([pid]) => pid) }
}

/**
 * Removes a postmaster.pid with the pid of a foreign process. PostgreSQL does not start while that pid exists, even if
 * it belongs to an unrelated program, which is common in restarted containers that reuse the same few pids, or to the
 * postmaster of the cluster that this one was copied from.
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
 * Waits up to 10 s for processes of an earlier run to exit, and ends those that do not. Must be called only by the
 * holder of the data directory's lock, because any PostgreSQL process that still runs there is then an orphan.
 */
export const endOrphans = async (cluster: string, clusterName: string, signal: AbortSignal): Promise<void> => {
  const pidFile = join(cluster, 'postmaster.pid')
  const pidText = await readFile(pidFile).catch(() => undefined)
  if (!pidText) return
  const since = Date.now()
  let sent = new Set<string>()
  for (;;) {
    const { postmaster, all } = await processesOf(clusterName)
    if (all.length === 0) return removeForeignPid(cluster, pidFile)
    const elapsed = Date.now() - since
    if (elapsed > LIMIT_MS) {
      throw new Error(`PostgreSQL processes of an earlier run on ${cluster} do not exit: pid ${all.join(', ')}`)
    }
    const escalation = postmaster.length > 0 ? postmasterSignals : backendSignals
    const due = escalation.filter(([after, name]) => elapsed >= after && !sent.has(name))
    for (const [, name] of due) send(name === 'SIGKILL' || postmaster.length === 0 ? all : postmaster, name)
    sent = new Set([...sent, ...due.map(([, name]) => name)])
    await delay(20, undefined, { signal })
  }
}
