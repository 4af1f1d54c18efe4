import type { CountersLab } from './lab.ts'
import { type Column, type Counts, columns } from './meter.ts'
import type { Work } from './work.ts'

/** Works with a single act need more rounds, because nothing averages out variations. */
const roundsOf = ({ times }: Work): number => (times === 1 ? 8 : 4)

const leastOf = (counted: readonly Counts[]): Counts => {
  const least = columns.map(column => [column, Math.min(...counted.map(counts => counts[column]))])
  return Object.fromEntries(least) as Record<Column, number>
}

const roundOf = async (lab: CountersLab, { prepare, times = 5 }: Work): Promise<Counts> => {
  const acts: (() => Promise<number>)[] = []
  for (let i = 0; i < times; i++) acts.push(await prepare(lab))
  const total = await lab.meter.measure(async () => {
    let sent = 0
    for (const act of acts) sent += await act()
    return sent
  })
  const each = columns.map(column => [column, Math.round((total[column] / times) * 10) / 10])
  return Object.fromEntries(each) as Record<Column, number>
}

/**
 * The cost of each act: the smallest of its rounds, after one that fills caches. Unrelated activity, such as the
 * renewal of the node's lease or the split of a full index page, falls into some rounds but not all. The number of
 * rounds never depends on the counts, because each round adds rows that later work reads.
 */
export const measureWork = async (lab: CountersLab, work: Work): Promise<Counts> => {
  await lab.meter.removeDeadRows()
  await roundOf(lab, work)
  const counted: Counts[] = []
  for (let round = 0; round < roundsOf(work); round++) counted.push(await roundOf(lab, work))
  return leastOf(counted)
}

/**
 * Does everything twice, with reads last, so that each table has rows and statistics, and connections have prepared
 * their statements.
 */
export const rehearse = async (lab: CountersLab, works: readonly Work[]): Promise<void> => {
  for (const work of works.toReversed()) for (let i = 0; i < 2; i++) await (await work.prepare(lab))()
  await lab.p.system.runJob('seal-ledger')
  await lab.p.sql('vacuum analyze')
  await lab.p.sql('checkpoint')
  await lab.p.sql('select pg_stat_statements_reset()')
}
