import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestDayOf } from '#src/features/notifications/deliveries/digest-time.ts'
import { composeMail } from './compose.ts'
import { layoutHtml } from './layout-html.ts'
import { layoutText } from './layout-text.ts'
import type { Notice, Reminder } from './reminder.ts'
import { safeText } from './safe-text.ts'

const now = Date.parse('2026-11-30T12:00:00.000Z')

const reminder = (over: Partial<Reminder> = {}): Reminder => ({
  kind: 'package_due',
  recordId: 'subpkg_1',
  title: 'Quarterly filing',
  key: 'Q3',
  dueAt: Date.parse('2026-12-01T17:00:00.000Z'),
  url: 'https://probata.example/open/package_due/subpkg_1',
  ...over,
})

const notice = (over: Partial<Notice> = {}): Notice => ({
  mode: 'digest',
  reader: { name: 'Ann', language: 'en', zone: 'UTC', dateFormat: null },
  workspace: 'Acme',
  reminders: [reminder()],
  omitted: 0,
  namesRecords: true,
  workUrl: 'https://probata.example/my-work',
  settingsUrl: 'https://probata.example/account/notifications',
  ...over,
})

const subjectOf = (over: Partial<Notice>) =>
  composeMail(notice(over), 'https://probata.example/unsubscribe#x', now).subject

test('a subject says what is due, in the language, zone and date format of the person', () => {
  const at = (text: string) => [reminder({ dueAt: Date.parse(text) })]
  const english = { name: 'Ann', language: 'en', zone: 'UTC', dateFormat: null } as const
  const german = { ...english, language: 'de' } as const
  assert.deepEqual(
    [
      subjectOf({}),
      subjectOf({ reminders: at('2026-11-30T13:00:00.000Z') }),
      subjectOf({ reminders: at('2026-11-30T11:00:00.000Z') }),
      subjectOf({ reminders: at('2026-12-24T11:00:00.000Z') }),
      subjectOf({ reminders: at('2026-12-24T11:00:00.000Z'), reader: { ...english, dateFormat: 'iso' } }),
      subjectOf({ reminders: at('2026-12-24T23:30:00.000Z'), reader: { ...german, zone: 'Europe/Berlin' } }),
      subjectOf({ reminders: at('2026-12-24T11:00:00.000Z'), reader: { ...german, dateFormat: 'day_month_year' } }),
      subjectOf({ reminders: [reminder({ dueAt: null, kind: 'claim_review' }), reminder()], omitted: 3 }),
      subjectOf({ namesRecords: false, reminders: [reminder(), reminder({ dueAt: 1 }), reminder({ dueAt: null })] }),
      subjectOf({ mode: 'at_once' }),
    ],
    [
      'Due tomorrow: Quarterly filing',
      'Due today: Quarterly filing',
      'Late since today: Quarterly filing',
      'Due 24 December 2026: Quarterly filing',
      'Due 2026-12-24: Quarterly filing',
      'Fällig am 25. Dezember 2026: Quarterly filing',
      'Fällig am 24. Dez. 2026: Quarterly filing',
      'Claim to review: Quarterly filing, and 4 more',
      '1 late, 1 due within a week, 1 waits for you in Acme',
      'Package to send: Quarterly filing',
    ],
  )
})

test('a title cannot leave its place: one line, bounded, without controls, isolated and escaped', () => {
  const family = '👩‍👩‍👧‍👦'
  assert.equal(safeText('a\r\nBcc: b\u2028c\u0000d'), 'a Bcc: b c d')
  assert.equal(safeText('\u202Eevil\u2066'), '[U+202E]evil[U+2066]')
  assert.equal(safeText('שלום\u2069 x'), '\u2068שלום x\u2069')
  assert.equal(safeText('x'.repeat(100_000)).length, 140)
  assert.equal(safeText(family.repeat(50), 30), `${family.repeat(2)}…`)
  assert.equal(safeText('\ud800a'), '\ufffda')
  const parts = composeMail(
    notice({ reminders: [reminder({ title: '</a><script>"\'&' })] }),
    'https://x.example/?a=1&b="',
    now,
  )
  const html = layoutHtml(parts)
  assert.ok(html.includes('<bdi>&lt;/a&gt;&lt;script&gt;&quot;&#39;&amp;</bdi>'))
  assert.ok(html.includes('href="https://x.example/?a=1&amp;b=&quot;"'))
  assert.doesNotMatch(html, /<script|<img|@import|src=|url\(/)
})

test('lines of the plain text have at most 72 characters, and counts name no record', () => {
  const long = reminder({ title: 'word '.repeat(40) })
  const text = layoutText(composeMail(notice({ reminders: [long] }), 'https://x.example/u', now))
  assert.ok(Math.max(...text.split('\n').map(({ length }) => length)) <= 72, text)
  const counts = composeMail(notice({ namesRecords: false }), 'https://x.example/u', now)
  assert.doesNotMatch(layoutText(counts) + layoutHtml(counts), /Quarterly|Q3|subpkg/)
})

test('08:00 is by the clock of the zone, also when clocks change', () => {
  const dueAt = (time: string, zone: string) => new Date(digestDayOf(Date.parse(time), zone).dueAt).toISOString()
  assert.deepEqual(
    [
      dueAt('2026-03-28T12:00:00Z', 'Europe/Berlin'),
      dueAt('2026-03-29T12:00:00Z', 'Europe/Berlin'),
      dueAt('2026-10-25T12:00:00Z', 'Europe/Berlin'),
      dueAt('2026-11-30T23:30:00Z', 'Asia/Kathmandu'),
      dueAt('2026-11-30T02:00:00Z', 'America/Los_Angeles'),
    ],
    [
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
      '2026-10-25T07:00:00.000Z',
      '2026-12-01T02:15:00.000Z',
      '2026-11-29T16:00:00.000Z',
    ],
  )
  assert.deepEqual(
    ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(
      date => digestDayOf(Date.parse(`${date}T12:00:00Z`), 'UTC').isWeekend,
    ),
    [false, true, true, false],
  )
})
