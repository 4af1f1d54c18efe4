/**
 * Tests that waiting retries are brought forward when a receiver works again, and that retries that fail keep their
 * schedule.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Administrator, administratorOf } from './administrator.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { loopback, type Webhooks, webhooksOf } from './webhooks.ts'

let p: Probata
let webhooks: Webhooks
let admin: Administrator
let receiver: Receiver
let statusOf: (body: string) => number

before(async () => {
  p = await boot({ env: loopback })
  receiver = await startReceiver(({ body }, response) => {
    const status = statusOf(body.toString())
    response.writeHead(status).end(status < 300 ? '' : 'out of order\nsince Friday')
  })
  webhooks = webhooksOf(p)
  admin = administratorOf(p)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const drain = () => p.system.delivery.drain()

/**
 * Creates a webhook with deliveries whose sixth attempt is due in six hours. The webhook is removed at the end of the
 * test.
 */
const newWebhook = async (t: TestContext, waitingCount: number) => {
  statusOf = () => 204
  const { id } = await webhooks.createFor(t, receiver.url)
  const events = await webhooks.emit(waitingCount)
  await drain()
  // Puts the failed deliveries into the queue directly, because a failing receiver gets only one request a second.
  await p.sql(
    `insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select w.organization_id, w.id, $2::bigint + n, e, e, 6, 'live'
       from webhook_endpoint w, unnest($3::text[]) with ordinality as t (e, n) where w.id = $1`,
    [id, p.clock.now() + 6 * hour, events],
  )
  statusOf = () => 500
  receiver.received.length = 0
  return { id, events }
}

const queueOf = (id: string) =>
  p.sql('select event_id, attempt, due, later from webhook_queue where endpoint_id = $1 order by due, id', [id])

const reason = 'The receiver was repaired'

test('every waiting delivery is sent at once, each event once', async t => {
  const { id, events } = await newWebhook(t, 100)
  statusOf = () => 204
  assert.deepEqual(await admin.post(`/${id}/deliver-now`, {}), { waiting: 100, deadLetters: 0 })
  await drain()
  assert.deepEqual(receiver.events().toSorted(), events.toSorted())
  assert.deepEqual(await queueOf(id), [])
  assert.equal(await drain(), 0)
  p.clock.advance(7 * hour)
  assert.equal(await drain(), 0)
})

test('failed deliveries keep their schedule and number of attempts, and the others do not change', async t => {
  const { id } = await newWebhook(t, 100)
  const queueBefore = await queueOf(id)
  await admin.post(`/${id}/deliver-now`, {})
  await drain()
  assert.ok(receiver.received.length <= 16, `${receiver.received.length} attempts`)
  const remaining = await queueOf(id)
  assert.deepEqual(
    remaining.map(row => [row.event_id, row.attempt, row.due]),
    queueBefore.map(row => [row.event_id, row.attempt, row.due]),
  )
  assert.equal((await webhooks.dead(id)).length, 0)
})

test('bringing forward the seventh attempt does not lose it', async t => {
  const { id, events } = await newWebhook(t, 1)
  await p.sql('update webhook_queue set attempt = 7 where endpoint_id = $1', [id])
  await admin.post(`/${id}/deliver-now`, {})
  await drain()
  assert.equal(receiver.received.length, 1)
  assert.deepEqual(await webhooks.dead(id), [])
  p.clock.advance(7 * hour)
  await drain()
  assert.deepEqual(await webhooks.dead(id), events)
})

test('a test event brings retries forward if it succeeds, but not if it fails', async t => {
  const { id, events } = await newWebhook(t, 5)
  await webhooks.postAction(id, 'test')
  await drain()
  assert.equal(receiver.received.length, 1)
  receiver.received.length = 0
  statusOf = () => 204
  await webhooks.postAction(id, 'test')
  await drain()
  const deliveredEvents = receiver.events()
  assert.deepEqual(
    events.filter(event => !deliveredEvents.includes(event)),
    [],
  )
})

test('an event that fails while others are brought forward waits as usual', async t => {
  const { id } = await newWebhook(t, 3)
  statusOf = body => (body.includes('webhook.test') ? 500 : 204)
  await admin.post(`/${id}/deliver-now`, {})
  await webhooks.postAction(id, 'test')
  await drain()
  const rows = await queueOf(id)
  const tests = rows.filter(row => row.attempt === 2)
  assert.equal(tests.length, 1)
  assert.ok(Number(tests[0]?.due) >= p.clock.now() + 29 * second)
})

test('a replay replaces the pending retry', async t => {
  const { id, events } = await newWebhook(t, 1)
  const [attempt] = await webhooks.attempts(id)
  statusOf = () => 204
  await webhooks.postAction(id, `deliveries/${attempt?.id}/replay`)
  await drain()
  assert.deepEqual(receiver.events(), events)
  assert.deepEqual(await queueOf(id), [])
})

test('a retry that fails while its replay waits is removed by the replay', async t => {
  const { id } = await newWebhook(t, 1)
  const [attempt] = await webhooks.attempts(id)
  // The retry becomes due while the replay is requested, so it may be in flight at another node.
  await p.sql('update webhook_queue set due = $2::bigint where endpoint_id = $1', [id, p.clock.now() + 5 * second])
  await webhooks.postAction(id, `deliveries/${attempt?.id}/replay`)
  assert.equal((await queueOf(id)).length, 2)
  statusOf = () => 204
  await drain()
  assert.deepEqual([receiver.received.length, await queueOf(id)], [1, []])
})

test('delivering now is rejected for a paused webhook, and audited with the number of waiting deliveries', async t => {
  const { id } = await newWebhook(t, 2)
  await webhooks.postAction(id, 'pause')
  const { status } = await p.call('POST', `/api/workspace/webhooks/${id}/deliver-now`, {
    cookie: await p.signIn('admin@acme.example'),
    body: { reason },
  })
  assert.equal(status, 422)
  await webhooks.postAction(id, 'resume')
  await admin.post(`/${id}/deliver-now`, {})
  const auditRows = await p.sql(
    `select record::json ->> 'detail' as detail from audit_event where action = 'webhook.deliver_now' and resource_id = $1 and record like '%"outcome":"done"%'`,
    [id],
  )
  assert.match(String(auditRows.at(-1)?.detail), /^2 waiting/)
})

test('while a receiver fails, its last response is shown with its first line', async t => {
  const { id } = await newWebhook(t, 0)
  await webhooks.emit(1)
  await drain()
  const health = async () =>
    (await admin.get('/health')).endpoints.find(({ webhookId }: { webhookId: string }) => webhookId === id).lastAnswer
  assert.deepEqual(await health(), {
    status: 500,
    failure: 'status',
    message: 'The receiver answered with a status other than 2xx.',
    firstLine: 'out of order',
  })
  statusOf = () => 204
  await admin.post(`/${id}/deliver-now`, {})
  await drain()
  assert.equal(await health(), null)
  p.clock.advance(minute)
})
