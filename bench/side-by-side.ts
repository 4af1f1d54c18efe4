import type { Benchmark } from './benchmark.ts'
import { type Comparison, comparePairs, comparisonFigures } from './comparison.ts'
import { meterServer } from './cpu.ts'
import { createWork } from './create.ts'
import { listWork } from './list.ts'
import { openRig, type Stand, type Work } from './work.ts'

const processesStand = (processes: number): Stand => ({ env: { PROBATA_PROCESSES: String(processes) } })

// Creates come first, so that there are claims to list.
const works: readonly Work[] = [createWork, { ...listWork, label: 'list 50 claims, 16 clients' }]

/**
 * Compares the same work done by several processes of a server with the work done by one. The CPU of the additional
 * processes is counted in `postgres`.
 */
const sideBySideOf = (processes: number, singleRig: Awaited<ReturnType<typeof openRig>>): readonly Comparison[] =>
  works.map(({ name, label, operations, prepare }) => ({
    name: `${name}, ${processes} processes`,
    label: `${label}, ${processes} processes`,
    operations,
    rounds: 5,
    stand: processesStand(processes),
    prepare,
    against: 'one process',
    floor: async () => ({ meter: meterServer(singleRig.server), ...(await prepare(singleRig)) }),
    cpu: { atMost: 1.2 },
  }))

/**
 * Measures whether each operation takes more CPU when more processes share the work, which limits the gain from more
 * cores.
 */
export const sideBySide: Benchmark = {
  name: 'side-by-side',
  async run() {
    const figures = []
    for (const processes of [2, 4, 8]) {
      await using singleRig = await openRig(processesStand(1))
      await using multiRig = await openRig(processesStand(processes))
      for (const comparison of sideBySideOf(processes, singleRig))
        figures.push(...comparisonFigures(comparison, await comparePairs(comparison, multiRig)))
    }
    return figures
  },
}
