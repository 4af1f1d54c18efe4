import type { CountersLab } from './lab.ts'
import { type Column, type Counts, columns } from './meter.ts'
import type { Work } from './work.ts'

const rounds = 4

const least = (values: readonly number[]): number => Math.min(...values)
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const roundOf = async (lab: CountersLab, { prepare, times = 5 }: Work): Promise<Counts> => {
  const acts: (() => Promise<number>)[] = []
  for (let i = 0; i < times; i++) acts.push(await prepare(lab))
  const total = await lab.meter.measure(async () => {
    let sent = 0
    for (const act of acts) sent += await act()
    return sent
  })
  const each = columns.map(column => [column, total[column] / times])
  return Object.fromEntries(each) as Record<Column, number>
}

/**
 * What the work takes each time: the least of four rounds, after one that fills caches. What does not belong to it, such
 * as the renewal of the node's lease or the split of a full page of an index, falls into some rounds and not into all.
 * Of allocated memory it is the median.
 */
export const measureWork = async (lab: CountersLab, work: Work): Promise<Counts> => {
  await roundOf(lab, work)
  const counted: Counts[] = []
  for (let round = 0; round < rounds; round++) counted.push(await roundOf(lab, work))
  const summed = columns.map(column => {
    const values = counted.map(counts => counts[column])
    const value = column === 'allocated' ? median(values) : least(values)
    return [column, Math.round(value * 10) / 10]
  })
  return Object.fromEntries(summed) as Record<Column, number>
}

/** Does everything twice, what only reads at last, so that each table has rows and statistics, and connections have prepared their statements. */
export const rehearse = async (lab: CountersLab, works: readonly Work[]): Promise<void> => {
  for (const work of works.toReversed()) for (let i = 0; i < 2; i++) await (await work.prepare(lab))()
  await lab.p.system.runJob('seal-ledger')
  await lab.p.sql('vacuum analyze')
  await lab.p.sql('checkpoint')
  await lab.p.sql('select pg_stat_statements_reset()')
}
