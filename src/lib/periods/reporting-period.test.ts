import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDayOfMonth, type PeriodPattern, periodAfter, periodOf } from './reporting-period.ts'

const months: PeriodPattern = { length: 'month', startMonth: 1, startDay: 1 }
const quarters: PeriodPattern = { ...months, length: 'quarter' }
const years: PeriodPattern = { ...months, length: 'year' }

const show = (pattern: PeriodPattern, date: string) => {
  const { key, firstDay, lastDay } = periodOf(pattern, Temporal.PlainDate.from(date))
  return [key, firstDay.toString(), lastDay.toString()]
}

test('a day belongs to the month, quarter or year around it', () => {
  assert.deepEqual(show(months, '2028-02-29'), ['2028-02', '2028-02-01', '2028-02-29'])
  assert.deepEqual(show(months, '2027-02-01'), ['2027-02', '2027-02-01', '2027-02-28'])
  assert.deepEqual(show(quarters, '2027-06-30'), ['2027-Q2', '2027-04-01', '2027-06-30'])
  assert.deepEqual(show(quarters, '2027-12-31'), ['2027-Q4', '2027-10-01', '2027-12-31'])
  assert.deepEqual(show(years, '2028-01-01'), ['2028', '2028-01-01', '2028-12-31'])
})

test('periods may begin on another day', () => {
  const taxYear: PeriodPattern = { length: 'year', startMonth: 4, startDay: 6 }
  assert.deepEqual(show(taxYear, '2027-04-05'), ['2026-04-06..2027-04-05', '2026-04-06', '2027-04-05'])
  assert.deepEqual(show(taxYear, '2027-04-06'), ['2027-04-06..2028-04-05', '2027-04-06', '2028-04-05'])
  const february: PeriodPattern = { length: 'quarter', startMonth: 2, startDay: 1 }
  assert.deepEqual(show(february, '2027-01-15'), ['2026-11-01..2027-01-31', '2026-11-01', '2027-01-31'])
})

test('a month without the day begins on its last, and the next month is whole again', () => {
  const last: PeriodPattern = { length: 'month', startMonth: 1, startDay: 31 }
  assert.deepEqual(show(last, '2027-02-15').slice(1), ['2027-01-31', '2027-02-27'])
  assert.deepEqual(show(last, '2027-02-28').slice(1), ['2027-02-28', '2027-03-30'])
  assert.deepEqual(show(last, '2028-02-28').slice(1), ['2028-01-31', '2028-02-28'])
  const leap: PeriodPattern = { length: 'year', startMonth: 2, startDay: 29 }
  assert.deepEqual(show(leap, '2028-02-28').slice(1), ['2027-02-28', '2028-02-28'])
  assert.deepEqual(show(leap, '2028-02-29').slice(1), ['2028-02-29', '2029-02-27'])
})

test('one period follows another without a gap', () => {
  for (const length of ['month', 'quarter', 'year'] as const)
    for (const [startMonth, startDay] of [
      [1, 1],
      [2, 29],
      [8, 31],
      [12, 30],
    ] as const) {
      const pattern = { length, startMonth, startDay }
      let period = periodOf(pattern, Temporal.PlainDate.from('2027-01-01'))
      for (let count = 0; count < 40; count++) {
        const next = periodAfter(pattern, period.lastDay)
        assert.equal(next.firstDay.toString(), period.lastDay.add({ days: 1 }).toString())
        assert.notEqual(next.key, period.key)
        period = next
      }
    }
})

test('29 February is a day of its month, 31 June is not', () => {
  assert.ok(isDayOfMonth(2, 29) && isDayOfMonth(12, 31))
  assert.ok(!isDayOfMonth(2, 30) && !isDayOfMonth(6, 31))
})
