import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { day } from '#lib/clock.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot, type Probata } from '#test/system.ts'
import { startReceiver } from './receiver.ts'
import { loopback, until, webhooksOf } from './webhooks.ts'

type Database = Awaited<ReturnType<typeof createTestDatabase>>

/** A node of its own on a shared database; a worker delivers from the start. */
const node = ({ connection }: Database, roles: string, provision: null | undefined = undefined) =>
  boot({ database: connection, env: { ...loopback, PROBATA_ROLES: roles }, ...(provision === null && { provision }) })

const nodeId = (p: Probata) => p.system.services.nodeId

const lanesOf = async (p: Probata, owner: Probata): Promise<string[]> => {
  const rows = await p.sql('select endpoint_id from webhook_lane where owner = $1', [nodeId(owner)])
  return rows.map(row => String(row.endpoint_id))
}

const queued = async (p: Probata): Promise<number> => {
  const [row] = await p.sql('select count(*)::int as count from webhook_queue')
  return Number(row?.count)
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Each event of each webhook once, by the receiver's own list; the path names the webhook. */
const assertOnce = (received: readonly { path: string; headers: Record<string, unknown> }[], count: number) => {
  const keys = received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)
  const repeated = keys.filter((key, i) => keys.indexOf(key) !== i)
  assert.deepEqual(repeated, [], 'delivered twice')
  assert.equal(keys.length, count)
}

test('a worker hears at once of what a node without deliveries has committed', async t => {
  await using database = await createTestDatabase()
  await using api = await node(database, 'api')
  await using worker = await node(database, 'worker', null)
  await using receiver = await startReceiver()
  const webhooks = webhooksOf(api)
  const { id } = await webhooks.create(receiver.url)
  const lags: number[] = []
  for (let i = 1; i <= 9; i++) {
    await webhooks.emit()
    await until(`event ${i}`, () => receiver.received.length === i)
    const [event] = await api.sql('select created_at from outbox_event where id = $1', receiver.events().slice(-1))
    lags.push((receiver.received.at(-1)?.at ?? 0) - Number(event?.created_at))
  }
  t.diagnostic(`from the change to the receiver: median ${median(lags)} ms, most ${Math.max(...lags)} ms`)
  // Without the signal it would be half of the sweep's second for the first, and of 5 s for the others.
  assert.ok(median(lags) < 250, `${lags} ms`)
  assert.deepEqual(await lanesOf(api, worker), [id])
  assert.deepEqual(await lanesOf(api, api), [])
})

test('two workers share the lanes, and no event is delivered twice', async () => {
  await using database = await createTestDatabase()
  await using one = await node(database, 'api,worker')
  await using two = await node(database, 'api,worker', null)
  await using receiver = await startReceiver()
  const nodes = [webhooksOf(one, 'acme'), webhooksOf(two, 'globex')]
  let made = 0
  const create = () => Promise.all(nodes.map(webhooks => webhooks.create(`${receiver.url}/${++made}`)))
  const shared = async () => (await lanesOf(one, one)).length > 0 && (await lanesOf(one, two)).length > 0
  const emitted: Promise<string[]>[] = []
  let expected = 0
  const emit = (count: number) => {
    for (const webhooks of nodes) emitted.push(webhooks.emit(count))
    expected += count * made
  }
  for (let i = 0; i < 4; i++) await create()
  for (let round = 0; round < 10 && !(round > 2 && (await shared())); round++) {
    await create()
    emit(5)
    await Promise.all(emitted)
  }
  assert.ok(await shared(), 'one node holds every lane')
  emit(30)
  await Promise.all(emitted)
  await until('all is delivered', async () => (await queued(one)) === 0)
  assertOnce(receiver.received, expected)
})

test('a node that stops hands its lanes over at once, also while a request of another lane hangs', async () => {
  await using database = await createTestDatabase()
  await using resources = new AsyncDisposableStack()
  const one = resources.use(await node(database, 'api,worker'))
  const hanging: ServerResponse[] = []
  let hangs = true
  await using receiver = await startReceiver(({ path }, response) => {
    if (hangs && path.endsWith('hangs')) hanging.push(response)
    else setTimeout(() => response.writeHead(204).end(), 20)
  })
  const webhooks = webhooksOf(one)
  await webhooks.create(`${receiver.url}/hangs`)
  for (let i = 0; i < 4; i++) {
    const { id } = await webhooks.create(`${receiver.url}/${i}`)
    await webhooks.act(id, 'pause')
    if (i === 3) await webhooks.emit(150)
  }
  const { body } = await webhooks.get('')
  for (const { id, status } of body.webhooks) if (status === 'paused') await webhooks.act(id, 'resume')
  await using two = await node(database, 'api,worker', null)
  await until('the first node delivers', () => receiver.received.length > 50 && hanging.length > 0)
  assert.equal((await lanesOf(two, one)).length, 5)

  const stopping = one[Symbol.asyncDispose]()
  const since = performance.now()
  await until('the second node has the healthy lanes', async () => (await lanesOf(two, two)).length >= 4)
  const took = performance.now() - since
  assert.ok(took < 2500, `${took} ms`)
  assert.deepEqual((await lanesOf(two, one)).length, 1, 'the lane of a request under way is kept')
  hangs = false
  for (const response of hanging) response.writeHead(204).end()
  await stopping
  await until('all is delivered', async () => (await queued(two)) === 0)
  assertOnce(receiver.received, 750)
})

for (const [change, act] of [
  ['pausing', (webhooks, id) => webhooks.act(id, 'pause')],
  ['deleting', (webhooks, id) => webhooks.remove(id)],
] satisfies [string, (webhooks: ReturnType<typeof webhooksOf>, id: string) => Promise<unknown>][])
  test(`${change} on one node: no request of another starts more than a second after the answer`, async t => {
    await using database = await createTestDatabase()
    await using api = await node(database, 'api')
    await using _worker = await node(database, 'worker', null)
    await using receiver = await startReceiver((_, response) => setTimeout(() => response.writeHead(204).end(), 25))
    const webhooks = webhooksOf(api)
    const { id } = await webhooks.create(receiver.url)
    await webhooks.act(id, 'pause')
    await webhooks.emit(40)
    await api.sql(
      `insert into webhook_queue select organization_id, endpoint_id, due, 'whq_' || lpad(i::text, 26, '0'), event_id, 1, 'live'
         from webhook_queue cross join generate_series(1, 60) i`,
    )
    await webhooks.act(id, 'resume')
    await until('the backlog flows', () => receiver.received.length > 100)
    await act(webhooks, id)
    const answered = Date.now()
    await delay(2500)
    const last = receiver.received.at(-1)?.at ?? 0
    t.diagnostic(`the last request came ${last - answered} ms after the answer`)
    assert.ok(last - answered < 1000, `${last - answered} ms`)
    const backlog = await queued(api)
    assert.ok(backlog > 0, 'nothing was left to be held back')
    if (change === 'deleting') return
    const before = receiver.received.length
    await webhooks.act(id, 'resume')
    await until('it goes on', () => receiver.received.length > before)
  })

test('a clock that jumps by a day under a running worker: each event once, none lost', async () => {
  await using p = await boot({ env: { ...loopback, PROBATA_ROLES: 'api,worker' } })
  await using receiver = await startReceiver((_, response) => setTimeout(() => response.writeHead(204).end(), 50))
  const webhooks = webhooksOf(p)
  for (const name of ['a', 'b']) await webhooks.create(`${receiver.url}/${name}`)
  let emitted = 0
  for (const jump of [0, day, -day, -day, day]) {
    const emitting = webhooks.emit(40)
    await delay(100)
    p.clock.advance(jump)
    // Longer than between two sweeps for lanes.
    await delay(1100)
    emitted += (await emitting).length
  }
  await until('all is delivered', async () => (await queued(p)) === 0)
  assertOnce(receiver.received, 2 * emitted)
})
