import { type Meter, meterRound, meterServer, type RoundResult, renderCpu, type Sample } from './cpu.ts'
import { type Load, startLoad } from './load.ts'
import { untilQuiet } from './processes.ts'
import { scaled } from './scale.ts'
import { provision, type Server, startServer } from './server.ts'
import { quantile } from './statistics.ts'

/** The environment in which a server is measured. */
export interface Rig {
  readonly server: Server
  readonly load: Load
  /** The resources that preparations open. They are disposed of at the end. */
  readonly resources: AsyncDisposableStack
}

type People = (typeof provision)['organizations'][number]['users']

/** The server that some work needs. Work with the same stand may share it. */
export interface Stand {
  readonly env?: Readonly<Record<string, string>>
  /** Additional people who sign in. */
  readonly people?: People
  /** Fills the server once, before any preparation. */
  fill?(rig: Rig): Promise<void>
}

export const bareStand: Stand = {}

/** The rounds of one side of a comparison. */
export interface Rounds {
  /** Prepares the state of the side before a round; not measured. */
  before?(): Promise<unknown>
  round(): Promise<RoundResult>
  /** Removes the data of a round; not measured. */
  after?(): Promise<unknown>
}

/** Work of a server, measured in rounds. `bench` compares it with a floor, `bench:against` with another version. */
export interface Work {
  readonly name: string
  readonly label: string
  /** The name of the operations, in the plural. */
  readonly operations: string
  readonly rounds: number
  readonly stand: Stand
  prepare(rig: Rig): Promise<Rounds>
}

/** A version of the program that can start servers: this one or another. */
export interface Version {
  readonly startServer: typeof startServer
  /** The content of the servers that it starts; older versions do not export it. */
  readonly provision?: typeof provision
}

const thisVersion: Version = { startServer, provision }

/** Starts the server of a stand, and a process that sends requests. */
export const openRig = async (
  { env = {}, people = [], fill }: Stand,
  version: Version = thisVersion,
): Promise<Rig & AsyncDisposable> => {
  await using resources = new AsyncDisposableStack()
  const users = version.provision?.organizations[0]?.users ?? []
  if (people.length > 0 && !version.provision) throw new Error('this version does not support additional people')
  users.push(...people)
  const server = resources.use(await version.startServer(env).finally(() => users.splice(users.length - people.length)))
  const load = resources.use(await startLoad())
  await fill?.({ server, load, resources })
  const owned = resources.move()
  return { server, load, resources: owned, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Measures one round of a side, with the CPU of its operations. */
export const measureRound = async (meter: Meter, { before, round, after }: Rounds): Promise<Sample> => {
  await before?.()
  const sample = await meterRound(meter, round)
  await after?.()
  return sample
}

/** Measures the rounds of work without a floor, after one round that does not count. */
export const measureAlone = async (work: Work, rig: Rig): Promise<Sample[]> => {
  const rounds = await work.prepare(rig)
  const meter = meterServer(rig.server)
  const samples: Sample[] = []
  for (let round = 0; round <= scaled(work.rounds, 1); round++) {
    await untilQuiet()
    samples.push(await measureRound(meter, rounds))
  }
  return samples.slice(1)
}

/** Renders the line about CPU below a figure. */
export const cpuAlone = (operations: string, samples: readonly Sample[]): string =>
  `CPU of ${operations}, µs of Node + PostgreSQL each, ${renderCpu(samples)}`

/** Repeats an operation that returns its milliseconds; the rate is computed from their mean. */
export const oneByOne = async (operations: number, operation: (i: number) => Promise<number>): Promise<RoundResult> => {
  const times: number[] = []
  for (let i = 0; i < operations; i++) times.push(await operation(i))
  const totalMs = times.reduce((sum, ms) => sum + ms, 0)
  return { operations, perSecond: (operations * 1000) / totalMs, p99Ms: quantile(times, 0.99) }
}
