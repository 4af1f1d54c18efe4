import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from '#lib/clock.ts'
import { eventsOf, newSender, patch } from '#test/scim.ts'
import { boot } from '#test/system.ts'

test('events are deleted after 90 days, and all but the newest 100,000', async () => {
  await using p = await boot()
  const sender = await newSender(p)
  const id = await sender.user('early@acme.example')
  await sender.ok('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
  const early = (await eventsOf(p)).map((event: { id: string }) => event.id)
  assert.equal(early.length, 2)
  p.clock.advance(89 * day)
  assert.equal(await p.system.runJob('forget-scim-events'), 0)
  await sender.ok('GET', `/Users/${id}`)
  p.clock.advance(2 * day)
  assert.equal(await p.system.runJob('forget-scim-events'), 2)
  const [late, ...older] = await eventsOf(p)
  assert.deepEqual([older, early.includes(late.id)], [[], false])
  // Adds 100,000 later events.
  await p.sql(
    `insert into scim_event select e.organization_id, 'sce_7' || lpad(i::text, 25, '0'), e.token_id, false, e.record
       from scim_event e, generate_series(1, 100000) i where e.id = $1`,
    [late.id],
  )
  assert.equal(await p.system.runJob('forget-scim-events'), 1)
  const [remaining] = await p.sql('select count(*)::int as count, min(id) as oldest from scim_event')
  assert.deepEqual(remaining, { count: 100_000, oldest: `sce_7${'1'.padStart(25, '0')}` })
  assert.equal(await p.system.runJob('forget-scim-events'), 0)
})
