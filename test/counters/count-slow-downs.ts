/**
 * Counts the work of a few lists with and without each slow-down, in a separate process with a stopped clock. Prints
 * the cells that differ from bench/counters.txt, as JSON.
 */
import { openCountersLab } from '#bench/counters/lab.ts'
import { measureWork, rehearse } from '#bench/counters/measure.ts'
import type { Counts } from '#bench/counters/meter.ts'
import { type Difference, differences, readTable } from '#bench/counters/table.ts'
import { works } from '#bench/counters/works.ts'
import { slowDowns } from './slow-downs.ts'

const names = new Set(process.argv.slice(2))
const selectedWorks = works.filter(({ name }) => names.has(name))

const { counted: table } = await readTable()
await using lab = await openCountersLab()
await rehearse(lab, works)

const count = async (): Promise<Difference[]> => {
  const baseline = new Map<string, Counts>()
  for (const work of selectedWorks) baseline.set(work.name, await measureWork(lab, work))
  return differences(baseline, table)
}

const differencesByName: Record<string, Difference[]> = { nothing: await count() }
for (const [name, slowDown] of Object.entries(slowDowns)) {
  await using _slower = await slowDown(lab)
  differencesByName[name] = await count()
}
console.log(JSON.stringify(differencesByName))
