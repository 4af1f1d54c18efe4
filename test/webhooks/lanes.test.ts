import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { startReceiver } from './receiver.ts'
import { loopback, stopTime, type Webhooks, webhooksOf } from './webhooks.ts'

let p: Probata
let webhooks: Webhooks

before(async () => {
  p = await boot({ env: loopback })
  webhooks = webhooksOf(p)
})
after(() => p[Symbol.asyncDispose]())

const drain = () => p.system.delivery.drain()

test('a pause over a week keeps everything; resuming delivers it in order, beginning with one at a time', async t => {
  const time = stopTime(t)
  let openCount = 0
  const concurrency: number[] = []
  await using receiver = await startReceiver((_, response) => {
    concurrency.push(++openCount)
    setImmediate(() => {
      openCount--
      response.writeHead(200).end()
    })
  })
  const { id } = await webhooks.createFor(t, receiver.url)
  await webhooks.postAction(id, 'pause')
  const emittedEvents: string[] = []
  for (let i = 0; i < 7; i++) {
    emittedEvents.push(...(await webhooks.emit(8)))
    time.advance(day)
    assert.equal(await drain(), 0)
  }
  assert.equal((await webhooks.pending(id)).length, emittedEvents.length)
  await webhooks.postAction(id, 'resume')
  assert.equal(await drain(), emittedEvents.length)
  const attempts = await webhooks.attempts(id)
  assert.deepEqual(
    attempts.map(({ eventId }) => eventId),
    emittedEvents,
    'deliveries do not start in the order of the events',
  )
  assert.ok(attempts.every(({ outcome, attempt }) => outcome === 'delivered' && attempt === 1))
  assert.deepEqual(receiver.events().toSorted(), emittedEvents.toSorted())
  assert.equal(concurrency[0], 1)
  assert.ok(Math.max(...concurrency) <= 16)
})

test('a retry that is due during a pause waits for its end', async t => {
  const time = stopTime(t)
  await using receiver = await startReceiver((_, response) => response.writeHead(500).end())
  const { id } = await webhooks.createFor(t, receiver.url)
  await webhooks.emit()
  assert.equal(await drain(), 1)
  await webhooks.postAction(id, 'pause')
  time.advance(7 * day)
  assert.equal(await drain(), 0)
  await webhooks.postAction(id, 'resume')
  assert.equal(await drain(), 1)
  assert.deepEqual(
    (await webhooks.attempts(id)).map(({ attempt }) => attempt),
    [1, 2],
  )
})

test('two webhooks, one of them failing, do not affect each other', async t => {
  const time = stopTime(t)
  await using receiver = await startReceiver(({ path }, response) =>
    response.writeHead(path.endsWith('bad') ? 500 : 200).end(),
  )
  const failingWebhook = await webhooks.createFor(t, `${receiver.url}/bad`)
  const workingWebhook = await webhooks.createFor(t, `${receiver.url}/good`)
  const first = await webhooks.emit(2)
  assert.equal(await drain(), 4)
  time.advance(minute)
  const second = await webhooks.emit(2)
  assert.equal(await drain(), 6)
  const attempts = await webhooks.attempts(workingWebhook.id)
  assert.deepEqual(
    attempts.map(({ eventId }) => eventId),
    [...first, ...second],
  )
  assert.ok(attempts.every(({ outcome, attempt }) => outcome === 'delivered' && attempt === 1))
  const pending = await webhooks.pending(failingWebhook.id)
  assert.equal(pending.length, 4)
  assert.deepEqual(await webhooks.pending(workingWebhook.id), [])
})

test('a deleted webhook gets neither due deliveries nor new events', async t => {
  const time = stopTime(t)
  await using receiver = await startReceiver((_, response) => response.writeHead(500).end())
  const { id } = await webhooks.create(receiver.url)
  const keptWebhook = await webhooks.createFor(t, receiver.url)
  await webhooks.emit(2)
  assert.equal(await drain(), 4)
  await webhooks.remove(id)
  const [laterEvent] = await webhooks.emit()
  time.advance(2 * minute)
  assert.equal(await drain(), 3, 'two retries and the new event, for the remaining webhook')
  const [row] = await p.sql('select count(*)::int as attempts from webhook_attempt where endpoint_id = $1', [id])
  assert.equal(row?.attempts, 2)
  assert.ok((await webhooks.pending(id)).every(({ event }) => event !== laterEvent))
  assert.equal((await webhooks.attempts(keptWebhook.id)).length, 5)
})

test('a clock that is set back or ahead by a day: nothing is lost, nothing is sent early', async t => {
  const time = stopTime(t)
  let status = 500
  await using receiver = await startReceiver((_, response) => response.writeHead(status).end())
  const { id } = await webhooks.createFor(t, receiver.url)
  const start = time.now()
  const emittedEvents = await webhooks.emit()
  assert.equal(await drain(), 1)
  time.set(start - day)
  assert.equal(await drain(), 0, 'a retry was sent early')
  emittedEvents.push(...(await webhooks.emit()))
  assert.equal(await drain(), 1, 'an event waits for the day to pass again')
  time.set(start - day + minute)
  assert.equal(await drain(), 1)
  time.set(start + minute)
  assert.equal(await drain(), 2, 'the retries of both times')
  time.set(start + day)
  emittedEvents.push(...(await webhooks.emit()))
  assert.equal(await drain(), 3)
  time.set(start + 2 * minute)
  assert.equal(await drain(), 0, 'a retry from a day ahead was sent early')
  emittedEvents.push(...(await webhooks.emit()))
  status = 200
  assert.equal(await drain(), 1)
  time.set(start + 2 * day)
  await drain()
  const deliveries = (await webhooks.attempts(id)).filter(({ outcome }) => outcome === 'delivered')
  assert.deepEqual(deliveries.map(({ eventId }) => eventId).toSorted(), emittedEvents.toSorted())
  assert.deepEqual(await webhooks.pending(id), [])
})
