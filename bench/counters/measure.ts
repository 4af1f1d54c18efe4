import type { CountersLab } from './lab.ts'
import { type Column, type Counts, columns } from './meter.ts'
import type { Work } from './work.ts'

const rounds = 4

const leastOf = (counted: readonly Counts[]): Counts => {
  const least = columns.map(column => [column, Math.min(...counted.map(counts => counts[column]))])
  return Object.fromEntries(least) as Record<Column, number>
}

const longest = 40_000

/** Work that never ends is an error that names it. */
const within = async <T>(name: string, work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${name}: has not ended after two minutes`)), longest)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
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
 * What the work takes each time: the least of four rounds, after one that fills caches. What does not belong to it, such
 * as the renewal of the node's lease or the split of a full page of an index, falls into some rounds and not into all.
 */
const measureWork = async (lab: CountersLab, work: Work): Promise<Counts> => {
  const counted: Counts[] = []
  for (let round = 0; round <= rounds; round++) counted.push(await within(work.name, roundOf(lab, work)))
  return leastOf(counted.slice(1))
}

/**
 * The counts of each work. Those that are not as expected are counted once more after all others, which would otherwise
 * find other rows than in an undisturbed run.
 */
export const measureAll = async (
  lab: CountersLab,
  works: readonly Work[],
  isExpected: (name: string, counts: Counts) => boolean = () => true,
): Promise<ReadonlyMap<string, Counts>> => {
  const counted = new Map<string, Counts>()
  for (const work of works) counted.set(work.name, await measureWork(lab, work))
  for (const work of works) {
    const before = counted.get(work.name)
    if (before && !isExpected(work.name, before))
      counted.set(work.name, leastOf([before, await measureWork(lab, work)]))
  }
  return counted
}

/** Does everything twice, what only reads at last, so that each table has rows and statistics, and connections have prepared their statements. */
export const rehearse = async (lab: CountersLab, works: readonly Work[]): Promise<void> => {
  const twice = async (work: Work): Promise<void> => {
    for (let i = 0; i < 2; i++) await (await work.prepare(lab))()
  }
  for (const work of works.toReversed()) await within(work.name, twice(work))
  await lab.p.system.runJob('seal-ledger')
  await lab.p.sql('vacuum analyze')
  await lab.p.sql('checkpoint')
  await lab.p.sql('select pg_stat_statements_reset()')
}
