/**
 * `npm run test:flaky -- [--times 20] [--load 4] [FILES…]`: repeats the tests while other processes each keep a core
 * busy. Prints every test that failed in any run, and how often.
 */
import { countOf, keepBusy, runSuite, takeOptions } from './suite-run.ts'

const { values, rest } = takeOptions(['times', 'load'])

const times = countOf('times', values.times, 20, 1)
const load = countOf('load', values.load, 0, 0)
using _busy = keepBusy(load)

const failures = new Map<string, number>()
const durations: number[] = []
for (let i = 1; i <= times; i++) {
  const { failed, minutes } = await runSuite(rest)
  durations.push(minutes)
  for (const test of failed) failures.set(test, (failures.get(test) ?? 0) + 1)
  console.log(`\n— run ${i} of ${times}: ${failed.length} failed, ${minutes.toFixed(1)} min\n`)
}

const byCount = [...failures].sort(([, a], [, b]) => b - a)
for (const [test, count] of byCount) console.log(`✖ ${count} of ${times}: ${test}`)
console.log(
  `${byCount.length} tests failed in ${times} runs of ${Math.min(...durations).toFixed(1)} to ${Math.max(...durations).toFixed(1)} min, with a load of ${load}`,
)
process.exitCode = byCount.length === 0 ? 0 : 1
