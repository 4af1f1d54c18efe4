import type { CountersLab } from './lab.ts'
import { type Column, type Counts, columns } from './meter.ts'
import type { Work } from './works.ts'

const rounds = 4

const least = (counted: readonly Counts[]): Counts => {
  const of = (column: Column) => Math.min(...counted.map(counts => counts[column]))
  return Object.fromEntries(columns.map(column => [column, of(column)])) as Record<Column, number>
}

/**
 * What the work takes each time: the least of four rounds, after one that prepares statements and fills caches. What
 * happens once a second anyway, such as asking again who a session belongs to, is in some rounds and not in all.
 */
export const measureWork = async (lab: CountersLab, { prepare, times = 5 }: Work): Promise<Counts> => {
  const counted: Counts[] = []
  for (let round = 0; round <= rounds; round++) {
    const acts: (() => Promise<number>)[] = []
    for (let i = 0; i < times; i++) acts.push(await prepare(lab))
    const total = await lab.meter.measure(async () => {
      let sent = 0
      for (const act of acts) sent += await act()
      return sent
    })
    const each = columns.map(column => [column, Math.round((total[column] / times) * 10) / 10])
    if (round > 0) counted.push(Object.fromEntries(each))
  }
  return least(counted)
}
