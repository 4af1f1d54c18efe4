/**
 * `npm run counters`: counts what each kind of work takes and compares it with bench/counters.txt; fails where a value
 * has left its spread. `npm run counters -- --write` writes the table.
 */
import { openCountersLab } from './lab.ts'
import { measureWork, rehearse } from './measure.ts'
import type { Counts } from './meter.ts'
import { compare, isAsIn, readTable, type Table, writeTable } from './table.ts'
import { countTimers } from './timers.ts'
import { works } from './works.ts'

const hint = 'If that is meant: npm run counters -- --write, and explain a growth of more than 5 % in the commit.'

const isWriting = process.argv.includes('--write')
const table: Table | undefined = isWriting ? undefined : await readTable()

const countAll = async (): Promise<Table['counted']> => {
  await using lab = await openCountersLab()
  await rehearse(lab, works)
  const counted = new Map<string, Counts>()
  for (const work of works) {
    const isExpected = (counts: Counts) => !table || isAsIn(table.counted, work.name, counts)
    counted.set(work.name, await measureWork(lab, work, isExpected))
  }
  return counted
}

const began = performance.now()
const [timers, counted] = await Promise.all([countTimers(), countAll()])
const seconds = ((performance.now() - began) / 1000).toFixed(0)

if (!table) {
  await writeTable({ counted, timers })
  console.log(`${counted.size} kinds of work written to bench/counters.txt, counted in ${seconds} s`)
} else {
  const differing = compare({ counted, timers }, table)
  for (const text of differing) console.log(text)
  console.log(`${counted.size} kinds of work counted in ${seconds} s, ${differing.length} differences`)
  if (differing.length > 0) {
    console.log(hint)
    process.exitCode = 1
  }
}
