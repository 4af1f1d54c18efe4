/** `npm run bench:storage`: files in buckets of real servers, every cell or `-- CELL…`. See bench/README.md. */
import { cpus } from 'node:os'
import { type Benchmark, type Figure, render } from '#bench/benchmark.ts'
import { openLab } from '#bench/lab.ts'
import { away } from './away.ts'
import { bucketMemory } from './bucket-memory.ts'
import { bucketOpen } from './bucket-open.ts'
import { bucketUpload } from './bucket-upload.ts'
import { moving } from './moving.ts'

const cells: readonly Benchmark[] = [bucketUpload, bucketMemory, bucketOpen, moving, away]

const names = process.argv.slice(2)
const unknown = names.find(name => !cells.some(cell => cell.name === name))
if (unknown) throw new Error(`there is no cell ${unknown}; there are ${cells.map(({ name }) => name).join(', ')}`)

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`)
await using lab = openLab()
const figures: Figure[] = []
for (const { name, run } of cells.filter(cell => names.length === 0 || names.includes(cell.name))) {
  process.stdout.write(`\n${name}\n`)
  const measured = await run(lab)
  for (const figure of measured) process.stdout.write(`${render(figure)}\n`)
  figures.push(...measured)
}
const missed = figures.filter(({ reached }) => !reached)
process.stdout.write(`\n${figures.length - missed.length} of ${figures.length} goals reached\n`)
