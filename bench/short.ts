/**
 * `npm run bench:short`: runs every benchmark once with small sizes, to detect broken benchmarks. Most of them wait for
 * timers and disks, so the three programs run in parallel, and their measurements are meaningless. In addition, compares
 * the CPU of requests with the merge base and prints the result, which never makes the run fail.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { checkOutMergeBase } from './merge-base.ts'
import { everydayNames } from './works.ts'

const root = join(import.meta.dirname, '..')
const programs = ['bench/run.ts', 'bench/webhooks/run.ts', 'bench/storage/run.ts']
const comparisonMs = 240_000

const start = (program: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, BENCH_SHORT: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const output = async (child: ChildProcess): Promise<{ stdout: string; code: unknown }> => {
  const [stdout, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'exit')])
  return { stdout, code }
}

const run = async (program: string): Promise<boolean> => {
  const { stdout, code } = await output(start(program))
  process.stdout.write(`\n${program}\n${stdout}`)
  return code === 0
}

/** Ends a comparison that takes too long. */
const endAfter = (ms: number, child: ChildProcess): Disposable => {
  const timer = setTimeout(() => child.kill('SIGTERM'), ms)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

const compare = async (): Promise<string> => {
  await using base = await checkOutMergeBase()
  const child = start('bench/against.ts', base.folder, ...everydayNames)
  using _limit = endAfter(comparisonMs, child)
  const { stdout, code } = await output(child)
  return code === 0
    ? stdout
    : `${stdout}not compared to the end: it failed, or took longer than ${comparisonMs / 1000} s\n`
}

const results = programs.map(run)
// The comparison runs while the other programs finish, so that it hardly prolongs the run.
await Promise.race(results)
const comparison = await compare().catch(error => `skipped: ${error instanceof Error ? error.message : error}\n`)
process.stdout.write(`\nagainst the merge base\n${comparison}`)
process.exitCode = (await Promise.all(results)).every(Boolean) ? 0 : 1
