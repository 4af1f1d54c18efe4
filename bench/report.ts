import { cpus } from 'node:os'
import { type Figure, render, summarize } from './benchmark.ts'
import { isShort } from './scale.ts'

interface Named {
  readonly name: string
}

/** Returns the items of `all` with the given names, in the order of `all`. Throws for an unknown name. */
export const chooseNamed = <T extends Named>(all: readonly T[], names: readonly string[]): readonly T[] => {
  const knownNames = all.map(({ name }) => name)
  const unknown = names.find(name => !knownNames.includes(name))
  if (unknown) throw new Error(`${unknown} does not exist; the names are ${knownNames.join(', ')}`)
  return all.filter(({ name }) => names.includes(name))
}

/** Ends the process if a cell hangs. */
const endAfter = (minutes: number, name: string): Disposable => {
  const timer = setTimeout(() => {
    console.error(`${name} has not ended within ${minutes} minutes`)
    process.exit(1)
  }, minutes * 60_000)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

export const machine = (): string => `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`

/** Measures the cells in order. Prints each figure, and the numbers of goals reached, missed and undecided. */
export const report = async <T extends Named>(
  cells: readonly T[],
  measure: (cell: T) => Promise<Figure[]>,
): Promise<void> => {
  process.stdout.write(`${machine()}\n`)
  const figures: Figure[] = []
  for (const cell of cells) {
    process.stdout.write(`\n${cell.name}\n`)
    using _limit = isShort ? endAfter(10, cell.name) : undefined
    const cellFigures = await measure(cell)
    for (const figure of cellFigures) process.stdout.write(`${render(figure)}\n`)
    figures.push(...cellFigures)
  }
  process.stdout.write(`\n${summarize(figures)}\n`)
}
