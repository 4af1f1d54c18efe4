/**
 * Simulates weeks of a workspace on two nodes, each of which may die between any two steps. Checks that every reminder
 * is mailed, that a repeated mail has the Message-ID of the first, and that no one gets two digests on one day.
 * NOTIFICATION_PEOPLE sets the number of people.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, iso, minute, second } from '#lib/clock.ts'
import { localDay } from '#lib/time-zone.ts'
import { createFindingsClient, findingInput } from '#test/findings-client.ts'
import { password } from '#test/fixture.ts'
import { startMailServer } from '#test/mail-server.ts'
import { headerOf } from '#test/sent-notifications.ts'
import { boot } from '#test/system.ts'
import { createKiller } from './node-killer.ts'

/** Together with the days that follow, this is less than the 30 days for which deliveries are kept. */
const days = 21
const people = Number(process.env.NOTIFICATION_PEOPLE ?? 16)
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'] as const
/** Times in UTC, without summer time, that are shortly after 08:00 in each of the zones. */
const times = ['07:05', '08:05', '13:05', '23:05'] as const
const start = Date.parse('2099-11-02T00:00:00.000Z')

const jobs = ['seal-ledger', 'notify-people', 'collect-digests', 'send-notifications'] as const

/** A sequence that looks random and is the same in each run. */
const createRandom = (seed: number) => (limit: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return Math.floor((seed / 2_147_483_647) * limit)
}

const workspaceOf = (slug: string, count: number) => ({
  slug,
  name: `${slug} Bank`,
  users: [
    { email: `admin@${slug}.example`, name: 'Admin', password, role: 'admin' },
    ...Array.from({ length: count }, (_, i) => ({
      ...{ email: `person${i}@${slug}.example`, name: `Person ${i}`, password, role: 'contributor' },
    })),
  ],
})

test('weeks over two nodes with kills: nothing is missed or doubled, and one digest a day at most', async () => {
  await using server = await startMailServer()
  const provision = { organizations: [workspaceOf('acme', people), workspaceOf('globex', 2)] }
  await using first = await boot({ provision, env: { SMTP_URL: server.url } })
  await using other = await boot({ provision: null, database: first.connection, env: { SMTP_URL: server.url } })
  const nodes = [first, other].map(p => ({ p, killer: createKiller(p) }))
  const random = createRandom(7)
  const moveTo = (time: number) => {
    for (const { p } of nodes) p.clock.set(time)
  }
  moveTo(start)
  const acme = await createFindingsClient(first)
  const globex = await createFindingsClient(first, 'globex')
  const ids = await acme.people()
  const others = await globex.people()
  for (let i = 0; i < people; i++)
    await first.sql('update person set time_zone = $1 where id = $2', [zones[i % zones.length], ids[`person${i}`]])
  // One person has turned off mails of one kind.
  const quiet = `person${people - 1}`
  await first.sql(
    `insert into notification_choice (organization_id, person_id, kind, mail)
     select organization_id, id, 'finding_remediation', 'off' from person where id = $1`,
    [ids[quiet]],
  )
  const dueOf = new Map<string, { person: string; due: number }>()
  for (let i = 0; i < people * 2; i++) {
    const person = `person${i % people}`
    const due = start + random(days) * day + random(24) * 60 * minute
    const body = findingInput({ title: `acme finding ${i}`, ownerId: ids[person], dueAt: iso(due) })
    const { id } = await acme.must(201, 'admin', 'POST', '/findings', body)
    dueOf.set(String(id), { person, due })
  }
  await globex.must(
    201,
    'admin',
    'POST',
    '/findings',
    findingInput({ title: 'globex finding', ownerId: others.person0 }),
  )

  let kills = 0
  for (let date = 0; date < days + 3; date++)
    for (const time of times) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      moveTo(start + date * day + (hours * 60 + minutes) * minute)
      for (const job of jobs) {
        const node = nodes[random(2)]
        if (!node) continue
        if (random(6) === 0) node.killer.killAfter(random(14))
        await node.p.system.runJob(job).catch(() => undefined)
        if (!node.killer.revive()) continue
        kills++
        moveTo(first.clock.now() + 61 * second)
        await node.p.system.runJob(job)
      }
    }
  moveTo(first.clock.now() + 2 * day)
  for (const job of [...jobs, ...jobs]) await first.system.runJob(job)

  assert.ok(kills > days / 4, `only ${kills} kills`)
  const mails = server.received.map(({ to, text }) => ({
    to: to[0] ?? '',
    text: text.replaceAll('=\r\n', ''),
    id: headerOf(text, 'Message-ID'),
    isDigest: headerOf(text, 'List-Id').startsWith('<digest.'),
  }))
  const distinct = new Map(mails.map(mail => [mail.id, mail]))
  assert.ok(mails.length - distinct.size <= kills, 'at most one repeat per kill')

  // No reminder is missed: a message contained every notification that has not ended, except the kind that one person
  // turned off.
  const missed = await first.sql(
    `select n.kind, n.step, n.sending, n.person_id from notification n
      where n.ended_at is null and not exists (
        select from notification_delivery d where d.organization_id = n.organization_id
           and d.person_id = n.person_id and n.id = any (d.notification_ids) and d.state = 'sent')
        and n.kind in ('assigned', 'finding_remediation') and not (n.person_id = $1 and n.kind = 'finding_remediation')`,
    [ids[quiet]],
  )
  assert.deepEqual(missed, [])
  const doubled = await first.sql(
    `select n.id from notification_delivery d, unnest(d.notification_ids) n (id)
      where d.state = 'sent' group by d.channel, n.id having count(*) > 1`,
  )
  assert.deepEqual(doubled, [])
  const late = await first.sql(
    "select count(*)::int as rows from notification where kind = 'finding_remediation' and step = 'late'",
  )
  assert.equal(late[0]?.rows, dueOf.size)

  // Each person gets at most one digest a day, and none on a weekend unless one of their findings is due that day.
  const digests = await first.sql(
    `select d.person_id, d.local_day::text as day, d.created_at, p.time_zone from notification_delivery d
       join person p on p.id = d.person_id where d.mode = 'digest' and d.state = 'sent'`,
  )
  const seen = new Set<string>()
  for (const row of digests) {
    const [person, zone] = [String(row.person_id), String(row.time_zone ?? 'UTC')]
    assert.ok(!seen.has(`${person} ${row.day}`))
    seen.add(`${person} ${row.day}`)
    const weekday = Temporal.PlainDate.from(String(row.day)).dayOfWeek
    const dueThen = [...dueOf.values()].some(one => ids[one.person] === person && localDay(one.due, zone) === row.day)
    assert.ok(weekday < 6 || dueThen, `${row.day} ${person}`)
  }
  assert.ok(digests.length >= people)

  // The person who turned the kind off gets no digest, and no mail contains a finding of another workspace.
  const ofQuiet = mails.filter(({ to }) => to === `${quiet}@acme.example`)
  assert.ok(ofQuiet.every(({ isDigest }) => !isDigest))
  for (const { to, text } of mails.filter(mail => mail.to.startsWith('person'))) {
    const [own, other] = to.endsWith('@acme.example') ? ['acme', 'globex'] : ['globex', 'acme']
    assert.ok(text.includes(`${own} finding`) && !text.includes(`${other} finding`), to)
  }
})
