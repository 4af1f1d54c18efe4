import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysInTheEast } from '#test/periods/days-east.ts'
import { daysInGermany } from '#test/periods/days-germany.ts'
import { daysInTheNorth } from '#test/periods/days-north.ts'
import { daysInTheWest } from '#test/periods/days-west.ts'
import { type ExampleBlock, linesOf } from '#test/periods/example.ts'
import { filingExamples } from '#test/periods/filings.ts'
import { hourExamples } from '#test/periods/hours.ts'
import { longPeriods } from '#test/periods/long-periods.ts'
import { twoWorkingDays } from '#test/periods/two-working-days.ts'
import { workingDays } from '#test/periods/working-days.ts'
import { endOfPeriod } from './end-of-period.ts'
import { computeFilingDeadline } from './filing-deadline.ts'
import { loadCalendar } from './holidays.ts'
import { type Period, parseDuration } from './period.ts'
import type { LegalCalendar } from './rest-days.ts'
import { type FilingEntity, sectorRules } from './sector-rules.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const dayRow =
  /^(?<event>\S+) (?<eventWeekday>\S+) (?<text>P\S+|\d+WD) -> (?<last>\S+) (?<lastWeekday>\S+) \| (?<source>.+)$/
const hourRow = /^(?<zone>\S+) (?<event>\S+) (?<text>PT\S+) -> (?<end>\S+) \| (?<source>.+)$/
const filingRow = /^(?<filing>\S+) (?<place>\S+) (?<words>.+) -> (?<end>\S+) \| (?<source>.+)$/

const partsOf = (pattern: RegExp, row: string): Record<string, string> => {
  const parts = pattern.exec(row)?.groups
  assert.ok(parts, `not a row: ${row}`)
  return parts
}

const periodOf = (text = ''): Period => {
  const workingDayCount = /^(\d+)WD$/.exec(text)?.[1]
  const period = workingDayCount
    ? { count: Number(workingDayCount), unit: 'workingDays' as const }
    : parseDuration(text)
  assert.ok(period, text)
  return period
}

const calendars = new Map<string, Promise<LegalCalendar>>()
const calendarOf = (place: string, zone: string): Promise<LegalCalendar> => {
  const [country = '', state, region] = place.split('-')
  const calendar =
    calendars.get(place) ?? loadCalendar({ country, ...(state && { state }), ...(region && { region }) }, zone, 'en')
  calendars.set(place, calendar)
  return calendar
}

const instantOf = (local: string, zone: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds

const dayTables: Readonly<Record<string, readonly ExampleBlock[]>> = {
  'days in Germany': daysInGermany,
  'days in western Europe': daysInTheWest,
  'days in eastern Europe': daysInTheEast,
  'days in northern Europe': daysInTheNorth,
  'weeks, months and years': longPeriods,
  'working days': workingDays,
  'at least two working days': twoWorkingDays,
}

for (const [title, blocks] of Object.entries(dayTables)) {
  test(`periods in law: ${title}`, async () => {
    for (const { place, zone, law, rows } of blocks) {
      const calendar = await calendarOf(place, zone)
      for (const row of linesOf(rows)) {
        const { event, eventWeekday, text, last = '', lastWeekday } = partsOf(dayRow, row)
        assert.equal(weekdays[Temporal.PlainDate.from(event ?? '').dayOfWeek - 1], eventWeekday, row)
        assert.equal(weekdays[Temporal.PlainDate.from(last).dayOfWeek - 1], lastWeekday, row)
        const expected = Temporal.PlainDate.from(last).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
        for (const time of ['00:00', '12:00', '23:59:59.999']) {
          const { end, steps } = endOfPeriod(periodOf(text), instantOf(`${event}T${time}`, zone), calendar)
          assert.equal(end, expected, `${place} at ${time}: ${row} (${law}) ${JSON.stringify(steps)}`)
          assert.deepEqual(steps.at(-1), { kind: 'endsWithDay', date: last }, row)
        }
      }
    }
  })
}

test('periods in law: hours', () => {
  for (const row of linesOf(hourExamples)) {
    const { zone = '', event = '', text, end = '' } = partsOf(hourRow, row)
    const result = endOfPeriod(periodOf(text), Date.parse(event), { zone, holidayOn: () => undefined })
    assert.equal(result.end, Date.parse(end), row)
    assert.deepEqual(result.steps.at(-1), { kind: 'endsWithHour', time: end }, row)
  }
})

const zones: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  FR: 'Europe/Paris',
  IE: 'Europe/Dublin',
}

test('periods in law: filings by the rules of sectors', async () => {
  for (const { rule, rows } of filingExamples) {
    for (const row of linesOf(rows)) {
      const { filing, place = '', words = '', end = '' } = partsOf(filingRow, row)
      const found = sectorRules.find(({ id }) => id === rule)?.filings.find(({ id }) => id === filing)
      assert.ok(found, row)
      const circumstances = words.split(' ')
      const events = circumstances.filter(word => word.includes('='))
      const others = circumstances.filter(word => !word.includes('='))
      const deadline = computeFilingDeadline(
        found,
        {
          events: Object.fromEntries(
            events.map(word => word.split('=')).map(([name, time = '']) => [name, Date.parse(time)]),
          ),
          entities: others.filter((word): word is FilingEntity => word !== 'decision'),
          isExcludedByDecision: others.includes('decision'),
        },
        await calendarOf(place, zones[place.slice(0, 2)] ?? ''),
      )
      assert.equal(deadline?.end, Date.parse(end), `${row} ${JSON.stringify(deadline)}`)
    }
  }
})

test('there are at least 400 examples in 12 countries, each with its source and none twice', () => {
  const blocks = Object.values(dayTables).flat()
  const dayRows = blocks.flatMap(({ place, rows }) => linesOf(rows).map(row => `${place} ${row}`))
  const rows = [...dayRows, ...linesOf(hourExamples), ...filingExamples.flatMap(({ rows }) => linesOf(rows))]
  assert.ok(rows.length >= 400, `${rows.length}`)
  assert.ok(new Set(blocks.map(({ place }) => place.slice(0, 2))).size >= 12)
  assert.ok(rows.every(row => /\| .*\d+\(\d/.test(row)))
  assert.equal(new Set(dayRows.map(row => row.split(' -> ')[0])).size, dayRows.length)
})
