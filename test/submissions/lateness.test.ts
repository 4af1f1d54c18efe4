import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { createSubmissionsClient } from './submissions-client.ts'

let p: Probata
let people: WorkspaceClient
let requirementId: string
const zone = 'Europe/Berlin'

before(async () => {
  p = await boot()
  people = createWorkspaceClient(p)
  requirementId = await (await createSubmissionsClient(p)).requirement()
})
after(() => p[Symbol.asyncDispose]())

const inZone = async (timeZone: string) => {
  const { status, body, text } = await people.ask('admin', 'PATCH', '/settings', { timeZone })
  assert.deepEqual([status, body.timeZone], [200, timeZone], text)
}

const createDue = async (packageKey: string, at: number): Promise<string> => {
  const body = { submissionRequirementId: requirementId, packageKey, title: packageKey, dueAt: iso(at) }
  const answer = await people.ask('admin', 'POST', '/packages', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

/** The lateness, which must be the same in the record, the list and the calendar. */
const lateness = async (id: string) => {
  const { late, daysLeft } = await people.get('auditor', `/packages/${id}`)
  const { submissionPackages } = await people.get('auditor', '/packages')
  const listEntry = submissionPackages.find((one: { id: string }) => one.id === id)
  assert.deepEqual([listEntry.late, listEntry.daysLeft], [late, daysLeft])
  return [late, daysLeft]
}

test('one minute late is zero days late, and 25 hours late is one day, at any hour of the day', async () => {
  await inZone(zone)
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
  await inZone('UTC')
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
