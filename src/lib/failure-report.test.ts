import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, minute, second } from './clock.ts'
import { createFailureReport, type FailureLine } from './failure-report.ts'

const events = { fails: 'redis_lost', works: 'redis_back' }

/** `logged` returns the lines since the last call, as event and count. */
const setUpReport = () => {
  const lines: FailureLine[] = []
  const time = { now: 0 }
  const report = createFailureReport(
    events,
    line => lines.push(line),
    () => time.now,
  )
  const logged = () => lines.splice(0).map(({ event, count }) => `${event} ${count}`)
  return { ...report, time, logged, lines }
}

test('success is not logged', () => {
  const { worked, logged } = setUpReport()
  worked()
  worked()
  assert.deepEqual(logged(), [])
})

test('a failure is logged with its error when it begins, and with its count when it ends', () => {
  const { failed, worked, logged, lines } = setUpReport()
  const error = new Error('gone')
  failed(error)
  assert.deepEqual(lines, [{ event: 'redis_lost', count: 1, error }])
  failed(error)
  failed()
  worked()
  worked()
  assert.deepEqual(logged(), ['redis_lost 1', 'redis_back 3'])
})

test('a lasting failure is logged after 1, 3, 7, 15, 31 and 63 minutes, and then each hour', () => {
  const { failed, time, logged, lines } = setUpReport()
  const loggedAt: number[] = []
  for (; time.now <= 4 * hour; time.now += second) {
    failed()
    if (lines.length > loggedAt.length) loggedAt.push(time.now / minute)
  }
  assert.deepEqual(loggedAt, [0, 1, 3, 7, 15, 31, 63, 123, 183])
  assert.deepEqual(logged().slice(0, 3), ['redis_lost 1', 'redis_lost 61', 'redis_lost 181'])
})

test('alternating failure and success is logged once a minute, with a complete count', () => {
  const { failed, worked, time, logged } = setUpReport()
  for (; time.now < 2 * minute; time.now += second) {
    failed()
    worked()
  }
  assert.deepEqual(logged(), ['redis_lost 1', 'redis_back 1', 'redis_lost 60', 'redis_back 60'])
})

test('after a long failure, the next one is logged within a minute', () => {
  const { failed, worked, time, logged } = setUpReport()
  for (; time.now < 3 * hour; time.now += second) failed()
  worked()
  logged()
  failed()
  assert.deepEqual(logged(), [])
  time.now += minute
  failed()
  assert.deepEqual(logged(), ['redis_lost 2'])
})
