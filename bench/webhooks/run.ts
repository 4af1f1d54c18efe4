/** `npm run bench:webhooks`: runs every cell in a short form, or the named ones: `-- CELL… --full`. See README.md. */
import { parseArgs } from 'node:util'
import { chooseNamed, report } from '#bench/report.ts'
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
await report(positionals.length === 0 ? cells : chooseNamed(cells, positionals), ({ run }) => run(values))
