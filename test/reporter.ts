/** Node's `spec` reporter with its totals moved behind the list of failing tests, so that every run ends with them. */
import { Readable } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'
import { spec as Spec } from 'node:test/reporters'
import { stripVTControlCharacters } from 'node:util'

const total = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n?$/

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const totals: string[] = []
  for await (const chunk of Readable.from(events).pipe(new Spec())) {
    const text = String(chunk)
    if (total.test(stripVTControlCharacters(text))) totals.push(text)
    else yield text
  }
  yield `${totals.join('').trimEnd()}\n`
}
