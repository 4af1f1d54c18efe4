/**
 * `npm run forge`: verifies forged bundles with the command and on the page. Options: `--total 1000`, `--seed 1`,
 * `--no-page`. Writes the forgeries that were not detected to dist/forged.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleForgeries, forge } from './forge-bundle.ts'
import { openVerifierPage } from './verifier-window.ts'

const { values } = parseArgs({
  options: {
    total: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'no-page': { type: 'boolean' },
  },
})
const folder = join(import.meta.dirname, '..', '..', 'dist', 'forged')
await using page = values['no-page'] ? undefined : await openVerifierPage()
const codes = new Map<string, number>()
let [found, missed] = [0, 0]
for await (const outcome of forge({
  total: Number(values.total),
  seed: Number(values.seed),
  ...(page && { page }),
})) {
  const code = outcome.report.findings[0]?.code ?? outcome.report.result
  codes.set(code, (codes.get(code) ?? 0) + 1)
  if (!outcome.missed) found++
  else {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${++missed}.asice`), outcome.bytes)
    console.error(`missed (${folder}/${missed}.asice): ${outcome.kind}: ${outcome.missed}`)
  }
}
console.log(
  JSON.stringify(
    { kinds: bundleForgeries.length, found, missed, page: page !== undefined, codes: Object.fromEntries(codes) },
    null,
    1,
  ),
)
if (missed > 0) process.exitCode = 1
