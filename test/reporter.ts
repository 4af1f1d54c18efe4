/**
 * Node's `spec` reporter with its totals moved after the list of failing tests, so that every run ends with them,
 * preceded by the slowest files of a whole run.
 */
import { appendFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'
import { spec as Spec } from 'node:test/reporters'
import { stripVTControlCharacters } from 'node:util'
import { outcomesFile } from './reach/outcomes.ts'

const total = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n?$/

/** Runs of fewer files do not list the slowest ones. */
const minFiles = 100
const maxFiles = 20

const slowest = (seconds: ReadonlyMap<string, number>): string => {
  const totalSeconds = [...seconds.values()].reduce((sum, duration) => sum + duration, 0)
  const slowestFiles = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, maxFiles)
  const lines = slowestFiles.map(([file, duration]) => `  ${duration.toFixed().padStart(4)} s ${file}\n`)
  return `${slowestFiles.length} of ${seconds.size} files, and ${totalSeconds.toFixed()} s of all in their processes:\n${lines.join('')}`
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const totals: string[] = []
  const seconds = new Map<string, number>()
  const outcomes = outcomesFile()
  const withOutcomes = async function* () {
    for await (const event of events) {
      const { type, data } = event
      // A file is its own suite: see worker.ts.
      if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.details.type === 'suite') {
        seconds.set(data.name, data.details.duration_ms / 1000)
        if (outcomes) appendFileSync(outcomes, `${type}\t${data.details.duration_ms}\t${data.name}\n`)
      }
      yield event
    }
  }
  for await (const chunk of Readable.from(withOutcomes()).pipe(new Spec())) {
    const text = String(chunk)
    if (total.test(stripVTControlCharacters(text))) totals.push(text)
    else yield text
  }
  if (seconds.size >= minFiles) yield slowest(seconds)
  yield `${totals.join('').trimEnd()}\n`
}
