import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { day } from '#lib/clock.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, stopTime, webhooksOf } from '#test/webhooks/webhooks.ts'

type Database = Awaited<ReturnType<typeof createTestDatabase>>

/** Starts a separate node on a shared database. If it is a worker, it delivers from the start. */
const node = ({ connection }: Database, roles: string) =>
  boot({ database: connection, provision: null, env: { ...loopback, PROBATA_ROLES: roles } })

const nodeId = (p: Probata) => p.system.services.nodeId

const lanesOf = async (p: Probata, owner: Probata): Promise<string[]> => {
  const rows = await p.sql('select endpoint_id from webhook_lane where owner = $1', [nodeId(owner)])
  return rows.map(row => String(row.endpoint_id))
}

const queueLength = async (p: Probata): Promise<number> => {
  const [row] = await p.sql('select count(*)::int as count from webhook_queue')
  return Number(row?.count)
}

/** Queues a copy of an earlier event for each webhook, without notifying the workers. */
const queueSilently = (p: Probata, eventId: string | undefined) =>
  p.sql(
    `with copy as (
       insert into outbox_event (organization_id, id, type, body, created_at, request_id)
       select organization_id, left(id, 14) || '0000000000000000', type, replace(body, right(id, 16), '0000000000000000'),
              created_at, request_id
         from outbox_event where id = $1
       returning organization_id, id
     )
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select organization_id, endpoint_id, $2, id, id, 1, 'live'
       from copy join webhook_lane using (organization_id)`,
    [eventId, p.clock.now()],
  )

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Checks that the receiver got each event of each webhook once. The path identifies the webhook. */
const assertOnce = (requests: readonly { path: string; headers: Record<string, unknown> }[], count: number) => {
  const keys = requests.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)
  const repeats = keys.filter((key, i) => keys.indexOf(key) !== i)
  assert.deepEqual(repeats, [], 'delivered twice')
  assert.equal(keys.length, count)
}

test('a worker is notified immediately of commits on a node that does not deliver', async t => {
  await using database = await createTestDatabase('workspace')
  await using api = await node(database, 'api')
  await using worker = await node(database, 'worker')
  await using receiver = await startReceiver()
  const webhooks = webhooksOf(api)
  const { id } = await webhooks.create(receiver.url)
  const lagOf = async (change: () => Promise<unknown>) => {
    const count = receiver.received.length + 1
    await change()
    const changedAt = performance.now()
    await until(`request ${count}`, () => receiver.received.length === count)
    return performance.now() - changedAt
  }
  const notifiedLags: number[] = []
  const unnotifiedLags: number[] = []
  for (let i = 1; i <= 9; i++) {
    notifiedLags.push(await lagOf(() => webhooks.emit()))
    if (i === 3 || i === 6) unnotifiedLags.push(await lagOf(() => queueSilently(api, receiver.events().at(-1))))
  }
  t.diagnostic(`after the change: median ${median(notifiedLags)} ms; without a notification: ${unnotifiedLags} ms`)
  // A sweep every 5 s finds such a delivery. It has just run before the second case.
  assert.ok(
    4 * median(notifiedLags) < Math.max(...unnotifiedLags),
    `${notifiedLags} ms; without a notification: ${unnotifiedLags} ms`,
  )
  assert.deepEqual(await lanesOf(api, worker), [id])
  assert.deepEqual(await lanesOf(api, api), [])
})

test('two workers share the lanes, and no event is delivered twice', async () => {
  await using database = await createTestDatabase('workspace')
  await using firstNode = await node(database, 'api,worker')
  await using secondNode = await node(database, 'api,worker')
  await using receiver = await startReceiver()
  const nodes = [webhooksOf(firstNode, 'acme'), webhooksOf(secondNode, 'globex')]
  let claimCount = 0
  const create = () => Promise.all(nodes.map(webhooks => webhooks.create(`${receiver.url}/${++claimCount}`)))
  const bothHoldLanes = async () =>
    (await lanesOf(firstNode, firstNode)).length > 0 && (await lanesOf(firstNode, secondNode)).length > 0
  const emissions: Promise<string[]>[] = []
  let expected = 0
  const emit = (count: number) => {
    for (const webhooks of nodes) emissions.push(webhooks.emit(count))
    expected += count * claimCount
  }
  for (let i = 0; i < 4; i++) await create()
  for (let round = 0; round < 10 && !(round > 2 && (await bothHoldLanes())); round++) {
    await create()
    emit(5)
    await Promise.all(emissions)
  }
  assert.ok(await bothHoldLanes(), 'one node holds every lane')
  emit(30)
  await Promise.all(emissions)
  await until('every event is delivered', async () => (await queueLength(firstNode)) === 0)
  assertOnce(receiver.received, expected)
})

test('a stopping node releases its lanes immediately, even while a request of another lane hangs', async t => {
  // No lease expires while the clock stands still.
  stopTime(t)
  await using database = await createTestDatabase('workspace')
  await using resources = new AsyncDisposableStack()
  const firstNode = resources.use(await node(database, 'api,worker'))
  const hangingResponses: ServerResponse[] = []
  let isHanging = true
  const events = 150
  await using receiver = await startReceiver(({ path }, response) => {
    if (isHanging && path.endsWith('hangs')) hangingResponses.push(response)
    else setTimeout(() => response.writeHead(204).end(), 20)
  })
  const webhooks = webhooksOf(firstNode)
  await webhooks.create(`${receiver.url}/hangs`)
  for (let i = 0; i < 4; i++) {
    const { id } = await webhooks.create(`${receiver.url}/${i}`)
    await webhooks.postAction(id, 'pause')
    if (i === 3) await webhooks.emit(events)
  }
  const { body } = await webhooks.get('')
  for (const { id, status } of body.webhooks) if (status === 'paused') await webhooks.postAction(id, 'resume')
  await using secondNode = await node(database, 'api,worker')
  await until('the first node delivers', () => receiver.received.length > 50 && hangingResponses.length > 0)

  const stopping = firstNode[Symbol.asyncDispose]()
  await until(
    'only the lane with a request in flight is kept',
    async () => (await lanesOf(secondNode, firstNode)).length === 1,
  )
  // How many of the other lanes still had work at that time depends on the machine.
  await until('the second node delivers the remaining events', async () => (await queueLength(secondNode)) === events)
  assert.equal((await lanesOf(secondNode, firstNode)).length, 1)
  isHanging = false
  for (const response of hangingResponses) response.writeHead(204).end()
  await stopping
  await until('every event is delivered', async () => (await queueLength(secondNode)) === 0)
  assertOnce(receiver.received, 5 * events)
})

test('a worker that has lost its lane does not postpone the deliveries of the next worker', async t => {
  stopTime(t)
  await using database = await createTestDatabase('workspace')
  await using firstNode = await node(database, 'api,worker')
  const hangingResponses: ServerResponse[] = []
  await using receiver = await startReceiver((_, response) => hangingResponses.push(response))
  const webhooks = webhooksOf(firstNode)
  const { id } = await webhooks.create(receiver.url)
  await webhooks.emit()
  await until('the first worker sends', () => hangingResponses.length === 1)
  await using secondNode = await node(database, 'worker')
  await firstNode.sql("update webhook_lane set lease_until = lease_until - interval '1 hour'")
  await until('the second worker sends the event too', () => hangingResponses.length === 2)
  assert.deepEqual(await lanesOf(firstNode, secondNode), [id])
  hangingResponses[0]?.writeHead(500).end()
  const { delivery } = firstNode.system
  await until('the first worker has recorded its failure', async () => {
    const [row] = await firstNode.sql(`select count(*)::int as failed from webhook_attempt where outcome = 'failed'`)
    return row?.failed === 1 && delivery.state.unsaved === 0
  })
  assert.equal(delivery.state.lanes, 0, 'the first worker sends nothing else')
  assert.deepEqual(await firstNode.sql('select failing_since from webhook_lane'), [{ failing_since: null }])
  hangingResponses[1]?.writeHead(204).end()
  await until('nothing is left to send', async () => (await queueLength(firstNode)) === 0)
  assert.equal(receiver.received.length, 2)
})

for (const [change, applyChange] of [
  ['pausing', (webhooks, id) => webhooks.postAction(id, 'pause')],
  ['deleting', (webhooks, id) => webhooks.remove(id)],
] satisfies [string, (webhooks: ReturnType<typeof webhooksOf>, id: string) => Promise<unknown>][])
  test(`${change} on one node: no request of another node starts more than a second after the response`, async t => {
    await using database = await createTestDatabase('workspace')
    await using api = await node(database, 'api')
    await using worker = await node(database, 'worker')
    await using receiver = await startReceiver((_, response) => setTimeout(() => response.writeHead(204).end(), 25))
    const webhooks = webhooksOf(api)
    const { id } = await webhooks.create(receiver.url)
    await webhooks.postAction(id, 'pause')
    await webhooks.emit(40)
    await api.sql(
      `insert into webhook_queue select organization_id, endpoint_id, due, 'whq_' || lpad((row_number() over ())::text, 26, '0'), event_id, 1, 'live'
         from webhook_queue cross join generate_series(1, 60) i`,
    )
    await webhooks.postAction(id, 'resume')
    await until('the backlog flows', () => receiver.received.length > 100)
    await applyChange(webhooks, id)
    const answeredAt = api.clock.now()
    const { delivery } = worker.system
    await until(
      'the worker has released the lane',
      () => delivery.state.lanes + delivery.state.inFlight + delivery.state.unsaved === 0,
    )
    const [{ last, attempts } = {}] = await api.sql(
      `select max(record::json ->> 'startedAt') as last, count(*)::int as attempts from webhook_attempt where endpoint_id = $1`,
      [id],
    )
    assert.equal(attempts, receiver.received.length)
    const delay = Date.parse(String(last)) - answeredAt
    t.diagnostic(`the last request started ${delay} ms after the answer`)
    assert.ok(delay < 1000, `${delay} ms`)
    const backlog = await queueLength(api)
    assert.ok(backlog > 0, 'no delivery was left to hold back')
    if (change === 'deleting') return
    const receivedBefore = receiver.received.length
    await webhooks.postAction(id, 'resume')
    await until('delivery continues', () => receiver.received.length > receivedBefore)
  })

test('a clock that jumps by a day under a running worker: each event arrives once, none is lost', async () => {
  await using p = await boot({ env: { ...loopback, PROBATA_ROLES: 'api,worker' } })
  await using receiver = await startReceiver((_, response) => setTimeout(() => response.writeHead(204).end(), 50))
  const webhooks = webhooksOf(p)
  for (const name of ['a', 'b']) await webhooks.create(`${receiver.url}/${name}`)
  let emittedCount = 0
  for (const jump of [0, day, -day, -day, day]) {
    const receivedBefore = receiver.received.length
    const emitting = webhooks.emit(40)
    await until('the round is in progress', () => receiver.received.length > receivedBefore)
    p.clock.advance(jump)
    const timeAfterJump = p.clock.now()
    await until('the leases use the new time', async () => {
      const [lease] = await p.sql('select min(lease_until) as first, max(lease_until) as last from webhook_lane')
      const [first, last] = [lease?.first, lease?.last].map(Number)
      return Number(first) > timeAfterJump + 15_000 && Number(last) < p.clock.now() + 15_001
    })
    emittedCount += (await emitting).length
  }
  await until('every event is delivered', async () => (await queueLength(p)) === 0)
  assertOnce(receiver.received, 2 * emittedCount)
})
