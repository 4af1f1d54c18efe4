import { type Benchmark, figure } from './benchmark.ts'
import { scaled } from './scale.ts'
import { createDirectory } from './server.ts'

const rounds = scaled(5, 1)

const startOn = async (serve: () => Promise<{ startMs: number } & AsyncDisposable>): Promise<number> => {
  await using running = await serve()
  return running.startMs / 1000
}

/** From the command to the ready line: on an empty data directory, then on the same again. */
export const start: Benchmark = {
  name: 'start',
  async run() {
    const first: number[] = []
    const second: number[] = []
    for (let round = 0; round < rounds; round++) {
      await using directory = await createDirectory()
      first.push(await startOn(directory.serve))
      second.push(await startOn(directory.serve))
    }
    return [
      figure({ what: 'start to ready, first', samples: first, atMost: 6, unit: 's' }),
      figure({ what: 'start to ready, second', samples: second, atMost: 2, unit: 's' }),
    ]
  },
}
