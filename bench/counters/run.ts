/**
 * `npm run counters`: counts what each kind of work takes and compares it with counters.txt; fails where it differs by more
 * than is allowed there. `npm run counters -- --write` writes the table.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openCountersLab } from './lab.ts'
import { measureWork } from './measure.ts'
import type { Counts } from './meter.ts'
import { differences, parseTable, renderTable } from './table.ts'
import { countTimers } from './timers.ts'
import { works } from './works.ts'

const file = join(import.meta.dirname, '..', 'counters.txt')

const began = performance.now()
const counted = new Map<string, Counts>()
{
  await using lab = await openCountersLab()
  for (const work of works) counted.set(work.name, await measureWork(lab, work))
}
const timers = await countTimers()
const seconds = ((performance.now() - began) / 1000).toFixed(0)
const timersText = `timers of an idle process: ${timers}\n`
const text = renderTable(counted) + timersText

if (process.argv.includes('--write')) {
  await writeFile(file, text)
  console.log(`${counted.size} kinds of work written in ${seconds} s`)
} else {
  const stored = await readFile(file, 'utf8')
  const [, storedTimers = ''] = stored.match(/^timers of an idle process: (\d+)$/m) ?? []
  const differing = differences(parseTable(stored.slice(0, stored.lastIndexOf('timers of'))), counted)
  if (Number(storedTimers) !== timers)
    differing.push(`timers of an idle process: ${timers}, in the table ${storedTimers}`)
  for (const line of differing) console.log(line)
  console.log(`${counted.size} kinds of work counted in ${seconds} s, ${differing.length} cells differ`)
  if (differing.length > 0) {
    console.log('Where that is meant: npm run counters -- --write, and say in the commit why more than 5 % was added.')
    process.exitCode = 1
  }
}
