/**
 * `npm test`: every test in src/ and test/, or `npm test -- FILE…` for some of them. Arguments that begin with `-` go to
 * `node --test` as they are (`npm test -- --test-name-pattern=cursor`).
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'
import { offerFiles } from './queue.ts'
import { ensureTools } from './tools.ts'

const root = join(import.meta.dirname, '..')
const processes = 2
const globalSetup = 'test/global-setup.ts'

const args = process.argv.slice(2)
const flags = args.filter(arg => arg.startsWith('-'))
const patterns = args.filter(arg => !arg.startsWith('-'))
const files = globSync(patterns.length > 0 ? patterns : ['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).sort()
if (files.length === 0) throw new Error(`no test file matches ${patterns.join(' ')}`)

ensureTools()

// The longest first, so that none is left alone at the end.
const bySize = files.toSorted((a, b) => statSync(join(root, b)).size - statSync(join(root, a)).size)
const folder = mkdtempSync(join(tmpdir(), 'probata-run-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const workers = Array.from({ length: Math.min(processes, files.length) }, (_, index) => {
  const worker = join(folder, `process-${index + 1}.mjs`)
  writeFileSync(worker, `import ${JSON.stringify(join(import.meta.dirname, 'worker.ts'))}\n`)
  return worker
})

const setup = existsSync(join(root, globalSetup)) ? [`--test-global-setup=${globalSetup}`] : []
const options = [
  '--import=./test/no-promise-hooks.ts',
  `--test-concurrency=${processes}`,
  // For a test, not for a file. It ends what hangs; a busy machine is no reason to.
  '--test-timeout=300000',
  '--test-reporter=./test/reporter.ts',
  ...setup,
  ...flags,
]
const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, ...offerFiles(folder, bySize) }
const run = spawn(process.execPath, ['--test', ...options, ...workers], { cwd: root, env, stdio: 'inherit' })
// Ctrl-C reaches the child by itself; this process only waits for it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => run.kill('SIGTERM'))
run.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
})
