/**
 * `npm run test:flaky -- [--times 20] [--load 4] [FILES…]`: the tests, so many times one after the other, beside so many
 * processes that keep a core busy. Prints every test that failed once, and how often.
 */
import { spawn } from 'node:child_process'
import { runSuite, takeOptions } from './suite-run.ts'

const { values, rest } = takeOptions(['times', 'load'])

const countOf = (name: 'times' | 'load', usual: number, least: number): number => {
  const count = Number(values[name] ?? usual)
  if (Number.isInteger(count) && count >= least && count <= 1000) return count
  throw new Error(`--${name} takes a number from ${least} to 1000`)
}
const times = countOf('times', 20, 1)
const load = countOf('load', 0, 0)

// Ends with this process, however that ends: its standard input is closed then.
const spin = `process.stdin.on('end', () => process.exit()).resume()
const turn = () => { for (const until = performance.now() + 50; performance.now() < until; ); setImmediate(turn) }
turn()`
const spinners = Array.from({ length: load }, () =>
  spawn(process.execPath, ['--eval', spin], { stdio: ['pipe', 'ignore', 'inherit'] }),
)

const failures = new Map<string, number>()
const all: number[] = []
try {
  for (let i = 1; i <= times; i++) {
    const { failed, minutes } = await runSuite(rest)
    all.push(minutes)
    for (const test of failed) failures.set(test, (failures.get(test) ?? 0) + 1)
    console.log(`\n— run ${i} of ${times}: ${failed.length} failed, ${minutes.toFixed(1)} min\n`)
  }
} finally {
  for (const spinner of spinners) spinner.stdin?.end()
}

const sorted = [...failures].sort(([, a], [, b]) => b - a)
for (const [test, count] of sorted) console.log(`✖ ${count} of ${times}: ${test}`)
console.log(
  `${sorted.length} tests failed in ${times} runs of ${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)} min, with a load of ${load}`,
)
process.exitCode = sorted.length === 0 ? 0 : 1
