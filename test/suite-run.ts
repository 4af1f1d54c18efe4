import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface SuiteRun {
  /** The file and name of each failed test. */
  readonly failed: readonly string[]
  readonly minutes: number
}

/**
 * Runs all tests, or those of `npm test -- ARGS…`, with these environment variables. A run that fails without a failed
 * test counts as one failure.
 */
export const runSuite = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<SuiteRun> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-run-'))
  const list = join(folder.path, 'failed')
  const reporters = ['--test-reporter-destination=stdout', '--test-reporter=./test/failures.ts']
  const runArguments = [
    join(import.meta.dirname, 'run.ts'),
    '--tier=all',
    ...reporters,
    `--test-reporter-destination=${list}`,
    ...args,
  ]
  const startedAt = performance.now()
  const child = spawn(process.execPath, runArguments, { env: { ...process.env, ...environment }, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  const lines = (await readFile(list, 'utf8').catch(() => '')).split('\n').filter(line => line !== '')
  const failedTests = code !== 0 && lines.length === 0 ? [`the run exited with ${code}`] : lines
  return { failed: failedTests, minutes: (performance.now() - startedAt) / 60_000 }
}

/** Starts `count` processes that each keep a core busy until the result is disposed of or this process exits. */
export const keepBusy = (count: number): Disposable => {
  const spin = `process.stdin.on('end', () => process.exit()).resume()
const turn = () => { for (const until = performance.now() + 50; performance.now() < until; ); setImmediate(turn) }
turn()`
  const spinners = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', spin], { stdio: ['pipe', 'ignore', 'inherit'] }),
  )
  return {
    [Symbol.dispose]: () => {
      for (const spinner of spinners) spinner.stdin.end()
    },
  }
}

/** Parses a command option that is a whole number from `min` to 1000. */
export const countOf = (name: string, value: string | undefined, fallback: number, min: number): number => {
  const count = Number(value ?? fallback)
  if (Number.isInteger(count) && count >= min && count <= 1000) return count
  throw new Error(`--${name} takes a number from ${min} to 1000`)
}

/** Splits a command's arguments into the values of its own options, and the rest, which is passed to `npm test`. */
export const takeOptions = <const Name extends string>(names: readonly Name[]) => {
  const args = process.argv.slice(2)
  const options = Object.fromEntries(names.map(name => [name, { type: 'string' }] as const))
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  const values: Partial<Record<Name, string>> = {}
  const rest: string[] = []
  for (const token of tokens) {
    const name = token.kind === 'option' ? names.find(candidate => candidate === token.name) : undefined
    if (token.kind === 'option' && name) values[name] = token.value ?? ''
    else rest.push(args[token.index] ?? '')
  }
  return { values, rest }
}
