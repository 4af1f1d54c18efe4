import assert from 'node:assert/strict'
import { test } from 'node:test'
import { second } from '#lib/clock.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'
import { accountsOf, machine, person } from './callers.ts'
import { startReceiver } from './receiver.ts'
import { loopback, webhooksOf } from './webhooks.ts'

const claimCreated = 'evidence.claim.created'

test('the webhooks of a disabled account keep their queue, and say why; once enabled, they continue in order', async () => {
  await using p = await boot({ env: loopback })
  await using receiver = await startReceiver()
  const accounts = accountsOf(p)
  const claims = webhooksOf(p)
  const admin = await person(p)
  const account = await accounts.create(['webhooks:manage', 'governance.evidence:read'])
  const owner = await machine(p, account.clientId)
  const { id, status, stopped } = await owner.create(receiver.url, [claimCreated])
  assert.deepEqual([status, stopped], ['active', null])
  const events = await claims.emit()
  await p.system.delivery.drain()

  await accounts.postAction(account.id, 'disable')
  events.push(...(await claims.emit(3)))
  assert.equal(await p.system.delivery.drain(), 0)
  const webhook = (await admin.get(`/${id}`)).body
  assert.deepEqual([webhook.status, webhook.stopped], ['active', 'account_disabled'])
  const { body: backlog } = await admin.get(`/${id}/backlog`)
  assert.deepEqual([backlog.state, backlog.pending, backlog.nextAttemptAt], ['stopped', 3, null])
  assert.match(backlog.explanation, /^Stopped: the service account that created the webhook is disabled; 3 deliveries/)
  const { pending } = (await admin.get(`/${id}/pending`)).body
  assert.deepEqual(
    pending.map(({ reason }: { reason: string }) => reason),
    Array(3).fill('account_disabled'),
  )
  const [health] = (await admin.get('/health')).body.endpoints
  assert.deepEqual([health.status, health.pending, health.nextAttemptAt], ['active', 3, null])
  const cookie = await p.signIn('admin@acme.example')
  const { body: overview } = await p.call('GET', '/api/workspace/overview/webhooks', { cookie })
  assert.deepEqual([overview.active, overview.paused], [0, 1])
  assert.equal((await admin.send('POST', `/${id}/test`)).status, 422)
  // Pausing and resuming the webhook changes nothing.
  await admin.send('POST', `/${id}/pause`)
  await admin.send('POST', `/${id}/resume`)
  assert.equal(await p.system.delivery.drain(), 0)

  await accounts.postAction(account.id, 'enable')
  await p.system.delivery.drain()
  assert.deepEqual(receiver.events(), events)
  assert.equal((await admin.get(`/${id}`)).body.stopped, null)
})

test('after an account is disabled on one node, no request of another node starts more than a second after the response', async t => {
  await using database = await createTestDatabase('workspace')
  const node = (roles: string) =>
    boot({ database: database.connection, provision: null, env: { ...loopback, PROBATA_ROLES: roles } })
  await using api = await node('api')
  await using _worker = await node('worker')
  // The receiver takes 25 ms per request, so that some deliveries always remain.
  await using receiver = await startReceiver((_, response) => setTimeout(() => response.writeHead(204).end(), 25))
  const accounts = accountsOf(api)
  const claims = webhooksOf(api)
  const admin = await person(api)
  const account = await accounts.create(['webhooks:manage', 'governance.evidence:read'])
  const { id } = await (await machine(api, account.clientId)).create(receiver.url, [claimCreated])
  await admin.send('POST', `/${id}/pause`)
  await claims.emit(4)
  // Queues more deliveries than the receiver accepts while the response is on its way.
  await api.sql(
    `insert into webhook_queue select organization_id, endpoint_id, due, 'whq_' || lpad(i::text, 26, '0'), event_id, 1, 'live'
       from webhook_queue cross join generate_series(1, 5000) i on conflict do nothing`,
  )
  await admin.send('POST', `/${id}/resume`)
  await until('the backlog flows', () => receiver.received.length > 20)
  const lastStart = async () => {
    const [row] = await api.sql(`select max(record::jsonb ->> 'startedAt') as at from webhook_attempt`)
    return Date.parse(String(row?.at))
  }
  await accounts.postAction(account.id, 'disable')
  const answeredAt = api.clock.now()
  await until('the worker has released the lane', async () => {
    const [row] = await api.sql('select owner from webhook_lane where endpoint_id = $1', [id])
    return row?.owner === null
  })
  t.diagnostic(`the last request started ${(await lastStart()) - answeredAt} ms after the answer`)
  assert.ok((await lastStart()) - answeredAt < second, 'a request started later')
  const { pending } = (await admin.get(`/${id}/backlog`)).body
  assert.ok(pending > 0, 'no delivery was left to hold back')
  const receivedBefore = receiver.received.length
  await accounts.postAction(account.id, 'enable')
  await until('delivery continues', () => receiver.received.length > receivedBefore)
})
