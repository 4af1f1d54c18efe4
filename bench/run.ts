/** `npm run bench`: every benchmark, or `npm run bench -- NAME…` for some of them. See README.md. */
import { cpus } from 'node:os'
import { asOf } from './as-of.ts'
import { attachCounted } from './attach.ts'
import { type Benchmark, type Figure, render } from './benchmark.ts'
import { bundle } from './bundle.ts'
import { create } from './create.ts'
import { deepPage } from './deep-page.ts'
import { envelope } from './envelope.ts'
import { home } from './home.ts'
import { idle } from './idle.ts'
import { type Lab, openLab } from './lab.ts'
import { list } from './list.ts'
import { memory } from './memory.ts'
import { nonReaders } from './non-readers.ts'
import { open } from './open.ts'
import { proofs } from './proofs.ts'
import { recordEvent } from './record-event.ts'
import { isShort } from './scale.ts'
import { seal } from './seal.ts'
import { sealedCreate } from './sealed-create.ts'
import { sealedWithin } from './sealed-within.ts'
import { signIn } from './sign-in.ts'
import { signOn } from './sign-on.ts'
import { start } from './start.ts'
import { steady } from './steady.ts'
import { upload } from './upload.ts'
import { web } from './web.ts'
import { workspace } from './workspace.ts'

const benchmarks: readonly Benchmark[] = [
  start,
  idle,
  memory,
  list,
  deepPage,
  home,
  asOf,
  create,
  recordEvent,
  upload,
  attachCounted,
  open,
  envelope,
  nonReaders,
  seal,
  sealedCreate,
  sealedWithin,
  bundle,
  signIn,
  web,
  workspace,
]

/** Takes long: runs when it is named, and in a short run. */
const lasting: readonly Benchmark[] = [proofs, signOn, steady]

const chosen = (names: readonly string[]): readonly Benchmark[] => {
  const all = [...benchmarks, ...lasting]
  const known = all.map(({ name }) => name)
  const unknown = names.find(name => !known.includes(name))
  if (unknown) throw new Error(`there is no benchmark ${unknown}; there are ${known.join(', ')}`)
  if (names.length === 0) return isShort ? all : benchmarks
  return all.filter(({ name }) => names.includes(name))
}

/** Ends a short run whose benchmark hangs. */
const endAfter = (minutes: number, name: string): Disposable => {
  const timer = setTimeout(() => {
    console.error(`${name} has not ended within ${minutes} minutes`)
    process.exit(1)
  }, minutes * 60_000)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

const measure = async (benchmark: Benchmark, lab: Lab): Promise<Figure[]> => {
  process.stdout.write(`\n${benchmark.name}\n`)
  using _limit = isShort ? endAfter(10, benchmark.name) : undefined
  const figures = await benchmark.run(lab)
  for (const figure of figures) process.stdout.write(`${render(figure)}\n`)
  return figures
}

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`)
await using lab = openLab()
const figures: Figure[] = []
for (const benchmark of chosen(process.argv.slice(2))) figures.push(...(await measure(benchmark, lab)))
const missed = figures.filter(({ reached }) => !reached)
process.stdout.write(`\n${figures.length - missed.length} of ${figures.length} goals reached\n`)
