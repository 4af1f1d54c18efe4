import { countCpu } from './cpu-times.ts'
import { spreadOf } from './statistics.ts'

/** CPU of Node and of PostgreSQL. A meter returns seconds; a sample has µs per operation. */
export interface Cpu {
  readonly node: number
  readonly postgres: number
}

/** The result of a round. */
export interface RoundResult {
  readonly operations: number
  readonly perSecond: number
  readonly medianMs?: number
  readonly p99Ms?: number
}

/** The result of a round, with the CPU of each operation in µs. */
export interface Sample extends RoundResult {
  readonly cpu: Cpu
}

/** Starts counting the CPU of one side. The returned function reads the count, in seconds. */
export type Meter = () => Promise<() => Promise<Cpu>>

interface Process {
  readonly pid: number
}

/** Meters a server and its PostgreSQL. */
export const meterServer =
  ({ pid }: Process): Meter =>
  async () => {
    const read = await countCpu(pid)
    return async () => {
      const { own, below } = await read()
      return { node: own, postgres: below }
    }
  }

/** Meters only the PostgreSQL of a server, for a floor whose own CPU does not count, such as pgbench. */
export const meterPostgres =
  (server: Process): Meter =>
  async () => {
    const read = await countCpu(server.pid)
    return async () => ({ node: 0, postgres: (await read()).below })
  }

/** Meters a process, and the PostgreSQL of the server if the process uses it. */
export const meterProcess =
  ({ pid }: Process, server?: Process): Meter =>
  async () => {
    const [read, readServer] = [await countCpu(pid), server && (await countCpu(server.pid))]
    return async () => ({ node: (await read()).own, postgres: readServer ? (await readServer()).below : 0 })
  }

/**
 * Meters programs that this process runs one after the other, such as curl. The CPU of a program is counted when the
 * program has ended.
 */
export const meterEnded: Meter = async () => {
  const read = await countCpu(process.pid)
  return async () => ({ node: (await read()).ended, postgres: 0 })
}

/** Runs a round and returns the CPU of each operation. */
export const meterRound = async <T extends RoundResult>(meter: Meter, round: () => Promise<T>): Promise<T & Sample> => {
  const read = await meter()
  const result = await round()
  const cpuUsed = await read()
  const perOperation = (seconds: number): number => (seconds * 1e6) / result.operations
  return { ...result, cpu: { node: perOperation(cpuUsed.node), postgres: perOperation(cpuUsed.postgres) } }
}

export const totalCpu = ({ cpu }: Sample): number => cpu.node + cpu.postgres

const formatMicroseconds = (us: number): string => us.toFixed(us < 10 ? 1 : 0)

/** Medians of Node and of PostgreSQL, in µs: `326 + 435`. */
export const renderCpu = (samples: readonly Sample[]): string => {
  const median = (part: keyof Cpu): string => formatMicroseconds(spreadOf(samples.map(({ cpu }) => cpu[part])).median)
  return `${median('node')} + ${median('postgres')}`
}
