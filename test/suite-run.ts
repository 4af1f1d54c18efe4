import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface SuiteRun {
  /** The file and name of each test that failed. */
  readonly failed: readonly string[]
  readonly minutes: number
}

/** `npm test -- ARGS…` in an environment; a run that fails without a test that does is told as one. */
export const runSuite = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<SuiteRun> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-run-'))
  const list = join(folder.path, 'failed')
  const reporters = ['--test-reporter-destination=stdout', '--test-reporter=./test/failures.ts']
  const run = [join(import.meta.dirname, 'run.ts'), ...reporters, `--test-reporter-destination=${list}`, ...args]
  const began = performance.now()
  const child = spawn(process.execPath, run, { env: { ...process.env, ...environment }, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  const lines = (await readFile(list, 'utf8').catch(() => '')).split('\n').filter(line => line !== '')
  const failed = code !== 0 && lines.length === 0 ? [`the run ended with ${code}`] : lines
  return { failed, minutes: (performance.now() - began) / 60_000 }
}

/** Values of a command's own options, and the rest of its arguments: those of `npm test`. */
export const takeOptions = <const Name extends string>(names: readonly Name[]) => {
  const args = process.argv.slice(2)
  const options = Object.fromEntries(names.map(name => [name, { type: 'string' }] as const))
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  const values: Partial<Record<Name, string>> = {}
  const rest: string[] = []
  for (const token of tokens) {
    const name = token.kind === 'option' ? names.find(one => one === token.name) : undefined
    if (token.kind === 'option' && name) values[name] = token.value ?? ''
    else rest.push(args[token.index] ?? '')
  }
  return { values, rest }
}
