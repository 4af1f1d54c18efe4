import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

const linuxParents = (): [pid: number, parent: number][] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return [[Number(name), Number(parent)]]
      } catch {
        return []
      }
    })

const psParents = (): [pid: number, parent: number][] =>
  execFileSync('/bin/ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0]) => [pid, parent])

/** Returns the lines of postmaster.pid: process, directory, start, port, socket folder. */
const lockFile = (dataDir: string): string[] | undefined => {
  try {
    return readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

/**
 * Returns the processes of the embedded PostgreSQL on a data directory: the postmaster first, then all processes that
 * it started.
 */
export const postgresProcesses = (dataDir: string): number[] => {
  const postmaster = Number(lockFile(dataDir)?.[0])
  if (!(postmaster > 0)) return []
  const parents = process.platform === 'linux' ? linuxParents() : psParents()
  const isRunning = parents.some(([pid]) => pid === postmaster)
  return isRunning ? [postmaster, ...parents.filter(([, parent]) => parent === postmaster).map(([pid]) => pid)] : []
}

/** Sends a signal to PostgreSQL and all its processes; returns their number. */
export const signalPostgres = (dataDir: string, signal: NodeJS.Signals): number => {
  const pids = postgresProcesses(dataDir)
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already exited.
    }
  }
  return pids.length
}

/** Kills all processes with kill -9. Each backend leads a process group of its own. */
export const killPostgres = (dataDir: string): number => signalPostgres(dataDir, 'SIGKILL')

/** Returns the connection settings of a running server's embedded PostgreSQL, for the owner of its tables. */
export const connectionTo = (dataDir: string): ClientConfig => {
  const [, , , port, host] = lockFile(dataDir) ?? []
  if (!host) throw new Error('PostgreSQL is not running')
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  return { host, port: Number(port), user: 'probata', password, database: 'probata' }
}
