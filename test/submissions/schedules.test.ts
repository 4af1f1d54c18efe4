import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, mock, test } from 'node:test'
import threads from 'node:worker_threads'
import { boot, type Probata } from '#test/system.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

const job = 'create-scheduled-packages'

let p: Probata
/** The client is replaced whenever the clock moves, because that ends its sessions. */
let client: SubmissionsClient

const moveTo = async (time: string): Promise<void> => {
  p.clock.set(Date.parse(time))
  client = await createSubmissionsClient(p)
}

before(async () => {
  p = await boot()
  await moveTo('2027-05-05T08:00Z')
  await client.must(200, 'PATCH', '/settings', { timeZone: 'Europe/Berlin', holidayPlace: 'DE-BY' })
})
after(() => p[Symbol.asyncDispose]())

const tenDays = { count: 10, unit: 'days' }
const monthly = { every: 'month', due: tenDays, leadDays: 10 }

interface Listed {
  readonly id: string
  readonly periodKey: string
  readonly dueAt: string
  readonly computedDueAt: string
  readonly differentDueAt: string | null
  readonly createdLate: boolean
  readonly adopted: boolean
  readonly status: string
}

const scheduled = async (requirementId: string): Promise<Listed[]> => {
  const path = `/submission-requirements/${requirementId}/scheduled-packages?limit=200`
  return (await client.must(200, 'GET', path)).scheduledPackages.toReversed()
}

const dues = async (requirementId: string) =>
  Object.fromEntries((await scheduled(requirementId)).map(({ periodKey, dueAt }) => [periodKey, dueAt]))

const withSchedule = (schedule: object, overrides: object = {}) => client.requirement({}, { schedule, ...overrides })

/** Moves the clock `step` days at a time, as a running node would experience it, and runs the job each time. */
const passDays = async (from: string, until: string, step = 1): Promise<void> => {
  for (let date = Temporal.PlainDate.from(from); date.toString() <= until; date = date.add({ days: step })) {
    p.clock.set(Date.parse(`${date}T03:00Z`))
    await p.system.runJob(job)
  }
  await moveTo(`${until}T04:00Z`)
}

test('a year of months, quarters and years is due on the dates worked out by hand', async () => {
  const month = await withSchedule(monthly, { title: 'Monthly figures' })
  const quarter = await withSchedule({ every: 'quarter', due: { count: 30, unit: 'workingDays' }, leadDays: 30 })
  const year = await withSchedule({ every: 'year', due: { count: 1, unit: 'months' }, leadDays: 60 })
  const register = await withSchedule({ every: 'year', fixedDue: { month: 3, day: 31 }, leadDays: 60 })
  await passDays('2027-05-05', '2028-04-25', 5)
  // 10 July and 10 October 2027 fall on a weekend. 2028 is a leap year. Summer time ends on 31 October 2027.
  assert.deepEqual(await dues(month), {
    '2027-05': '2027-06-10T21:59:59.999Z',
    '2027-06': '2027-07-12T21:59:59.999Z',
    '2027-07': '2027-08-10T21:59:59.999Z',
    '2027-08': '2027-09-10T21:59:59.999Z',
    '2027-09': '2027-10-11T21:59:59.999Z',
    '2027-10': '2027-11-10T22:59:59.999Z',
    '2027-11': '2027-12-10T22:59:59.999Z',
    '2027-12': '2028-01-10T22:59:59.999Z',
    '2028-01': '2028-02-10T22:59:59.999Z',
    '2028-02': '2028-03-10T22:59:59.999Z',
    '2028-03': '2028-04-10T21:59:59.999Z',
    '2028-04': '2028-05-10T21:59:59.999Z',
  })
  // These days are not working days in Bavaria: 1 November 2027, 6 January, 14 and 17 April, 1 May 2028.
  assert.deepEqual(await dues(quarter), {
    '2027-Q2': '2027-08-11T21:59:59.999Z',
    '2027-Q3': '2027-11-12T22:59:59.999Z',
    '2027-Q4': '2028-02-14T22:59:59.999Z',
    '2028-Q1': '2028-05-17T21:59:59.999Z',
  })
  assert.deepEqual(await dues(year), { 2027: '2028-01-31T22:59:59.999Z' })
  assert.deepEqual(await dues(register), { 2027: '2028-03-31T21:59:59.999Z' })
  for (const id of [month, quarter, year, register])
    await client.must(200, 'PATCH', `/submission-requirements/${id}`, { schedule: null })
})

test('the package of a schedule is like one of a person, and says how its date was computed', async () => {
  await moveTo('2027-09-25T08:00Z')
  const requirementId = await withSchedule(
    { every: 'quarter', due: { count: 30, unit: 'workingDays' } },
    { title: 'Figures' },
  )
  assert.equal(await p.system.runJob(job), 1)
  const [one] = await scheduled(requirementId)
  assert.ok(one)
  const { submissionPackage, deadline, difference } = await client.must(200, 'GET', `/packages/${one.id}`)
  assert.equal(submissionPackage.title, 'Figures 2027-Q3')
  assert.equal(submissionPackage.packageKey, '2027-Q3')
  assert.equal(difference, null)
  assert.deepEqual(
    [deadline.place, deadline.holidayData, deadline.timeZone],
    ['DE-BY', 'date-holidays 3.37.0', 'Europe/Berlin'],
  )
  const texts = deadline.steps.map(({ text }: { text: string }) => text)
  assert.deepEqual(texts, [
    'The reporting period 2027-Q3 ends with the end of 2027-09-30.',
    'The period is 30 working days.',
    '2027-09-30 itself does not count; the first day is 2027-10-01.',
    'Saturdays and Sundays skipped: 12.',
    "2027-11-01 is skipped as a public holiday: All Saints' Day.",
    'The last day is 2027-11-12.',
    'The period ends with the end of 2027-11-12.',
  ])
  const holiday = deadline.steps.find(({ code }: { code: string }) => code === 'deadline.holiday_skipped')
  assert.equal(holiday.values.holidayDe, 'Allerheiligen')
  const [created] = await client.events(one.id)
  assert.deepEqual([created?.eventKind, created?.statusAfter], ['created', 'draft'])
  const [row] = await p.sql(
    `select record::json ->> 'actorKind' as kind, actor_id, record::json ->> 'detail' as detail from audit_event
      where resource_id = $1 and action = 'submission.package.create'`,
    [one.id],
  )
  assert.deepEqual([row?.kind, row?.actor_id], ['system', job])
  assert.match(String(row?.detail), /^2027-Q3, due by its schedule; holidays of DE-BY, date-holidays 3\.37\.0$/)
})

test('a calendar feed shows what is due with the end of a day as that whole day', async () => {
  const { address } = await client.must(201, 'POST', '/calendar-feeds', { name: 'Outlook' })
  const { text } = await p.call('GET', new URL(address).pathname)
  const [, entry = ''] =
    /BEGIN:VEVENT((?:(?!END:VEVENT)[\s\S])*?Figures 2027-Q3(?:(?!END:VEVENT)[\s\S])*?)END:VEVENT/.exec(text) ?? []
  assert.match(entry, /DTSTART;VALUE=DATE:20271112/)
})

test('the person who set a schedule is a maker of its packages and may not approve them', async () => {
  const requirementId = await client.requirement({ requireApproval: true }, { schedule: monthly })
  await p.system.runJob(job)
  const [one] = await scheduled(requirementId)
  assert.ok(one)
  assert.deepEqual((await client.must(200, 'GET', `/packages/${one.id}`)).othersOnly, ['approved'])
  const occurredAt = new Date(p.clock.now()).toISOString()
  const approval = { eventKind: 'approved', occurredAt, eventSnapshot: {} }
  await client.must(422, 'POST', `/packages/${one.id}/events`, approval)
})

test('days without a node are made up for once, and the late packages say so', async () => {
  await moveTo('2027-06-25T08:00Z')
  const requirementId = await withSchedule(monthly)
  assert.equal(await p.system.runJob(job), 1)
  await moveTo('2027-09-26T08:00Z')
  await p.system.runJob(job)
  const rows = await scheduled(requirementId)
  assert.deepEqual(
    rows.map(({ periodKey, createdLate }) => [periodKey, createdLate]),
    [
      ['2027-06', false],
      ['2027-07', true],
      ['2027-08', true],
      ['2027-09', true],
    ],
  )
  assert.equal(await p.system.runJob(job), 0)
})

test('periods before a schedule began get no package, nor do those after its end', async () => {
  await moveTo('2027-10-02T08:00Z')
  const requirementId = await withSchedule({ ...monthly, startsOn: '2026-01-01', endsOn: '2027-11-30' })
  await passDays('2027-10-03', '2028-01-10', 9)
  assert.deepEqual(Object.keys(await dues(requirementId)), ['2027-10', '2027-11'])
  const { nextPackageAt } = await client.must(200, 'GET', `/submission-requirements/${requirementId}`)
  assert.equal(nextPackageAt, null)
})

test('a changed schedule leaves the packages that exist, and a retired requirement gets none', async () => {
  await moveTo('2027-06-25T08:00Z')
  const requirementId = await withSchedule(monthly)
  await p.system.runJob(job)
  const path = `/submission-requirements/${requirementId}`
  await client.must(200, 'PATCH', path, {
    schedule: { ...monthly, every: 'quarter', due: { count: 1, unit: 'months' } },
  })
  await p.system.runJob(job)
  assert.deepEqual(await dues(requirementId), {
    '2027-06': '2027-07-12T21:59:59.999Z',
    '2027-Q2': '2027-07-30T21:59:59.999Z',
  })
  await client.must(200, 'PATCH', path, { status: 'retired' })
  await moveTo('2027-12-25T08:00Z')
  await p.system.runJob(job)
  assert.equal((await scheduled(requirementId)).length, 2)
  await client.must(200, 'PATCH', path, { status: 'active' })
  await p.system.runJob(job)
  assert.deepEqual(Object.keys(await dues(requirementId)), ['2027-06', '2027-Q2', '2027-Q4'], 'not those of the pause')
})

test('a package that a person made for the period is taken as its package', async () => {
  await moveTo('2027-06-25T08:00Z')
  const requirementId = await client.requirement()
  const dueAt = '2027-07-09T10:00:00.000Z'
  const id = await client.package(requirementId, { packageKey: '2027-06', dueAt })
  await client.must(200, 'PATCH', `/submission-requirements/${requirementId}`, { schedule: monthly })
  await p.system.runJob(job)
  const [one, ...others] = await scheduled(requirementId)
  assert.equal(others.length, 0)
  assert.deepEqual(
    [one?.id, one?.adopted, one?.dueAt, one?.differentDueAt],
    [id, true, dueAt, '2027-07-12T21:59:59.999Z'],
  )
})

test('another place changes no due date by itself: a person applies the difference', async () => {
  await moveTo('2027-09-25T08:00Z')
  const requirementId = await withSchedule({ every: 'quarter', due: { count: 30, unit: 'workingDays' } })
  await p.system.runJob(job)
  const [before] = await scheduled(requirementId)
  assert.ok(before)
  // All Saints' Day is not a holiday in Berlin, so the 30th working day is one day earlier there.
  await client.must(200, 'PATCH', '/settings', { holidayPlace: 'DE-BE' })
  const [changed] = await scheduled(requirementId)
  assert.deepEqual([changed?.dueAt, changed?.differentDueAt], ['2027-11-12T22:59:59.999Z', '2027-11-11T22:59:59.999Z'])
  const { difference } = await client.must(200, 'GET', `/packages/${before.id}`)
  assert.deepEqual([difference.dueAt, difference.place], ['2027-11-11T22:59:59.999Z', 'DE-BE'])
  const apply = (dueAt: string) => client.ask('POST', `/packages/${before.id}/apply-due-date`, { dueAt })
  assert.equal((await apply('2027-11-10T22:59:59.999Z')).status, 422)
  assert.equal((await apply(difference.dueAt)).status, 200)
  const [applied] = await scheduled(requirementId)
  assert.deepEqual([applied?.dueAt, applied?.differentDueAt], ['2027-11-11T22:59:59.999Z', null])
  await client.must(200, 'PATCH', '/settings', { holidayPlace: 'DE-BY' })
})

test('without a place, a due date that needs holidays is refused with what to set', async () => {
  await client.must(200, 'PATCH', '/settings', { holidayPlace: null })
  const body = (schedule: object) => ({ requirementKey: 'no-place', title: 'T', submissionKind: 'other', schedule })
  const refused = await client.must(400, 'POST', '/submission-requirements', body(monthly))
  assert.match(refused.message, /Set the country or region in the settings of the workspace/)
  const hours = await withSchedule({ every: 'month', due: { count: 72, unit: 'hours' } })
  await withSchedule({ ...monthly, place: 'AT' })
  await client.must(200, 'PATCH', `/submission-requirements/${hours}`, { schedule: null })
  for (const place of ['XX', 'DE-XX', 'DE-BY-XX', 'de', 'Germany'])
    assert.equal((await client.ask('PATCH', '/settings', { holidayPlace: place })).status, 400, place)
  await client.must(200, 'PATCH', '/settings', { holidayPlace: 'DE-BY' })
  const waiting = await withSchedule({ ...monthly, leadDays: 0 })
  await client.must(200, 'PATCH', '/settings', { holidayPlace: null })
  await moveTo('2027-11-01T08:00Z')
  await p.system.runJob(job)
  const { scheduleProblem } = await client.must(200, 'GET', `/submission-requirements/${waiting}`)
  assert.equal(scheduleProblem.code, 'schedule.place_missing')
  await client.must(200, 'PATCH', '/settings', { holidayPlace: 'DE-BY' })
  p.clock.advance(3_700_000)
  await p.system.runJob(job)
  const [first] = await scheduled(waiting)
  assert.equal(first?.createdLate, true, 'late as planned, not as tried again')
})

/** Prevents threads from starting while `work` runs, so that no new holidays can be calculated. */
const withoutThreads = async (work: () => Promise<void>): Promise<void> => {
  const { mock: calls } = mock.method(threads, 'Worker', function fail() {
    throw new Error('no threads in this test')
  })
  syncBuiltinESMExports()
  await work().finally(() => {
    calls.restore()
    syncBuiltinESMExports()
  })
}

test('a place whose holidays cannot be read holds up no other schedule; unknown ones start no thread', async () => {
  await moveTo('2027-06-10T08:00Z')
  const own = await withSchedule(monthly)
  const failing = await withSchedule(monthly)
  // No other test uses the holidays of this place, so they are not in memory.
  const elsewhere = JSON.stringify({ ...monthly, place: 'PT' })
  await p.sql('update submission_requirement set schedule = $1 where id = $2', [elsewhere, failing])
  await moveTo('2027-06-25T08:00Z')
  await withoutThreads(async () => {
    await p.system.runJob(job)
    assert.equal((await client.ask('PATCH', '/settings', { holidayPlace: 'ZZ' })).status, 400)
  })
  assert.deepEqual(Object.keys(await dues(own)), ['2027-06'])
  assert.deepEqual(await dues(failing), {})
  const { scheduleProblem } = await client.must(200, 'GET', `/submission-requirements/${failing}`)
  assert.equal(scheduleProblem.code, 'schedule.holidays_unread')
})

test('two systems on one database create each package once', async () => {
  await moveTo('2027-06-25T08:00Z')
  await using other = await boot({ database: p.connection, provision: null })
  other.clock.set(p.clock.now())
  const ids = []
  for (let n = 0; n < 12; n++) ids.push(await withSchedule({ ...monthly, leadDays: 100 }))
  await Promise.all([p.system.runJob(job), other.system.runJob(job)])
  await Promise.all([p.system.runJob(job), other.system.runJob(job)])
  for (const id of ids) assert.deepEqual(Object.keys(await dues(id)), ['2027-06', '2027-07', '2027-08', '2027-09'])
})
