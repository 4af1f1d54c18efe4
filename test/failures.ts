/**
 * A reporter for test/suite-run.ts that prints one line per failed test. It omits tests that failed only because of a
 * subtest.
 */
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    const { error } = data.details
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue
    yield `${relative('.', data.file ?? '')}: ${data.name}\n`
  }
}
