import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPeriod, largestCounts, parseDuration, periodUnits, printDuration } from './period.ts'

test('durations of one unit are parsed and printed as ISO 8601', () => {
  for (const [text, count, unit] of [
    ['PT72H', 72, 'hours'],
    ['P14D', 14, 'days'],
    ['P2W', 2, 'weeks'],
    ['P1M', 1, 'months'],
    ['P10Y', 10, 'years'],
  ] as const) {
    assert.deepEqual(parseDuration(text), { count, unit })
    assert.equal(printDuration({ count, unit }), text)
  }
  assert.equal(printDuration({ count: 5, unit: 'workingDays' }), undefined)
})

test('other texts are no periods', () => {
  const others = ['', 'P', 'PT', 'P0D', 'P-1D', 'P1.5D', 'P1M15D', 'PT5M', 'PT1S', 'P72H', 'PT2D', 'P1D ', 'p1d', '1D']
  for (const text of [...others, 'P99999D', 'P3661D', 'PT8785H', 'P11Y'])
    assert.equal(parseDuration(text), undefined, text)
})

test('the largest count of each unit is accepted, a larger one and a fraction are not', () => {
  for (const unit of periodUnits) {
    assert.ok(isPeriod({ count: largestCounts[unit], unit }))
    for (const count of [largestCounts[unit] + 1, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      assert.ok(!isPeriod({ count, unit }), `${count} ${unit}`)
  }
})
