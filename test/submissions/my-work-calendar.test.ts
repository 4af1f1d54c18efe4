import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import ICAL from 'ical.js'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

let p: Probata
let client: FindingsClient
let submissions: SubmissionsClient
let people: Readonly<Record<string, string>>
let count = 0
const uniqueText = () => `feed ${++count}`

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
  submissions = await createSubmissionsClient(p)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(p.clock.now())
const dateIn = (days: number) => iso(p.clock.now() + days * day)

const claimFor = async (person: string): Promise<string> => {
  const id = await client.claim(uniqueText())
  await client.must(200, 'admin', 'POST', `/claims/${id}/assign`, { reviewerId: people[person] })
  return id
}

const feedOf = async (person: string, of?: string) => {
  const { calendarFeed, address } = await client.must(201, person, 'POST', '/calendar-feeds', {
    name: uniqueText(),
    ...(of && { of }),
  })
  return { id: calendarFeed.id, path: new URL(address).pathname }
}

/** Reads a feed with an independent iCalendar parser. */
const read = async (path: string) => {
  const { status, text } = await p.call('GET', path)
  assert.equal(status, 200, text)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(event => {
    const { uid, summary, startDate, description } = new ICAL.Event(event)
    return {
      uid,
      summary,
      description,
      allDay: startDate.isDate,
      start: startDate.toString(),
      at: startDate.toJSDate(),
    }
  })
}

test("a person's work is in their feed: dated work on its date, waiting work on the current day", async () => {
  const ownerId = people.contributor
  const finding = { title: 'A finding; with, "marks"\nand a line', ownerId }
  const due = await client.finding({ ...finding, dueAt: dateIn(4) })
  const lateFinding = await client.finding({ title: 'late', ownerId, dueAt: dateIn(-2) })
  await client.finding({ title: 'never due', ownerId, dueAt: null })
  await client.finding({ title: 'without an owner', dueAt: dateIn(1) })
  const { path } = await feedOf('contributor', 'my_work')
  const events = await read(path)
  const eventOf = (id: string) => events.find(({ uid }) => uid === `${id}.finding_remediation@probata`)
  assert.equal(eventOf(due.id)?.summary, `Remediate: ${finding.title}`)
  assert.equal(Math.floor(Date.parse(due.dueAt) / 1000), Number(eventOf(due.id)?.at) / 1000)
  assert.equal(eventOf(lateFinding.id)?.summary, 'Late: Remediate: late')
  assert.equal(events.length, 2)
  const claim = await claimFor('reviewer')
  const claimEvent = (await read((await feedOf('reviewer', 'my_work')).path)).find(({ uid }) => uid.startsWith(claim))
  assert.deepEqual([claimEvent?.allDay, claimEvent?.start], [true, dayIn('UTC')])
  await client.must(200, 'contributor', 'POST', `/findings/${due.id}/remediate`)
  const remaining = await read(path)
  assert.deepEqual(
    remaining.map(({ summary }) => summary),
    ['Late: Remediate: late'],
  )
})

test("the current day is that of the workspace's time zone", async () => {
  await client.must(200, 'admin', 'PATCH', '/settings', { timeZone: 'Pacific/Kiritimati' })
  const claim = await claimFor('reviewer')
  const events = await read((await feedOf('reviewer', 'my_work')).path)
  assert.equal(events.find(({ uid }) => uid.startsWith(claim))?.start, dayIn('Pacific/Kiritimati'))
  await client.must(200, 'admin', 'PATCH', '/settings', { timeZone: 'UTC' })
})

test('neither feed shows work of units that its owner does not belong to, even after they are moved', async () => {
  const unit = async (): Promise<string> =>
    (await client.must(201, 'admin', 'POST', '/units', { unitKey: uniqueText(), title: uniqueText() })).id
  const [ownUnit, otherUnit] = [await unit(), await unit()]
  const requirement = async (unitId: string, title: string) => {
    const id = await submissions.requirement({}, { title })
    await client.must(200, 'admin', 'POST', '/placements', { recordIds: [id], unitId })
    await submissions.package(id, { title, dueAt: dateIn(5) })
  }
  await requirement(ownUnit, 'of mine')
  await requirement(otherUnit, 'of another')
  const [work, due] = [await feedOf('reviewer', 'my_work'), await feedOf('reviewer')]
  const uidsIn = async (path: string) => {
    const summaries = (await read(path)).map(({ summary }) => summary)
    return ['of mine', 'of another'].map(title => summaries.some(summary => summary.includes(title)))
  }
  const readBoth = async () => [await uidsIn(work.path), await uidsIn(due.path)]
  const setUnits = (unitIds: readonly string[] | null) =>
    client.must(200, 'admin', 'PATCH', `/people/${people.reviewer}`, { unitIds })
  assert.deepEqual(await readBoth(), [
    [true, true],
    [true, true],
  ])
  await setUnits([ownUnit])
  assert.deepEqual(await readBoth(), [
    [true, false],
    [true, false],
  ])
  const { work: workItems } = await client.get('reviewer', '/my-work?kind=package_due')
  assert.deepEqual(
    workItems.map(({ title }: { title: string }) => title),
    ['of mine'],
  )
  await setUnits([otherUnit])
  assert.deepEqual(await readBoth(), [
    [false, true],
    [false, true],
  ])
  await setUnits(null)
})

test("the feed follows its owner's role and ends with the owner; unknown feeds get the same response", async () => {
  await claimFor('second.reviewer')
  const { id, path } = await feedOf('second.reviewer', 'my_work')
  assert.ok((await read(path)).some(({ summary }) => summary.startsWith('Review: ')))
  const change = (body: object) =>
    client.must(200, 'admin', 'PATCH', `/people/${people['second.reviewer']}`, { ...body })
  await change({ role: 'auditor' })
  assert.deepEqual(await read(path), [])
  await change({ role: 'reviewer', disabled: true })
  const roleResponse = await p.call('GET', path)
  await change({ disabled: false })
  await client.must(204, 'admin', 'DELETE', `/calendar-feeds/${id}`)
  const revokedResponse = await p.call('GET', path)
  const unknownResponse = await p.call(
    'GET',
    path.replace(/.(?=\.ics$)/, last => (last === 'A' ? 'B' : 'A')),
  )
  const answers = [roleResponse, revokedResponse, unknownResponse].map(({ status, body }) => [
    status,
    body.error,
    body.message,
  ])
  assert.deepEqual(new Set(answers.map(String)), new Set(['404,not_found,There is no such calendar feed.']))
})

test('a work feed shows its kind, and other kinds are rejected', async () => {
  await feedOf('auditor', 'my_work')
  const { calendarFeeds } = await client.get('auditor', '/calendar-feeds')
  assert.equal(calendarFeeds[0].of, 'my_work')
  assert.equal((await client.ask('auditor', 'POST', '/calendar-feeds', { name: 'x', of: 'all' })).status, 400)
})
