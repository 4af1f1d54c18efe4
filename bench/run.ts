/** `npm run bench`: every benchmark, or `npm run bench -- NAME…` for some of them. See README.md. */
import { asOf } from './as-of.ts'
import { attachCounted } from './attach.ts'
import type { Benchmark } from './benchmark.ts'
import { bundle } from './bundle.ts'
import { create } from './create.ts'
import { deepPage } from './deep-page.ts'
import { envelope } from './envelope.ts'
import { home } from './home.ts'
import { idle } from './idle.ts'
import { openLab } from './lab.ts'
import { list } from './list.ts'
import { memory } from './memory.ts'
import { nonReaders } from './non-readers.ts'
import { notifications } from './notifications.ts'
import { open } from './open.ts'
import { proofs } from './proofs.ts'
import { recordEvent } from './record-event.ts'
import { chooseNamed, report } from './report.ts'
import { isShort } from './scale.ts'
import { seal } from './seal.ts'
import { sealedCreate } from './sealed-create.ts'
import { sealedWithin } from './sealed-within.ts'
import { sideBySide } from './side-by-side.ts'
import { signIn } from './sign-in.ts'
import { signInCost } from './sign-in-works.ts'
import { signOn } from './sign-on.ts'
import { start } from './start.ts'
import { steady } from './steady.ts'
import { upload } from './upload.ts'
import { verifiedList } from './verified-list.ts'
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
  verifiedList,
  sideBySide,
  bundle,
  signIn,
  signInCost,
  web,
  workspace,
  notifications,
]

/** Long benchmarks, which run only if they are named or in a short run. */
const longBenchmarks: readonly Benchmark[] = [proofs, signOn, steady]

const all = [...benchmarks, ...longBenchmarks]
const names = process.argv.slice(2)
const defaultBenchmarks = isShort ? all : benchmarks

await using lab = openLab()
await report(names.length === 0 ? defaultBenchmarks : chooseNamed(all, names), ({ run }) => run(lab))
