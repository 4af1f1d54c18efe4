/** `npm run bench:webhooks`: every cell in a short form, or `-- CELL… --full`. See bench/README.md. */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Figure, render } from '#bench/benchmark.ts'
import type { Cell } from './cell.ts'
import { cpu } from './cpu.ts'
import { deadline } from './deadline.ts'
import { drain } from './drain.ts'
import { held } from './held.ts'
import { hung } from './hung.ts'
import { latency } from './latency.ts'

const cells: readonly Cell[] = [cpu, drain, latency, hung, held, deadline]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
})
const unknown = positionals.find(name => !cells.some(cell => cell.name === name))
if (unknown) throw new Error(`there is no cell ${unknown}; there are ${cells.map(({ name }) => name).join(', ')}`)
const chosen = positionals.length === 0 ? cells : cells.filter(({ name }) => positionals.includes(name))

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`)
const figures: Figure[] = []
for (const { name, run } of chosen) {
  process.stdout.write(`\n${name}\n`)
  const measured = await run(values)
  for (const figure of measured) process.stdout.write(`${render(figure)}\n`)
  figures.push(...measured)
}
const missed = figures.filter(({ reached }) => !reached)
process.stdout.write(`\n${figures.length - missed.length} of ${figures.length} goals reached\n`)
