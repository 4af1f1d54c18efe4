import type { CountersLab } from './lab.ts'
import { type Column, type Counts, columns } from './meter.ts'
import type { Work } from './work.ts'

const rounds = 5

type Summary = (values: readonly number[]) => number

const least: Summary = values => Math.min(...values)
const median: Summary = values => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const mean: Summary = values => values.reduce((sum, value) => sum + value, 0) / values.length

/** Of the rounds. V8 hands out memory in larger pieces than one request takes. */
const summaries: Readonly<Record<Column, Summary>> = {
  ...{ statements: least, trips: least, parsed: least, written: least, read: least, sent: least },
  ...{ wal: median, buffers: median, allocated: mean },
}

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
 * What the work takes each time, of five rounds after one that fills caches. What happens every few seconds anyway, such
 * as the renewal of the node's lease, falls into some rounds and not into all.
 */
export const measureWork = async (lab: CountersLab, work: Work): Promise<Counts> => {
  await roundOf(lab, work)
  const counted: Counts[] = []
  for (let round = 0; round < rounds; round++) counted.push(await roundOf(lab, work))
  const summed = columns.map(column => {
    const value = summaries[column](counted.map(counts => counts[column]))
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
}
