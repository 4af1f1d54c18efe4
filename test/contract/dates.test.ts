import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat, localeOf } from '#web/ui/format.ts'
import { readMoment, writeMoment } from '#web/ui/moment-text.ts'

const time = '2026-11-29T22:30:05.000Z'

test('a time is formatted as chosen, or else by the conventions of the language and region', () => {
  const formatted = (locale: string, timeZone: string, dateFormat: 'iso' | 'day_month_year' | null) => {
    const format = createFormat(locale, { timeZone, dateFormat })
    return [format.moment(time, 'date'), format.moment(time)].map(text => text.replaceAll(/\s/g, ' '))
  }
  assert.deepEqual(formatted('en-US', 'UTC', null), ['Nov 29, 2026', 'Nov 29, 2026, 10:30 PM'])
  assert.deepEqual(formatted('en-GB', 'UTC', null), ['29 Nov 2026', '29 Nov 2026, 22:30'])
  assert.deepEqual(formatted('de', 'Europe/Berlin', null), ['29.11.2026', '29.11.2026, 23:30'])
  assert.deepEqual(formatted('en-US', 'Asia/Tokyo', 'iso'), ['2026-11-30', '2026-11-30 07:30'])
  assert.deepEqual(formatted('en-US', 'UTC', 'day_month_year'), ['29 Nov 2026', '29 Nov 2026 22:30'])
  assert.deepEqual(formatted('de', 'Europe/Berlin', 'day_month_year'), ['29. Nov. 2026', '29. Nov. 2026 23:30'])
})

test('the region of the browser decides only for its own language', () => {
  assert.equal(localeOf('en', ['de-AT', 'en-GB']), 'en-GB')
  assert.equal(localeOf('de', ['en-GB']), 'de')
})

test('a calendar day is the same in every time zone', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles'])
    assert.equal(createFormat('en-GB', { timeZone, dateFormat: null }).day('2026-11-29'), '29 Nov 2026')
})

test('a typed time is read in each format, and a formatted one is read back', () => {
  const english = createFormat('en', { timeZone: null, dateFormat: null })
  const months = english.monthNames()
  for (const text of [
    ...['2026-03-05T09:07', '2026-03-05 09:07', '5.3.2026 9:07', '05.03.2026, 09:07', '5 Mar 2026 09:07'],
    '5 march 2026, 9:07',
  ])
    assert.equal(readMoment(text, months), '2026-03-05T09:07', text)
  assert.equal(readMoment('5.3.2026', months), '2026-03-05T00:00')
  for (const text of [
    '',
    'soon',
    '31.2.2026',
    '2026-13-01',
    '5 Xyz 2026',
    '2026-03-05 25:00',
    '03/05/2026',
    '5.3.2026 x',
  ])
    assert.equal(readMoment(text, months), undefined, text)
  for (const locale of ['en', 'de'])
    for (const dateFormat of [null, 'iso', 'day_month_year'] as const) {
      const format = createFormat(locale, { timeZone: null, dateFormat })
      for (let month = 1; month <= 12; month++) {
        const local = `2026-${String(month).padStart(2, '0')}-09T08:05`
        assert.equal(readMoment(writeMoment(local, format), format.monthNames()), local, writeMoment(local, format))
      }
    }
})
