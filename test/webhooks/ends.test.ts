import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import pg from 'pg'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'
import { startReceiver } from './receiver.ts'
import { loopback, webhooksOf } from './webhooks.ts'

const env = { ...loopback, PROBATA_ROLES: 'api,worker' }

for (const [status, outcome, next] of [
  [204, 'delivered', []],
  [500, 'failed', [2]],
] as const)
  test(`the outcome of a delivery is written again if its commit is uncertain, and recorded once as ${outcome}`, async () => {
    await using database = await createTestDatabase('workspace')
    await using proxy = await startDatabaseProxy(database.connection)
    await using p = await boot({ env, database: proxy.connection, provision: null })
    await using stack = new AsyncDisposableStack()
    const owner = stack.adopt(new pg.Pool(database.connection), pool => pool.end())
    const sql = async (text: string) => (await owner.query(text)).rows
    await using receiver = await startReceiver((_, response) => response.writeHead(status).end())
    const webhooks = webhooksOf(p)
    const { id } = await webhooks.create(receiver.url)
    const lockHolder = stack.adopt(await owner.connect(), client => client.release(true))
    await lockHolder.query('begin; lock table webhook_attempt in share mode')
    await webhooks.emit()
    await until('the outcome waits for the lock', async () => {
      const [waitingSession] = await sql(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'with ended as %'`)
      return waitingSession !== undefined
    })
    proxy.cut()
    await lockHolder.query('rollback')
    // PostgreSQL finishes the statement, because it does not notice that its client is gone.
    await until('the outcome is committed', async () => (await sql('select from webhook_attempt')).length === 1)
    proxy.mend()
    await until('the outcome is written again', () => p.system.delivery.state.unsaved === 0)
    const attempts = await webhooks.attempts(id)
    assert.deepEqual(
      attempts.map(attempt => attempt.outcome),
      [outcome],
    )
    assert.deepEqual(
      (await webhooks.pending(id)).map(({ attempt }) => attempt),
      next,
    )
    const auditRows = await sql(`select record from audit_event where action = 'webhook.deliver'`)
    assert.equal(auditRows.length, 1)
    assert.match(String(auditRows[0]?.record), new RegExp(`${attempts[0]?.id}`))
  })

test('if the queue table is rewritten during a delivery, each delivery that ends removes its own row and no other', async () => {
  await using p = await boot({ env })
  const pendingResponses: ServerResponse[] = []
  let isHolding = true
  await using receiver = await startReceiver((_, response) => {
    if (isHolding && receiver.received.length > 5) pendingResponses.push(response)
    else response.writeHead(204).end()
  })
  const webhooks = webhooksOf(p)
  const [busy, paused] = [await webhooks.create(receiver.url), await webhooks.create(receiver.url)]
  for (const { id } of [busy, paused]) await webhooks.postAction(id, 'pause')
  const events = await webhooks.emit(20)
  await webhooks.postAction(busy.id, 'resume')
  await until('the first deliveries have left the queue', async () => (await webhooks.pending(busy.id)).length === 15)
  await until('the next delivery is in flight', () => pendingResponses.length > 0)
  const rowPositions = () => p.sql(`select id, ctid from webhook_queue where endpoint_id = $1 order by id`, [busy.id])
  const positionsBefore = await rowPositions()
  // While an older snapshot may see deleted rows, VACUUM FULL keeps them, and the other rows do not move.
  await until('every row has moved', async () => {
    await p.sql('vacuum full webhook_queue')
    const positionById = new Map(positionsBefore.map(({ id, ctid }) => [id, ctid]))
    return (await rowPositions()).every(({ id, ctid }) => positionById.get(id) !== ctid)
  })
  isHolding = false
  for (const response of pendingResponses) response.writeHead(204).end()
  await until('every event is delivered', async () => (await webhooks.pending(busy.id)).length === 0)
  assert.deepEqual(receiver.events().toSorted(), events.toSorted())
  assert.equal((await webhooks.attempts(busy.id)).length, events.length)
  assert.equal((await webhooks.pending(paused.id)).length, events.length)
})
