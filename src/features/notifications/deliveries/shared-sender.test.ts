import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { iso } from '#lib/clock.ts'
import { createFindingsClient, findingInput } from '#test/findings-client.ts'
import { bootWithMail, friday } from '#test/sent-notifications.ts'

let s: Awaited<ReturnType<typeof bootWithMail>>

before(async () => {
  s = await bootWithMail()
})
after(() => s[Symbol.asyncDispose]())

const workspaceOf = ({ to }: { readonly to: readonly string[] }) => to[0]?.split('@')[1]

/** Queues messages to a person, each about the same notification. */
const queue = async (personId: string, count: number, name: string): Promise<void> => {
  const now = iso(s.p.clock.now())
  await s.p.sql(
    `with noticed as (
       insert into notification (organization_id, id, person_id, kind, record_id, step, occasion, created_at, sending)
       select organization_id, 'ntf_${name}' || substr(id, 12), id, 'assigned', id, 'once', $2, $3, null
         from person where id = $1 returning organization_id, id, person_id)
     insert into notification_delivery
       (organization_id, id, person_id, channel, mode, notification_ids, due_at, created_at)
     select organization_id, 'ndl_${name}' || lpad(i::text, 22, '0'), person_id, 'mail', 'at_once', array[id], $3, $3
       from noticed, generate_series(1, $4::int) i`,
    [personId, name, now, count],
  )
}

test('a workspace with many messages delays those of the others by a few, and all leave', async () => {
  s.p.clock.set(friday)
  const globex = await createFindingsClient(s.p, 'globex')
  const globexPeople = await globex.people()
  await queue(s.people.contributor ?? '', 120, 'MANY')
  s.p.clock.advance(1000)
  await queue(globexPeople.contributor ?? '', 6, 'FEWS')
  await s.p.system.runJob('send-notifications')
  const order = s.server.received.map(workspaceOf)
  assert.equal(order.length, 126)
  const last = order.lastIndexOf('globex.example')
  assert.ok(last < 60, `the last message of the small workspace was number ${last} of 126`)
})

test('a workspace whose messages cannot be prepared holds up neither its own others nor another workspace', async () => {
  s.p.clock.set(friday)
  const globex = await createFindingsClient(s.p, 'globex')
  const globexPeople = await globex.people()
  const start = s.server.received.length
  await queue(s.people.auditor ?? '', 8, 'BADS')
  // A mail cannot be addressed without a name.
  await s.p.sql(`update person set record = (record::jsonb - 'name')::text where id = $1`, [s.people.auditor])
  await queue(s.people.reviewer ?? '', 3, 'GOOD')
  await queue(globexPeople.reviewer ?? '', 3, 'ELSE')
  await assert.rejects(s.p.system.runJob('send-notifications'))
  const receivers = s.server.received.slice(start).flatMap(({ to }) => to)
  assert.deepEqual(receivers.toSorted(), [
    ...Array.from({ length: 3 }, () => 'reviewer@acme.example'),
    ...Array.from({ length: 3 }, () => 'reviewer@globex.example'),
  ])
})

test('a check of an idle install finds nothing, and one message anywhere is found', async () => {
  await s.p.sql(`update notification_delivery set state = 'failed', ended_at = now() where state = 'pending'`)
  await s.p.sql(`update notification set sending = null`)
  const found = async (question: string) => (await s.p.sql(`select * from ${question}`)).length
  const far = `'2200-01-01', '2200-01-01'`
  assert.equal(await found(`messages_to_send(${far})`), 0)
  const globex = await createFindingsClient(s.p, 'globex')
  const { reviewer } = await globex.people()
  await globex.must(201, 'admin', 'POST', '/findings', findingInput({ ownerId: reviewer }))
  assert.equal(await found(`messages_to_send(${far})`), 1)
  assert.equal(await found('organizations_to_sort(10)'), 1)
  assert.equal(await found(`organizations_to_send(${far}, 10)`), 0)
  const start = s.server.received.length
  await s.p.system.runJob('send-notifications')
  assert.deepEqual(
    s.server.received.slice(start).flatMap(({ to }) => to),
    ['reviewer@globex.example'],
  )
  assert.equal(await found(`messages_to_send(${far})`), 0)
})
