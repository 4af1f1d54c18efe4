/**
 * `npm run counters`: counts the cost of each kind of work and compares it with bench/counters.txt; fails if a value is
 * outside its tolerance. In that case everything is counted again on a new install, and only repeated differences
 * count: unrelated activity hardly ever affects the same work twice. `npm run counters -- --write` writes the table.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compare, readTable, type Table, writeTable } from './table.ts'

const hint = 'If that is intended: npm run counters -- --write, and explain a growth of more than 5 % in the commit.'

const count = async (): Promise<Table> => {
  const startTime = performance.now()
  const program = join(import.meta.dirname, 'count.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 2 ** 24 })
  const { counted, timers } = JSON.parse(stdout)
  const seconds = ((performance.now() - startTime) / 1000).toFixed(0)
  console.log(`${counted.length} kinds of work counted in ${seconds} s`)
  return { counted: new Map(counted), timers }
}

if (process.argv.includes('--write')) {
  await writeTable(await count())
} else {
  const table = await readTable()
  const first = compare(await count(), table)
  for (const { text } of first) console.log(text)
  const repeated = first.length > 0 ? compare(await count(), table) : []
  const confirmedDifferences = repeated.filter(({ cell }) => first.some(other => other.cell === cell))
  for (const { text } of confirmedDifferences) console.log(`Again: ${text}`)
  console.log(`${confirmedDifferences.length} differences`)
  if (confirmedDifferences.length > 0) {
    console.log(hint)
    process.exitCode = 1
  }
}
