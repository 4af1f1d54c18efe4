import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimInput, oneAccount } from './fixture.ts'
import { createTestDatabase, query } from './postgres.ts'
import { boot } from './system.ts'

test("the first event of the first day is in that day's partition, even on a node without deliveries", async () => {
  await using database = await createTestDatabase()
  const { connection } = database
  const days = await query(
    connection,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where c.relname ~ '_[0-9]{8}$' and c.relkind = 'r'`,
  )
  for (const { name } of days) await query(connection, `drop table ${name}`)
  await using p = await boot({ database: connection, provision: oneAccount })
  const token = await p.token('acme-scanner')
  const { status, text } = await p.call('POST', '/api/v1/governance/evidence/claims', {
    token,
    body: claimInput('first'),
  })
  assert.equal(status, 201, text)
  const events = await p.sql('select tableoid::regclass::text as name from outbox_event')
  assert.ok(events.length > 0)
  for (const { name } of events) assert.match(String(name), /^outbox_event_\d{8}$/)
})
