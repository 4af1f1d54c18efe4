import { type Benchmark, figure } from './benchmark.ts'
import { cpuTimes } from './processes.ts'
import { scaled } from './scale.ts'
import { createDirectory } from './server.ts'

const rounds = scaled(5, 1)

/** The seconds from the command to the ready line. `cpu` includes the CPU of all processes that the command started. */
export interface Start {
  readonly wall: number
  readonly cpu: number
}

const startOn = async (serve: () => Promise<{ startMs: number; pid: number } & AsyncDisposable>): Promise<Start> => {
  await using running = await serve()
  const { own, below } = await cpuTimes(running.pid)
  return { wall: running.startMs / 1000, cpu: own + below }
}

/**
 * Starts on an empty data directory, then again on the same directory. `create` is from this version or from another.
 */
export const startTwice = async (create = createDirectory): Promise<Readonly<Record<'first' | 'second', Start>>> => {
  await using directory = await create()
  return { first: await startOn(directory.serve), second: await startOn(directory.serve) }
}

export const start: Benchmark = {
  name: 'start',
  async run() {
    // The first start creates the bundled program and V8's cache for it.
    await startTwice()
    const pairs: Awaited<ReturnType<typeof startTwice>>[] = []
    for (let round = 0; round < rounds; round++) pairs.push(await startTwice())
    const valuesOf = (attempt: 'first' | 'second', what: keyof Start) => pairs.map(pair => pair[attempt][what])
    return [
      figure({ label: 'start to ready, first', samples: valuesOf('first', 'wall'), atMost: 6, unit: 's' }),
      figure({ label: 'start to ready, first, CPU', samples: valuesOf('first', 'cpu'), atMost: 3, unit: 's' }),
      figure({ label: 'start to ready, second', samples: valuesOf('second', 'wall'), atMost: 2, unit: 's' }),
      figure({ label: 'start to ready, second, CPU', samples: valuesOf('second', 'cpu'), atMost: 1, unit: 's' }),
    ]
  },
}
