import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

const job = 'create-scheduled-packages'

let p: Probata
let client: SubmissionsClient

const moveTo = async (time: string): Promise<void> => {
  p.clock.set(Date.parse(time))
  client = await createSubmissionsClient(p)
}

before(async () => {
  p = await boot()
  await moveTo('2027-10-28T12:00Z')
  await client.must(200, 'PATCH', '/settings', { timeZone: 'Europe/Berlin', holidayPlace: 'DE-BY' })
})
after(() => p[Symbol.asyncDispose]())

const dora = {
  every: 'occurrence',
  rule: 'dora',
  filings: ['initialNotification', 'intermediateReport', 'finalReport'],
  entities: [] as readonly string[],
}

interface Filing {
  readonly filing: string
  readonly packageId: string | null
  readonly dueAt: string | null
  readonly waitsFor: string | null
}

const filingsOf = async (requirementId: string): Promise<Filing[]> =>
  (await client.must(200, 'GET', `/submission-requirements/${requirementId}/occurrences`)).submissionOccurrences[0]
    .filings

const dueOf = async (requirementId: string, filing: string) =>
  (await filingsOf(requirementId)).find(one => one.filing === filing)?.dueAt

const packageOf = async (requirementId: string, filing: string): Promise<string> => {
  const found = (await filingsOf(requirementId)).find(one => one.filing === filing)?.packageId
  assert.ok(found, `no package for ${filing}`)
  return found
}

// Friday 29 October 2027 is the last working day before summer time ends on Sunday. Monday is All Saints' Day.
const events = { awareness: '2027-10-28T14:20:00+02:00', classification: '2027-10-29T09:30:00+02:00' }

const record = async (schedule: object): Promise<string> => {
  await moveTo('2027-10-29T07:45Z')
  const requirementId = await client.requirement({}, { schedule, submissionKind: 'incident_notification' })
  await client.must(201, 'POST', `/submission-requirements/${requirementId}/occurrences`, { title: 'Outage', events })
  return requirementId
}

const send = async (packageId: string, at: string): Promise<void> => {
  await moveTo(at)
  await client.follow(packageId, 'submitted')
  await p.system.runJob(job)
}

test('the filings of DORA follow each other over a weekend, a holiday and the end of summer time', async () => {
  const requirementId = await record(dora)
  assert.deepEqual(
    (await filingsOf(requirementId)).map(({ filing, dueAt, waitsFor }) => [filing, dueAt, waitsFor]),
    [
      ['initialNotification', '2027-10-29T12:00:00.000Z', null],
      ['intermediateReport', null, 'initialNotification'],
      ['finalReport', null, 'latestIntermediateReport'],
    ],
  )
  await send(await packageOf(requirementId, 'initialNotification'), '2027-10-29T11:15Z')
  // 72 hours after Friday 14:00 CEST is Monday 13:00 CET. Monday is a holiday, so the report is due at noon on Tuesday.
  assert.equal(await dueOf(requirementId, 'intermediateReport'), '2027-11-02T11:00:00.000Z')
  const intermediate = await packageOf(requirementId, 'intermediateReport')
  const { submissionPackage, deadline, late } = await client.must(200, 'GET', `/packages/${intermediate}`)
  assert.deepEqual([submissionPackage.title, late], ['Outage: intermediate report', false])
  assert.ok(
    deadline.steps.some(
      ({ article }: { article: string }) => article === 'Delegated Regulation (EU) 2025/301, article 5(4)',
    ),
  )
  await send(intermediate, '2027-11-04T09:00Z')
  // One month later is Saturday 4 December, so the report is due at noon on Monday.
  assert.equal(await dueOf(requirementId, 'finalReport'), '2027-12-06T11:00:00.000Z')
  assert.equal(await p.system.runJob(job), 0)
})

test('credit institutions, and entities elsewhere, have no later hour for the intermediate report', async () => {
  for (const schedule of [
    { ...dora, entities: ['creditInstitution'] },
    { ...dora, excludedByDecision: true },
    { ...dora, place: 'DE' },
  ]) {
    const requirementId = await record(schedule)
    await send(await packageOf(requirementId, 'initialNotification'), '2027-10-29T11:15Z')
    assert.equal(await dueOf(requirementId, 'intermediateReport'), '2027-11-01T12:00:00.000Z', JSON.stringify(schedule))
  }
})

test('an event recorded later starts the period of its filing; a later report moves none by itself', async () => {
  await moveTo('2027-10-28T13:00Z')
  const requirementId = await client.requirement({}, { schedule: dora })
  const { awareness, classification } = events
  const path = `/submission-requirements/${requirementId}/occurrences`
  const { id } = await client.must(201, 'POST', path, { title: 'Leak', events: { awareness } })
  assert.equal(await dueOf(requirementId, 'initialNotification'), null)
  await moveTo('2027-10-29T08:00Z')
  await client.must(200, 'PATCH', `/submission-occurrences/${id}`, { events: { classification } })
  assert.equal(await dueOf(requirementId, 'initialNotification'), '2027-10-29T12:00:00.000Z')
  await send(await packageOf(requirementId, 'initialNotification'), '2027-10-29T11:15Z')
  await send(await packageOf(requirementId, 'intermediateReport'), '2027-11-02T09:00Z')
  assert.equal(await dueOf(requirementId, 'finalReport'), '2027-12-02T22:59:59.999Z')
  // The portal rejected the report and received it again on 9 November, so the period of the final report starts then.
  const intermediate = await packageOf(requirementId, 'intermediateReport')
  await client.follow(intermediate, 'rejected')
  await moveTo('2027-11-09T09:00Z')
  await client.follow(intermediate, 'resubmitted')
  await p.system.runJob(job)
  const final = await packageOf(requirementId, 'finalReport')
  const { submissionPackage, difference } = await client.must(200, 'GET', `/packages/${final}`)
  assert.equal(submissionPackage.dueAt, '2027-12-02T22:59:59.999Z')
  assert.equal(difference.dueAt, '2027-12-09T22:59:59.999Z')
})

test('a later report waits while no place is set, says so, and is created once there is one', async () => {
  const requirementId = await record(dora)
  await client.must(200, 'PATCH', '/settings', { holidayPlace: null })
  await send(await packageOf(requirementId, 'initialNotification'), '2027-10-29T11:15Z')
  assert.equal(await dueOf(requirementId, 'intermediateReport'), null)
  const path = `/submission-requirements/${requirementId}`
  assert.equal((await client.must(200, 'GET', path)).scheduleProblem.code, 'schedule.place_missing')
  await client.must(200, 'PATCH', '/settings', { holidayPlace: 'DE-BY' })
  await moveTo('2027-10-29T12:30Z')
  await p.system.runJob(job)
  assert.equal(await dueOf(requirementId, 'intermediateReport'), '2027-11-02T11:00:00.000Z')
  assert.equal((await client.must(200, 'GET', path)).scheduleProblem, null)
})

test('a report that became due during a pause, or was added to the schedule, follows', async () => {
  const withoutFinal = { ...dora, filings: ['initialNotification', 'intermediateReport'] }
  const [paused, extended] = [await record(dora), await record(withoutFinal)]
  const change = (id: string, body: Record<string, unknown>) =>
    client.must(200, 'PATCH', `/submission-requirements/${id}`, body)
  for (const id of [paused, extended]) await send(await packageOf(id, 'initialNotification'), '2027-10-29T11:15Z')
  const reports = [await packageOf(paused, 'intermediateReport'), await packageOf(extended, 'intermediateReport')]
  await change(paused, { status: 'retired' })
  for (const report of reports) await send(report, '2027-11-04T09:00Z')
  assert.equal(await dueOf(paused, 'finalReport'), null)
  await change(paused, { status: 'active' })
  await change(extended, { schedule: dora })
  assert.equal(await p.system.runJob(job), 2)
  for (const id of [paused, extended]) assert.equal(await dueOf(id, 'finalReport'), '2027-12-06T11:00:00.000Z')
  assert.equal(await p.system.runJob(job), 0)
})

test('a period of the own schedule runs from the recorded event', async () => {
  await moveTo('2027-05-14T08:00Z')
  const schedule = { every: 'occurrence', due: { count: 1, unit: 'months' } }
  const requirementId = await client.requirement({}, { schedule })
  const path = `/submission-requirements/${requirementId}/occurrences`
  // One month after Saturday 1 May is Tuesday 1 June.
  const occurrence = '2027-05-01T10:00:00+02:00'
  await client.must(201, 'POST', path, { title: 'Request', events: { occurrence } })
  const [one] = (await client.must(200, 'GET', path)).submissionOccurrences
  assert.equal(one.filings[0].dueAt, '2027-06-01T21:59:59.999Z')
})

test('only events of the schedule are recorded, and only past ones', async () => {
  const requirementId = await record(dora)
  const path = `/submission-requirements/${requirementId}/occurrences`
  for (const [event, at] of [
    ['requestReceived', '2027-10-29T07:00:00Z'],
    ['awareness', '2027-10-30T07:00:00Z'],
    ['awareness', '2019-10-30T07:00:00Z'],
    ['awareness', 'now'],
  ] as const) {
    const { issues } = await client.must(400, 'POST', path, { title: 'T', events: { [event]: at } })
    assert.equal(issues[0].path.join('.'), `events.${event}`)
  }
  const plain = await client.requirement()
  await client.must(422, 'POST', `/submission-requirements/${plain}/occurrences`, { title: 'T', events: {} })
})

test('schedules are set by administrators, events by those who create packages, and all stay in their workspace', async () => {
  const requirementId = await record(dora)
  const body = { reason: 'asked by a test of roles', title: 'T', events, schedule: null }
  const calls = [
    ['PATCH', `/api/workspace/submission-requirements/${requirementId}`],
    ['POST', `/api/workspace/submission-requirements/${requirementId}/occurrences`],
  ] as const
  const { title, events: recorded, reason, schedule } = body
  const bodies = [
    { reason, schedule },
    { reason, title, events: recorded },
  ]
  for (const [email, expected] of [
    ['contributor@acme.example', [403, 201]],
    ['reviewer@acme.example', [403, 403]],
    ['auditor@acme.example', [403, 403]],
    ['admin@globex.example', [404, 404]],
  ] as const) {
    const cookie = await p.signIn(email)
    for (const [i, [method, path]] of calls.entries()) {
      const { status, text } = await p.call(method, path, { cookie, body: bodies[i] ?? {} })
      assert.equal(status, expected[i], `${email} ${path}: ${text}`)
    }
  }
})
