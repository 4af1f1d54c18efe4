#!/usr/bin/env node
/** `node probata-verify.mjs FILE`, which does the same as `probata verify bundle` without the rest of Probata. */
import { parseArgs } from 'node:util'
import { runVerify } from './command.ts'
import { limitMemory } from './node.ts'

const help = `probata-verify FILE [--key KEY|FILE]… [--checkpoint FILE]… [--ca FILE] [--json] [--all]

  --key KEY|FILE     a key that you know from elsewhere, or a file with one a line
  --checkpoint FILE  a checkpoint of the ledger that you hold
  --ca FILE          certificates (PEM) of authorities that you trust for e-seals and time-stamps
  --json             the report as one line of JSON
  --all              go on after the first finding

Exits: 0 proven; 1 altered or incomplete; 2 no bundle, not readable, wrong usage; 3 sound, but you named no key, or an
e-seal or time-stamp that you asked about with --ca cannot be judged; 4 sound, but older or other than a checkpoint that you gave.
`

const options = {
  key: { type: 'string', multiple: true },
  checkpoint: { type: 'string', multiple: true },
  ca: { type: 'string' },
  json: { type: 'boolean' },
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const read = () => {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return undefined
  }
}

// A reader such as `head` may close the pipe early; the exit code still has the result.
process.stdout.on('error', () => undefined)

const parsed = read()
const [file, ...more] = parsed?.positionals ?? []
if (parsed?.values.help) process.stdout.write(help)
else if (!parsed || file === undefined || more.length > 0) {
  process.stderr.write(help)
  process.exitCode = 2
} else {
  limitMemory()
  process.exitCode = await runVerify(file, parsed.values, text => process.stdout.write(`${text}\n`))
}
