import type { CountersLab } from './lab.ts'
import { type Column, type Counts, columns } from './meter.ts'
import type { Work } from './work.ts'

/** Work with one act per round needs more rounds, because there are no other acts to average out its variations. */
const roundsOf = ({ times }: Work): number => (times === 1 ? 8 : 4)

const minimumOf = (roundCounts: readonly Counts[]): Counts => {
  const minimums = columns.map(column => [column, Math.min(...roundCounts.map(counts => counts[column]))])
  return Object.fromEntries(minimums) as Record<Column, number>
}

const countRound = async (lab: CountersLab, { prepare, times = 5 }: Work): Promise<Counts> => {
  const acts: (() => Promise<number>)[] = []
  for (let i = 0; i < times; i++) acts.push(await prepare(lab))
  const total = await lab.meter.measure(async () => {
    let bytesSent = 0
    for (const act of acts) bytesSent += await act()
    return bytesSent
  })
  const perAct = columns.map(column => [column, Math.round((total[column] / times) * 10) / 10])
  return Object.fromEntries(perAct) as Record<Column, number>
}

/**
 * Returns the cost of each act: the minimum of several rounds, after one round that fills caches. Unrelated activity,
 * such as the renewal of the node's lease or the split of a full index page, affects some rounds but not all. The
 * number of rounds never depends on the counts, because each round adds rows that later work reads.
 */
export const measureWork = async (lab: CountersLab, work: Work): Promise<Counts> => {
  await lab.meter.removeDeadRows()
  await countRound(lab, work)
  const roundCounts: Counts[] = []
  for (let round = 0; round < roundsOf(work); round++) roundCounts.push(await countRound(lab, work))
  return minimumOf(roundCounts)
}

/**
 * Does all work twice, with reads last, so that each table has rows and statistics, and connections have prepared their
 * statements.
 */
export const rehearse = async (lab: CountersLab, works: readonly Work[]): Promise<void> => {
  for (const work of works.toReversed()) for (let i = 0; i < 2; i++) await (await work.prepare(lab))()
  await lab.p.system.runJob('seal-ledger')
  await lab.p.sql('vacuum analyze')
  await lab.p.sql('checkpoint')
  await lab.p.sql('select pg_stat_statements_reset()')
}
