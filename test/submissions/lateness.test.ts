import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

let p: Probata
let people: WorkspaceClient
let client: SubmissionsClient
let requirementId: string
const zone = 'Europe/Berlin'

before(async () => {
  p = await boot()
  people = createWorkspaceClient(p)
  client = await createSubmissionsClient(p)
  requirementId = await client.requirement()
})
after(() => p[Symbol.asyncDispose]())

const setTimeZone = async (timeZone: string) => {
  const { status, body, text } = await people.ask('admin', 'PATCH', '/settings', { timeZone })
  assert.deepEqual([status, body.timeZone], [200, timeZone], text)
}

const createDue = async (packageKey: string, at: number): Promise<string> => {
  const body = { submissionRequirementId: requirementId, packageKey, title: packageKey, dueAt: iso(at) }
  const response = await people.ask('admin', 'POST', '/packages', body)
  assert.equal(response.status, 201, response.text)
  return response.body.id
}

/** Returns the lateness of a package. Asserts that it is the same in the package's record and in the list. */
const lateness = async (id: string) => {
  const { late, daysLeft } = await people.get('auditor', `/packages/${id}`)
  const { submissionPackages } = await people.get('auditor', '/packages')
  const listEntry = submissionPackages.find((one: { id: string }) => one.id === id)
  assert.deepEqual([listEntry.late, listEntry.daysLeft], [late, daysLeft])
  return [late, daysLeft]
}

test('the first submission decides whether a package is late; until then days are counted', async () => {
  const now = p.clock.now()
  const due = (ms: number) => ({ dueAt: iso(now + ms) })
  const [soon, past] = [
    await client.package(requirementId, due(3 * day + hour)),
    await client.package(requirementId, due(-day)),
  ]
  assert.deepEqual(await lateness(soon), [false, 3])
  assert.deepEqual(await lateness(past), [true, -1])
  await client.record(soon, 'submitted')
  await client.record(past, 'submitted')
  assert.deepEqual(await lateness(soon), [false, null])
  assert.deepEqual(await lateness(past), [true, null])
  p.clock.advance(5 * day)
  const laterClient = await createSubmissionsClient(p)
  await laterClient.follow(soon, 'rejected', 'resubmitted')
  assert.deepEqual(
    (await laterClient.must(200, 'GET', `/packages/${soon}`)).late,
    false,
    'the second submission is after the due date',
  )
  p.clock.advance(-5 * day)
  const backdated = await client.package(requirementId, due(-day))
  await client.record(backdated, 'submitted', { occurredAt: iso(now - 2 * day) })
  assert.deepEqual(await lateness(backdated), [false, null], 'the package was sent on time and logged later')
  const packageId = await client.package(requirementId, due(-day))
  await client.follow(packageId, 'withdrawn')
  assert.deepEqual(
    await lateness(packageId),
    [true, null],
    'the package was not sent on time, and is no longer expected',
  )
})

test('one minute late is zero days late, and 25 hours late is one day, at any hour of the day', async () => {
  await setTimeZone(zone)
  for (const hours of [0, 1, 7, 7, 8]) {
    p.clock.advance(hours * hour)
    const now = p.clock.now()
    for (const [ms, expected] of [
      [-minute, [true, 0]],
      [-25 * hour, [true, -1]],
      [-49 * hour, [true, -2]],
      [10 * minute, [false, 0]],
      [25 * hour + minute, [false, 1]],
    ] as const) {
      const id = await createDue(`${now} ${ms}`, now + ms)
      assert.deepEqual(await lateness(id), expected, `${ms} at ${iso(now)}`)
    }
  }
})

test("a day with a clock change has 25 or 23 hours in the workspace's time zone, and 24 in UTC", async () => {
  const changeAfter = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  const [first, second] = ['', ''].map(() => {
    const change = changeAfter(p.clock.now() + day)
    assert.ok(change)
    p.clock.advance(change.epochMilliseconds + 12 * hour - p.clock.now())
    return change
  })
  assert.ok(first && second)
  const isWinter = second.offsetNanoseconds < second.subtract({ hours: 1 }).offsetNanoseconds
  const hours = isWinter ? 24.5 : 23.5
  const id = await createDue('over a change', p.clock.now() - hours * hour)
  assert.deepEqual(await lateness(id), [true, isWinter ? 0 : -1])
  await setTimeZone('UTC')
  assert.deepEqual(await lateness(id), [true, isWinter ? -1 : 0])
})

test('an invalid time zone is a 400, and nothing changes', async () => {
  const settingsBefore = await people.get('auditor', '/settings')
  for (const timeZone of ['Europe/Atlantis', '+01:00', '', 'x'.repeat(65)]) {
    const { status, body } = await people.ask('admin', 'PATCH', '/settings', { timeZone })
    assert.deepEqual([status, body.issues[0].path], [400, ['timeZone']], timeZone)
  }
  assert.deepEqual(await people.get('auditor', '/settings'), settingsBefore)
  assert.equal((await people.ask('contributor', 'PATCH', '/settings', { timeZone: zone })).status, 403)
})
