import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { bootWithMail, friday, headerOf } from '#test/sent-notifications.ts'

let s: Awaited<ReturnType<typeof bootWithMail>>

before(async () => {
  s = await bootWithMail({ PROBATA_MAIL_FROM: 'Probata <no-reply@probata.example>' })
})
after(() => s[Symbol.asyncDispose]())

const call = async (person: string, method: string, path: string, body?: object) =>
  s.p.call(method, `/api/workspace${path}`, { ...(await s.client.signedIn(person)), ...(body && { body }) })

const settings = (change: object) => s.client.ask('admin', 'PATCH', '/settings', change as Record<string, unknown>)

const countOf = (person: string) => s.mailsTo(`${person}@acme.example`).length
const lastTo = (person: string) => s.mailsTo(`${person}@acme.example`).at(-1) ?? ''

test('an assignment is mailed at once, to its person alone', async () => {
  s.p.clock.set(friday)
  const id = await s.assign('contributor', { title: 'TLS 1.0 is offered' })
  await s.send()
  assert.deepEqual(
    s.server.received.flatMap(({ to }) => to),
    ['contributor@acme.example'],
  )
  const mail = lastTo('contributor')
  assert.equal(headerOf(mail, 'Subject'), 'Assigned to you: TLS 1.0 is offered')
  assert.match(headerOf(mail, 'Content-Type'), /^multipart\/alternative;/)
  assert.equal(headerOf(mail, 'Auto-Submitted'), 'auto-generated')
  assert.equal(headerOf(mail, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
  assert.ok(headerOf(mail, 'List-Unsubscribe').startsWith(`<${s.p.system.url}/api/unsubscribe/`))
  assert.match(headerOf(mail, 'List-Id'), /^<assigned\.\w{26}\.notifications\.probata\.example>$/)
  assert.match(headerOf(mail, 'Message-ID'), /^<ndl_\w{26}@probata\.example>$/)
  assert.match(headerOf(mail, 'References'), /^<[0-9a-f]{32}\.thread@probata\.example>$/)
  assert.ok(mail.replaceAll('=\r\n', '').includes(`${s.p.system.url}/open/assigned/${id}`))
  await s.send()
  assert.equal(countOf('contributor'), 1)
})

test('a digest is sent once a day at 08:00 by the clock of its person, on a weekend only if something is due', async () => {
  s.p.clock.set(friday)
  const earlier = countOf('contributor')
  await s.assign('contributor', { title: 'Due next week', dueAt: iso(friday + 6 * day) })
  const display = { language: 'de', timeZone: 'Europe/Berlin', dateFormat: null }
  assert.equal((await call('contributor', 'PUT', '/account/display', display)).status, 200)
  await s.sendAt('2099-11-20T12:10:00.000Z')
  const atOnce = countOf('contributor')
  assert.equal(atOnce, earlier + 1)
  await s.sendAt('2099-11-21T08:00:00.000Z')
  assert.equal(countOf('contributor'), atOnce, 'nothing on a Saturday')
  await s.sendAt('2099-11-23T06:59:00.000Z')
  assert.equal(countOf('contributor'), atOnce, 'nothing before 08:00')
  await s.sendAt('2099-11-23T07:01:00.000Z')
  assert.equal(countOf('contributor'), atOnce + 1)
  assert.equal(headerOf(lastTo('contributor'), 'Subject'), 'Fällig am 26. November 2099: Due next week')
  assert.match(lastTo('contributor'), /Guten Tag contributor of acme,/)
  await s.assign('contributor', { title: 'Due on Saturday', dueAt: '2099-11-28T12:00:00.000Z' })
  for (const time of ['2099-11-23T09:00', '2099-11-23T15:00', '2099-11-23T22:59']) await s.sendAt(`${time}:00.000Z`)
  const digests = () =>
    s.mailsTo('contributor@acme.example').filter(mail => headerOf(mail, 'List-Id').startsWith('<digest.'))
  assert.equal(digests().length, 1)
  await s.sendAt('2099-11-27T13:00:00.000Z')
  await s.sendAt('2099-11-28T07:30:00.000Z')
  assert.equal(digests().length, 2, 'due on this Saturday')
  await call('contributor', 'PUT', '/account/display', { language: null, timeZone: null, dateFormat: null })
})

test('nothing about what was read, turned off, out of sight or of a disabled person leaves', async () => {
  s.p.clock.set(friday + 14 * day)
  const start = s.server.received.length
  const read = await s.assign('contributor')
  const bell = await s.client.get('contributor', '/notifications?limit=50')
  const row = bell.notifications.find((one: { recordId: string }) => one.recordId === read)
  assert.ok(row)
  await s.p.sql('update notification set read_at = now() where id = $1', [row.id])
  await s.assign('auditor')
  await call('auditor', 'PUT', '/account/notifications/assigned', { bell: null, mail: 'off' })
  await s.assign('second.reviewer')
  const personId = s.people['second.reviewer'] ?? ''
  const person = (change: object) =>
    s.client.ask('admin', 'PATCH', `/people/${personId}`, change as Record<string, unknown>)
  assert.equal((await person({ disabled: true })).status, 200)
  await s.send()
  await person({ disabled: false })
  assert.deepEqual(s.server.received.slice(start), [])
})

test('kinds that the role no longer has do not leave', async () => {
  s.p.clock.set(friday + 14 * day)
  const start = s.server.received.length
  await s.p.sql(
    `insert into notification (organization_id, id, person_id, kind, record_id, step, occasion, created_at)
     select organization_id, 'ntf_' || substr(id, 5), id, 'job_trouble', 'seal-ledger', 'waiting', 'x', $2
       from person where id = any($1)`,
    [[s.people.admin, s.people.reviewer], iso(s.p.clock.now())],
  )
  await s.send()
  const receivers = s.server.received.slice(start).flatMap(({ to }) => to)
  assert.deepEqual(receivers, ['admin@acme.example'])
  await s.p.sql(`delete from notification where kind = 'job_trouble'`)
})

test('a workspace can keep its records out of mails', async () => {
  s.p.clock.set(friday + 15 * day)
  assert.equal((await settings({ mailNamesRecords: false })).status, 200)
  await s.assign('contributor', { title: 'Secret merger', dueAt: iso(s.p.clock.now() + 2 * day) })
  await s.send()
  const mail = lastTo('contributor')
  assert.doesNotMatch(mail, /Secret merger|gfd_/)
  assert.equal(headerOf(mail, 'Subject'), '1 waits for you in acme Bank')
  await settings({ mailNamesRecords: true })
})

test('a refused address pauses mail until an administrator or its person resumes it', async () => {
  s.p.clock.set(Date.parse('2099-12-08T12:00:00.000Z'))
  s.server.refusals.set('contributor@acme.example', '550 5.1.1 User unknown')
  const title = 'After the bounce'
  await s.assign('contributor', { title })
  const count = countOf('contributor')
  await s.send()
  const own = await call('contributor', 'GET', '/account/message-channels')
  assert.deepEqual(own.body.mail, {
    configured: true,
    bounce: { ...own.body.mail.bounce, address: 'contributor@acme.example', reply: '550 5.1.1 User unknown' },
  })
  const { bounces } = await s.client.get('admin', '/people/mail-bounces')
  assert.deepEqual(
    bounces.map(({ personId }: { personId: string }) => personId),
    [s.people.contributor],
  )
  s.server.refusals.clear()
  await s.sendAt('2099-12-09T08:01:00.000Z')
  assert.equal(countOf('contributor'), count)
  const path = `/people/${s.people.contributor}/mail`
  assert.equal((await s.client.get('admin', path)).bounce.address, 'contributor@acme.example')
  assert.equal((await s.client.ask('reviewer', 'POST', `${path}/resume`)).status, 403)
  assert.equal((await s.client.ask('admin', 'POST', `${path}/resume`)).status, 204)
  assert.equal((await call('contributor', 'POST', '/account/mail/resume')).status, 404)
  await s.sendAt('2099-12-09T08:20:00.000Z')
  assert.equal(countOf('contributor'), count + 1)
  assert.match(lastTo('contributor').replaceAll('=\r\n', ''), new RegExp(title))
})

test('a mail is tried again, also by another node, with the same Message-ID', async () => {
  s.p.clock.set(Date.parse('2099-12-14T12:00:00.000Z'))
  s.server.refusals.set('auditor@acme.example', '451 4.7.1 Greylisted')
  await call('auditor', 'PUT', '/account/notifications/assigned', { bell: null, mail: null })
  await s.assign('auditor', { title: 'Greylisted' })
  await s.send()
  await s.send()
  const attempts = async () =>
    (
      await s.p.sql('select attempts, state from notification_delivery where person_id = $1 order by id desc limit 1', [
        s.people.auditor,
      ])
    )[0]
  assert.deepEqual(await attempts(), { attempts: 1, state: 'pending' })
  s.server.refusals.clear()
  s.p.clock.advance(2 * minute)
  await s.send()
  assert.deepEqual(await attempts(), { attempts: 2, state: 'sent' })
  // As if the node had died after the mail server accepted the mail.
  await s.p.sql(
    `update notification_delivery set state = 'pending', ended_at = null, lease_owner = 'jrn_dead', lease_until = $1
      where person_id = $2 and state = 'sent'`,
    [iso(s.p.clock.now() + 20_000), s.people.auditor],
  )
  await s.send()
  assert.equal(countOf('auditor'), 1, 'the lease still holds')
  s.p.clock.advance(minute)
  await s.send()
  const [first = '', second = ''] = s.mailsTo('auditor@acme.example').map(mail => headerOf(mail, 'Message-ID'))
  assert.equal(countOf('auditor'), 2)
  assert.equal(first, second)
})

test('a mail that no server takes for a day ends, and the next digest has what it was about', async () => {
  s.p.clock.set(Date.parse('2099-12-15T12:00:00.000Z'))
  s.server.refusals.set('admin@acme.example', '451 4.3.2 Try later')
  const count = countOf('admin')
  await s.client.must(201, 'reviewer', 'POST', '/findings', {
    ...{ title: 'Patience', severity: 'low', ownerId: s.people.admin },
    ...{ subjectModuleKey: 'a', subjectResourceType: 'b', subjectResourceId: 'c' },
  })
  for (let i = 0; i < 24; i++) {
    await s.p.system.runJob('send-notifications')
    s.p.clock.advance(hour)
  }
  s.server.refusals.clear()
  assert.equal(countOf('admin'), count)
  await s.sendAt('2099-12-17T08:01:00.000Z')
  assert.equal(countOf('admin'), count + 1)
  assert.match(headerOf(lastTo('admin'), 'Subject'), /Patience/)
})

test('if an error prevents a mail for a day, the digests of a week try again', async () => {
  s.p.clock.set(Date.parse('2099-12-21T12:00:00.000Z'))
  const id = await s.assign('auditor', { title: 'Unprintable' })
  const sending = async () =>
    (await s.p.sql('select sending from notification where record_id = $1', [id])).map(row => row.sending)
  // A mail cannot be addressed without a name.
  await s.p.sql(`update person set record = (record::jsonb - 'name')::text where id = $1`, [s.people.auditor])
  const failFor = async (days: number) => {
    for (let i = 0; i < 8 * days; i++) {
      await s.send().catch(() => undefined)
      s.p.clock.advance(3 * hour)
    }
  }
  const count = countOf('auditor')
  await failFor(1)
  assert.deepEqual(await sending(), ['digest'])
  await failFor(8)
  assert.deepEqual(await sending(), [null], 'given up')
  assert.equal(countOf('auditor'), count)
})
