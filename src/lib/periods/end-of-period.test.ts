import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfPeriod, paragraphOfStep } from './end-of-period.ts'
import { computeFilingDeadline } from './filing-deadline.ts'
import { loadCalendar } from './holidays.ts'
import { largestCounts, periodUnits } from './period.ts'
import type { LegalCalendar } from './rest-days.ts'
import { sectorRules } from './sector-rules.ts'

const berlin = 'Europe/Berlin'
const loadGermany = () => loadCalendar({ country: 'DE' }, berlin, 'de')

test('the steps say how a period in days was counted', async () => {
  const germany = await loadGermany()
  const { steps } = endOfPeriod({ count: 2, unit: 'days' }, Date.parse('2026-04-02T16:20+02:00'), germany)
  assert.deepEqual(steps, [
    { kind: 'dayOfEventExcluded', date: '2026-04-02', firstDay: '2026-04-03' },
    { kind: 'lastDay', date: '2026-04-04' },
    { kind: 'movedFromRestDay', restDay: { date: '2026-04-04', reason: 'saturday' } },
    { kind: 'movedFromRestDay', restDay: { date: '2026-04-05', reason: 'sunday' } },
    { kind: 'movedFromRestDay', restDay: { date: '2026-04-06', reason: 'holiday', name: 'Ostermontag' } },
    { kind: 'extendedToTwoWorkingDays', workingDays: 1, date: '2026-04-08' },
    { kind: 'endsWithDay', date: '2026-04-08' },
  ])
  assert.ok(steps.every(({ kind }) => paragraphOfStep[kind].startsWith('3(')))
})

test('the steps of months name the day that the last month lacks', async () => {
  const germany = await loadGermany()
  const { steps } = endOfPeriod({ count: 1, unit: 'months' }, Date.parse('2025-01-31T10:00+01:00'), germany)
  assert.deepEqual(steps.slice(1), [
    { kind: 'monthWithoutDay', day: 31, date: '2025-02-28' },
    { kind: 'endsWithDay', date: '2025-02-28' },
  ])
})

test('the steps of hours name the first hour and the change of the clocks', async () => {
  const germany = await loadGermany()
  const { steps } = endOfPeriod({ count: 72, unit: 'hours' }, Date.parse('2026-10-24T10:15+02:00'), germany)
  assert.deepEqual(steps, [
    { kind: 'hourOfEventExcluded', event: '2026-10-24T10:15+02:00', start: '2026-10-24T11:00+02:00' },
    { kind: 'clocksChanged', minutes: -60 },
    { kind: 'endsWithHour', time: '2026-10-27T10:00+01:00' },
  ])
})

test('the steps of working days name the holidays that do not count', async () => {
  const germany = await loadGermany()
  const { steps } = endOfPeriod({ count: 2, unit: 'workingDays' }, Date.parse('2026-05-13T10:00+02:00'), germany)
  assert.deepEqual(steps.slice(1, 3), [
    {
      kind: 'workingDaysCounted',
      weekendDays: 2,
      holidays: [{ date: '2026-05-14', reason: 'holiday', name: 'Christi Himmelfahrt' }],
    },
    { kind: 'lastDay', date: '2026-05-18' },
  ])
})

test('the day of an event is the day in the zone of the calendar', async () => {
  const germany = await loadGermany()
  const event = Date.parse('2026-06-02T22:30:00Z')
  const inUtc: LegalCalendar = { ...germany, zone: 'UTC' }
  assert.equal(endOfPeriod({ count: 1, unit: 'days' }, event, germany).end, Date.parse('2026-06-05T00:00+02:00'))
  assert.equal(endOfPeriod({ count: 1, unit: 'days' }, event, inUtc).end, Date.parse('2026-06-04T00:00Z'))
})

test('a day ends where midnight does not exist', () => {
  const cairo: LegalCalendar = { zone: 'Africa/Cairo', holidayOn: () => undefined }
  // Clocks in Egypt go from 24:00 on Thursday 23 April 2026 to 01:00 on Friday.
  const { end } = endOfPeriod({ count: 1, unit: 'days' }, Date.parse('2026-04-22T10:00+02:00'), cairo)
  assert.equal(end, Date.parse('2026-04-24T01:00+03:00'))
})

test('counts, events and calendars are bounded', async () => {
  const germany = await loadGermany()
  const event = Date.parse('2026-06-03T10:00:00Z')
  for (const unit of periodUnits) {
    endOfPeriod({ count: largestCounts[unit], unit }, event, germany)
    assert.throws(() => endOfPeriod({ count: largestCounts[unit] + 1, unit }, event, germany), RangeError)
  }
  const day = { count: 1, unit: 'days' } as const
  for (const time of ['1970-12-31T12:00Z', '2101-01-01T12:00Z'])
    assert.throws(() => endOfPeriod(day, Date.parse(time), germany), RangeError)
  assert.throws(() => endOfPeriod(day, Number.NaN, germany), RangeError)
  assert.throws(() => endOfPeriod(day, event, { ...germany, holidayOn: () => 'Endless feast' }), /no working day/)
})

test('an unknown place is refused', async () => {
  for (const place of [
    { country: 'XX' },
    { country: 'constructor' },
    { country: 'DE', state: 'XX' },
    { country: 'DE', state: 'BY', region: 'XX' },
    { country: 'DE', region: 'A' },
  ])
    await assert.rejects(loadCalendar(place, berlin, 'de'), /No holidays are known for/)
})

const names = (calendar: LegalCalendar, ...dates: string[]) =>
  dates.map(date => calendar.holidayOn(Temporal.PlainDate.from(date)))

test('holidays are named in the language asked for, half days and holidays of banks are working days', async () => {
  const germany = await loadGermany()
  const english = await loadCalendar({ country: 'DE' }, berlin, 'en')
  assert.deepEqual(names(english, '2026-04-03', '2026-12-24', '2026-12-25', '2026-12-31'), [
    'Good Friday',
    undefined,
    'Christmas Day',
    undefined,
  ])
  assert.deepEqual(names(germany, '2026-04-03'), ['Karfreitag'])
})

test('the corrections of Bulgaria, Cyprus and the Netherlands apply', async () => {
  const bulgaria = await loadCalendar({ country: 'BG' }, 'Europe/Sofia', 'en')
  assert.ok(names(bulgaria, '2026-12-26', '2026-12-28', '2026-05-25', '2026-09-07').every(name => name !== undefined))
  assert.deepEqual(names(bulgaria, '2026-12-29', '2026-04-14'), [undefined, undefined])
  assert.deepEqual(names(bulgaria, '2016-12-27', '2017-12-27'), [undefined, 'Christmas Eve'])
  const cyprus = await loadCalendar({ country: 'CY' }, 'Asia/Nicosia', 'en')
  assert.deepEqual(names(cyprus, '2026-02-23', '2026-02-24', '2026-06-01'), ['Green Monday', undefined, 'Kataklysmos'])
  const netherlands = await loadCalendar({ country: 'NL' }, 'Europe/Amsterdam', 'en')
  assert.deepEqual(names(netherlands, '2026-05-05'), ['Liberation Day'])
})

const dora = sectorRules.find(({ id }) => id === 'dora')?.filings ?? []

test('a filing has no deadline before the event that starts its period', async () => {
  const germany = await loadGermany()
  const events = { awareness: Date.parse('2026-06-03T10:00Z') }
  for (const filing of dora) assert.equal(computeFilingDeadline(filing, { events }, germany), undefined)
})

test('the steps of a filing name the articles', async () => {
  const germany = await loadGermany()
  const [initial] = dora
  assert.ok(initial)
  const events = {
    awareness: Date.parse('2026-06-05T11:40+02:00'),
    classification: Date.parse('2026-06-06T10:15+02:00'),
  }
  const articles = (circumstances: object) =>
    computeFilingDeadline(initial, { events, ...circumstances }, germany)?.steps.map(({ kind, article }) => [
      kind,
      article,
    ])
  const limits = [
    ['periodCounted', '5(1)(a)'],
    ['periodCounted', '5(1)(a)'],
    ['earlierLimitApplies', '5(1)(a)'],
  ]
  assert.deepEqual(articles({}), [...limits, ['movedToNoon', '5(4)']])
  assert.deepEqual(articles({ entities: ['creditInstitution'] }), [...limits, ['reliefExcluded', '5(5)']])
  assert.deepEqual(articles({ isExcludedByDecision: true }), [...limits, ['reliefExcluded', '5(6)']])
})

test('each rule names its article, and its periods can be counted', async () => {
  const germany = await loadGermany()
  for (const { source, filings } of sectorRules) {
    assert.match(source, /^https:\/\/eur-lex\.europa\.eu\/eli\//)
    assert.equal(new Set(filings.map(({ id }) => id)).size, filings.length)
    for (const { article, period } of filings) {
      assert.match(article, /^\d+\(\d+\)/)
      endOfPeriod(period, Date.parse('2026-06-03T10:00Z'), germany)
    }
  }
})
