import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, minute } from './clock.ts'
import { addCalendarDays, calendarDays, isTimeZone } from './time-zone.ts'

const berlin = 'Europe/Berlin'
// In Berlin, daylight saving time of 2026 begins on 29 March at 02:00 and ends on 25 October at 03:00.
const times = {
  beforeWinter: Date.parse('2026-10-24T12:00:00+02:00'),
  winter: Date.parse('2026-10-25T12:00:00+01:00'),
  beforeSummer: Date.parse('2026-03-28T12:00:00+01:00'),
  summer: Date.parse('2026-03-29T12:00:00+02:00'),
}

test('whole calendar days are counted in the zone, across both daylight saving changes', () => {
  const { beforeWinter, winter, beforeSummer, summer } = times
  for (const [from, to, zone, days] of [
    [winter, winter + minute, berlin, 0],
    [winter, winter - minute, berlin, 0],
    [winter, winter + 25 * hour, berlin, 1],
    [winter, winter - 25 * hour, berlin, -1],
    [beforeWinter, winter, berlin, 1],
    [beforeWinter, winter - minute, berlin, 0],
    [beforeWinter, winter - minute, 'UTC', 1],
    [beforeSummer, summer, berlin, 1],
    [beforeSummer, summer, 'UTC', 0],
    [summer, beforeSummer, berlin, -1],
  ] as const) {
    assert.ok(Object.is(calendarDays(from, to, zone), days), `${from} to ${to} in ${zone}`)
  }
  assert.equal(addCalendarDays(beforeWinter, 1, berlin), winter)
  assert.equal(addCalendarDays(beforeSummer, 1, berlin), summer)
  assert.equal(addCalendarDays(beforeSummer, 1, 'UTC'), summer + hour)
})

test('a time zone is a name from the IANA database', () => {
  for (const name of ['UTC', berlin, 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    assert.ok(isTimeZone(name), name)
  for (const name of ['', 'Berlin', 'Europe/Atlantis', '+01:00', 'Europe/Berlin;', ' UTC', 'x'.repeat(300)])
    assert.ok(!isTimeZone(name), name)
})
