/**
 * `npm test`: runs the everyday tests; `npm test -- FILE…` runs some files. `--tier=browser`, `--tier=campaign` and
 * `--tier=all` select other tests. `--changed` selects those that a change affects, and `--merge` what continuous
 * integration runs. `--map` runs everything and records what each file executes. Other options that begin with `-` are
 * passed to `node --test` unchanged (`npm test -- --test-name-pattern=cursor`).
 */
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'
import { memoryFolder } from './memory-folder.ts'
import { offerFiles, unclaimedFiles } from './queue.ts'
import { chooseChanged, chooseForMerge } from './reach/choosing.ts'
import { prepareMap } from './reach/mapping.ts'
import { reportMissingTools } from './tools.ts'

const root = join(import.meta.dirname, '..')

const allTestFiles = ['src/**/*.test.ts', 'test/**/*.test.ts']
const browser = ['test/browser/**/*.test.ts']
const campaign = ['test/campaign/**/*.test.ts']

const tiers: Readonly<Record<string, { readonly take: string[]; readonly exclude?: string[] }>> = {
  usual: { take: allTestFiles, exclude: [...browser, ...campaign] },
  browser: { take: browser },
  campaign: { take: campaign },
  all: { take: allTestFiles },
}

/**
 * One more than this machine's usual two cores, because a test spends a third of its time waiting for PostgreSQL,
 * Chromium or a timer.
 */
const processes = 3

/**
 * A merge has 90 minutes, of which the checks and counters before the tests take up to 18 on a slow machine and the
 * longest test file 7. Files that could not start are listed, and have their turn in the next merges (decision 158).
 */
const startingMinutes = 58

const option = '--tier='
const ownOptions = ['--map', '--changed', '--merge'] as const
const args = process.argv.slice(2)
const modes = ownOptions.filter(mode => args.includes(mode))
const flags = args.filter(
  arg => arg.startsWith('-') && !arg.startsWith(option) && !ownOptions.some(mode => mode === arg),
)
const patterns = args.filter(arg => !arg.startsWith('-'))
const name = args.find(arg => arg.startsWith(option))?.slice(option.length) ?? (modes.length > 0 ? 'all' : 'usual')
const tier = tiers[name]
if (!tier) throw new Error(`${option} takes one of ${Object.keys(tiers).join(', ')}`)
if (modes.length > 1) throw new Error(`${modes.join(' and ')} exclude each other`)
const { take: include, exclude = [] } = patterns.length > 0 ? { take: patterns } : tier
const matches = globSync(include, { cwd: root, exclude })
if (matches.length === 0) throw new Error(`no test file matches ${include.join(' ')}`)

const choose = { '--changed': chooseChanged, '--merge': chooseForMerge }
const [mode] = modes
const choice = mode && mode !== '--map' ? choose[mode](matches) : { groups: [matches], report: '' }
const files = choice.groups.flat()
const map = mode === '--map' ? prepareMap(files, { whole: patterns.length === 0, flags }) : undefined

reportMissingTools()
if (choice.report) console.log(choice.report)

// The longest of a group first, so that none runs alone at the end.
const sizeOf = (file: string): number => statSync(join(root, file)).size
const inOrder = choice.groups.flatMap(group => group.toSorted((a, b) => sizeOf(b) - sizeOf(a)))
const until = mode === '--merge' ? Date.now() + startingMinutes * 60_000 : undefined
const folder = mkdtempSync(join(tmpdir(), 'probata-run-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const workers = Array.from({ length: Math.min(processes, files.length) }, (_, index) => {
  const worker = join(folder, `process-${index + 1}.mjs`)
  writeFileSync(worker, `import ${JSON.stringify(join(import.meta.dirname, 'worker.ts'))}\n`)
  return worker
})

const options = [
  '--import=./test/no-promise-hooks.ts',
  `--test-concurrency=${workers.length}`,
  // The limit applies per test, not per file. It ends hanging tests; a busy machine alone does not reach it.
  '--test-timeout=300000',
  '--test-reporter=./test/reporter.ts',
  '--test-global-setup=test/global-setup.ts',
  ...flags,
]
// Data directories, PostgreSQL and other files of tests. A whole run writes 32 GB, which would take a third more time
// on a disk.
const temporary = process.env.TMPDIR ? undefined : memoryFolder(8)
const env = {
  NODE_COMPILE_CACHE: compileCache,
  ...process.env,
  ...(temporary && { TMPDIR: temporary }),
  ...offerFiles(folder, inOrder, until),
  ...map?.environment,
}
const run = spawn(process.execPath, ['--test', ...options, ...workers], { cwd: root, env, stdio: 'inherit' })
const reportUnclaimed = (): void => {
  const unclaimed = until === undefined ? [] : unclaimedFiles(folder)
  if (unclaimed.length === 0) return
  console.error(`${unclaimed.length} of ${files.length} test files did not start within ${startingMinutes} minutes:`)
  for (const file of unclaimed) console.error(`  ${file}`)
}
// Ctrl-C reaches the child directly. This process only waits for it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => run.kill('SIGTERM'))
run.on('exit', (code, signal) => {
  map?.write()
  reportUnclaimed()
  process.exitCode = signal ? 1 : (code ?? 1)
})
