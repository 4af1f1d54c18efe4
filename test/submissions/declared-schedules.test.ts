import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

let p: Probata
let client: SubmissionsClient

before(async () => {
  p = await boot()
  p.clock.set(Date.parse('2027-05-20T08:00Z'))
  client = await createSubmissionsClient(p)
  await client.must(200, 'PATCH', '/settings', { timeZone: 'Europe/Berlin', holidayPlace: 'DE-BY' })
})
after(() => p[Symbol.asyncDispose]())

const tenDays = { count: 10, unit: 'days' }
const monthly = { every: 'month', due: tenDays, leadDays: 10 }

test('mistakes in a schedule name the field', async () => {
  const rule = { every: 'occurrence', rule: 'dora', filings: ['initialNotification'], entities: [] }
  for (const [schedule, field] of [
    [{ every: 'month' }, 'due'],
    [{ ...monthly, fixedDue: { month: 1, day: 1 } }, 'fixedDue'],
    [{ every: 'year', fixedDue: { month: 2, day: 30 } }, 'fixedDue'],
    [{ every: 'year', startMonth: 6, startDay: 31, due: tenDays }, 'startDay'],
    [{ ...monthly, due: { count: 521, unit: 'workingDays' } }, 'due'],
    [{ ...monthly, place: 'XX' }, 'place'],
    [{ ...monthly, startsOn: '2027-02-30' }, 'startsOn'],
    [{ ...monthly, startsOn: '2027-05-01', endsOn: '2027-04-01' }, 'endsOn'],
    [{ ...monthly, rule: 'dora' }, 'rule'],
    [{ every: 'occurrence' }, 'rule'],
    [{ ...rule, due: tenDays }, 'rule'],
    [{ ...rule, filings: [] }, 'filings'],
    [{ ...rule, filings: ['initialNotification', 'other'] }, 'filings'],
    [{ ...rule, entities: undefined }, 'entities'],
    [{ ...rule, leadDays: 3 }, 'leadDays'],
  ] as const) {
    const body = { requirementKey: 'mistake', title: 'T', submissionKind: 'other', schedule }
    const { issues } = await client.must(400, 'POST', '/submission-requirements', body)
    assert.equal(issues[0].path.join('.'), `schedule.${field}`, JSON.stringify(schedule))
  }
})

test('the preview computes four periods without saving', async () => {
  const preview = async (schedule: object, at?: string) => {
    const query = `schedule=${encodeURIComponent(JSON.stringify(schedule))}${at ? `&at=${at}` : ''}`
    return client.must(200, 'GET', `/submission-schedule-preview?${query}`)
  }
  const { dues: next, place } = await preview({ every: 'quarter', due: { count: 30, unit: 'workingDays' } })
  assert.deepEqual(
    next.map(({ periodKey, dueAt }: { periodKey: string; dueAt: string }) => [periodKey, dueAt.slice(0, 10)]),
    [
      ['2027-Q2', '2027-08-11'],
      ['2027-Q3', '2027-11-12'],
      ['2027-Q4', '2028-02-14'],
      ['2028-Q1', '2028-05-17'],
    ],
  )
  assert.equal(place, 'DE-BY')
  const gdpr = { every: 'occurrence', rule: 'gdpr', filings: ['breachNotification'] }
  const { dues: breach } = await preview(gdpr, '2027-05-14T08:20:00Z')
  assert.equal(breach[0].dueAt, '2027-05-17T09:00:00.000Z')
  await client.must(400, 'GET', '/submission-schedule-preview?schedule=%7B')
})
