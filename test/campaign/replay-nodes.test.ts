import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iso, minute } from '#lib/clock.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'
import { administratorOf } from '#test/webhooks/administrator.ts'
import { startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, webhooksOf } from '#test/webhooks/webhooks.ts'

test('the worker that holds the lane is notified of a replay that another node started', async () => {
  await using database = await createTestDatabase('workspace')
  const node = (roles: string) =>
    boot({ database: database.connection, provision: null, env: { ...loopback, PROBATA_ROLES: roles } })
  await using api = await node('api')
  await using _ = await node('worker')
  await using receiver = await startReceiver()
  const webhooks = webhooksOf(api)
  const admin = administratorOf(api)
  const { id } = await webhooks.create(receiver.url)
  const events = await webhooks.emit(30)
  const isSettled = async () => (await webhooks.pending(id)).length === 0
  await until('every delivery is sent and recorded', async () => (await isSettled()) && receiver.received.length === 30)
  const range = { from: iso(api.clock.now() - minute), to: iso(api.clock.now() + minute) }
  const lease = () => api.sql('select owner, epoch from webhook_lane where endpoint_id = $1', [id])
  const leaseBefore = await lease()
  await admin.post(`/${id}/replays`, range, 202)
  await until('every event is delivered again', () => receiver.received.length === 60)
  // The lane was not released and leased again, which would happen after 30 s without work.
  assert.ok(leaseBefore[0]?.owner)
  assert.deepEqual(await lease(), leaseBefore)
  assert.deepEqual(receiver.events().slice(30).toSorted(), events.toSorted())
})
