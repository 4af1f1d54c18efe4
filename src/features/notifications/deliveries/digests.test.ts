import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { iso } from '#lib/clock.ts'
import { createFindingsClient } from '#test/findings-client.ts'
import { bootWithMail } from '#test/sent-notifications.ts'

let s: Awaited<ReturnType<typeof bootWithMail>>

before(async () => {
  s = await bootWithMail({ PROBATA_MAIL_FROM: 'Probata <no-reply@probata.example>' })
})
after(() => s[Symbol.asyncDispose]())

const call = async (person: string, method: string, path: string, body?: object) =>
  s.p.call(method, `/api/workspace${path}`, { ...(await s.client.signedIn(person)), ...(body && { body }) })

const settings = (change: object) => s.client.ask('admin', 'PATCH', '/settings', change as Record<string, unknown>)

const countOf = (person: string) => s.mailsTo(`${person}@acme.example`).length
const dueDigests = (where: string) =>
  s.p.sql(`select person_id from notification where sending = 'digest' and ended_at is null and ${where}`)

test('a digest that cannot be prepared delays no one else, is reported, and is tried again later', async () => {
  s.p.clock.set(Date.parse('2100-01-11T12:00:00.000Z'))
  const [first = '', second = ''] = ['contributor', 'reviewer'].toSorted((a, b) =>
    (s.people[a] ?? '') < (s.people[b] ?? '') ? -1 : 1,
  )
  for (const person of [first, second]) {
    await call(person, 'PUT', '/account/notifications/assigned', { bell: null, mail: 'digest' })
    await s.assign(person, { title: 'Isolated' })
  }
  // A zone that a newer version of the server no longer has.
  const setZone = (zone: string | null) =>
    s.p.sql('update person set time_zone = $2 where id = $1', [s.people[first], zone])
  await s.send()
  await setZone('Europe/Atlantis')
  const [failing, fine] = [countOf(first), countOf(second)]
  await s.sendAt('2100-01-12T08:05:00.000Z')
  assert.deepEqual([countOf(first), countOf(second)], [failing, fine + 1])
  const reported = async () =>
    (await s.p.sql(`select record from security_event where type = 'digestNotCreated'`)).map(({ record }) => {
      const { personId, count } = JSON.parse(String(record)).context
      return { personId, count }
    })
  assert.deepEqual(await reported(), [{ personId: s.people[first], count: 1 }])
  const failures = async () =>
    (await s.p.sql('select failures from notification where person_id = $1 and failures > 0', [s.people[first]])).map(
      row => row.failures,
    )
  await s.sendAt('2100-01-12T08:10:00.000Z')
  assert.deepEqual(await failures(), [1], 'a pause')
  await s.sendAt('2100-01-12T08:21:00.000Z')
  assert.deepEqual(await failures(), [2])
  assert.equal((await reported()).length, 1, 'one event a day')
  await setZone(null)
  await s.sendAt('2100-01-12T08:30:00.000Z')
  assert.equal(countOf(first), failing, 'the pause has grown')
  await s.sendAt('2100-01-12T08:52:00.000Z')
  assert.equal(countOf(first), failing + 1)
  assert.deepEqual(await dueDigests(`person_id = '${s.people[first]}'`), [])
  for (const person of [first, second])
    await call(person, 'PUT', '/account/notifications/assigned', { bell: null, mail: null })
})

test("digests rest on the public holidays of the workspace's place, unless something is due", async () => {
  await settings({ holidayPlace: 'DE-BY' })
  // Epiphany, a Wednesday: a holiday in Bavaria, and a working day in Berlin.
  s.p.clock.set(Date.parse('2100-01-05T12:00:00.000Z'))
  await call('contributor', 'PUT', '/account/notifications/assigned', { bell: null, mail: 'digest' })
  await s.assign('contributor', { title: 'After the holiday' })
  await s.send()
  const count = countOf('contributor')
  await s.sendAt('2100-01-06T09:00:00.000Z')
  assert.equal(countOf('contributor'), count)
  await settings({ holidayPlace: 'DE-BE' })
  await s.sendAt('2100-01-06T09:15:00.000Z')
  assert.equal(countOf('contributor'), count + 1)
  await settings({ holidayPlace: 'DE-BY' })
  s.p.clock.set(Date.parse('2101-01-05T12:00:00.000Z'))
  await s.assign('contributor', { title: 'Due on the holiday', dueAt: '2101-01-06T15:00:00.000Z' })
  await s.sendAt('2101-01-05T13:00:00.000Z')
  const before = countOf('contributor')
  await s.sendAt('2101-01-06T09:00:00.000Z')
  assert.equal(countOf('contributor'), before + 1)
  await settings({ holidayPlace: null })
  await call('contributor', 'PUT', '/account/notifications/assigned', { bell: null, mail: null })
})

test('old deliveries of a workspace without digests are removed', async () => {
  s.p.clock.set(Date.parse('2101-03-01T12:00:00.000Z'))
  const { people } = await createFindingsClient(s.p, 'globex')
  const [person] = Object.values(await people())
  await s.p.sql(
    `insert into notification_delivery
       (organization_id, id, person_id, channel, mode, notification_ids, state, due_at, created_at, ended_at)
     select organization_id, 'ndl_' || lpad(i::text, 26, '0'), id, 'mail', 'at_once', '{}', 'sent', t.at, t.at, t.at
       from person, generate_series(1, 1500) i,
            lateral (select $2::timestamptz - (case when i > 1400 then 29 else 31 end) * interval '1 day' as at) t
      where id = $1`,
    [person, iso(s.p.clock.now())],
  )
  await s.p.system.runJob('collect-digests')
  const rows = await s.p.sql('select count(*)::int as count from notification_delivery where person_id = $1', [person])
  assert.deepEqual(rows, [{ count: 100 }])
})
