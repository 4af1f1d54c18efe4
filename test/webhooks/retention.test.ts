import assert from 'node:assert/strict'
import { after, before, beforeEach, type TestContext, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Administrator, administratorOf } from './administrator.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { loopback, stopTime, type Webhooks, webhooksOf } from './webhooks.ts'

const retentionDays = 30

let p: Probata
let webhooks: Webhooks
let admin: Administrator
let receiver: Receiver
let status: number

before(async () => {
  p = await boot({ env: loopback })
  assert.equal(p.system.services.settings.webhookRetentionDays, retentionDays)
  receiver = await startReceiver((_, response) => response.writeHead(status).end())
  webhooks = webhooksOf(p)
  admin = administratorOf(p)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(() => {
  status = 204
  receiver.received.length = 0
})

const drain = () => p.system.delivery.drain()
const runRetention = () => p.system.runJob('keep-webhook-partitions')
const runPurge = () => p.system.runJob('purge-deleted-webhooks')

const newWebhook = async (t: TestContext) => (await webhooks.createFor(t, receiver.url)).id

const dayOf = (time: number) => iso(time).slice(0, 10).replaceAll('-', '')

/** Returns the days for which a partition exists. */
const partitions = async (parent: string): Promise<string[]> => {
  const rows = await p.sql(
    `select right(inhrelid::regclass::text, 8) as day from pg_inherits
      where inhparent = $1::regclass and inhrelid::regclass::text ~ '_[0-9]{8}$' order by 1`,
    [parent],
  )
  return rows.map(({ day }) => String(day))
}

const storedIn = async (parent: string, id: string): Promise<string | undefined> => {
  const [row] = await p.sql(`select tableoid::regclass::text as name from ${parent} where id = $1`, [id])
  return row && String(row.name)
}

// Each test advances the clock beyond that of the previous test.
let offset = 0
const advanceDays = (t: TestContext, days: number) => {
  const time = stopTime(t)
  offset += days * day
  time.advance(offset)
  return time
}

test('partitions of a day and the six after it are created once, for events and for attempts', async t => {
  advanceDays(t, 50)
  const now = p.clock.now()
  const days = [...Array(7).keys()].map(i => dayOf(now + i * day))
  const parents = ['outbox_event', 'webhook_attempt']
  // The first partitions are older than their retention by now.
  const partitionsBefore = (await Promise.all(parents.map(partitions))).flat()
  assert.equal(await runRetention(), 14 + partitionsBefore.length)
  for (const parent of parents) assert.deepEqual(await partitions(parent), days)
  assert.equal(await runRetention(), 0)
})

test('rows of a day without a partition are kept, and that day gets no partition later', async t => {
  advanceDays(t, 100)
  const id = await newWebhook(t)
  const [event = ''] = await webhooks.emit()
  await drain()
  assert.equal(await storedIn('outbox_event', event), 'outbox_event_other')
  await runRetention()
  assert.equal(await storedIn('outbox_event', event), 'outbox_event_other')
  const [today, tomorrow] = [dayOf(p.clock.now()), dayOf(p.clock.now() + day)]
  const days = await partitions('outbox_event')
  assert.deepEqual([days.includes(today), days.includes(tomorrow)], [false, true])
  const [attempt] = await webhooks.attempts(id)
  assert.deepEqual([attempt?.eventId, attempt?.outcome], [event, 'delivered'])
})

test('a day is dropped only after its end is past the retention', async t => {
  const time = advanceDays(t, 100)
  await runRetention()
  const id = await newWebhook(t)
  const [event = ''] = await webhooks.emit()
  await drain()
  const createdDay = dayOf(p.clock.now())
  assert.equal(await storedIn('outbox_event', event), `outbox_event_${createdDay}`)
  const endOfDay = Math.floor(p.clock.now() / day) * day + day
  time.set(endOfDay + retentionDays * day - 1)
  await runRetention()
  assert.equal((await webhooks.attempts(id)).length, 1)
  time.set(endOfDay + retentionDays * day)
  await runRetention()
  assert.deepEqual(await webhooks.attempts(id), [])
  for (const parent of ['outbox_event', 'webhook_attempt'])
    assert.ok(!(await partitions(parent)).includes(createdDay), parent)
  assert.equal(await storedIn('outbox_event', event), undefined)
})

test('an event is kept while it is queued or part of a replay, however long the webhook is paused', async t => {
  const time = advanceDays(t, 200)
  await runRetention()
  const id = await newWebhook(t)
  const replayedEvents = await webhooks.emit()
  await drain()
  await webhooks.postAction(id, 'pause')
  time.advance(2 * day)
  const waitingEvents = await webhooks.emit()
  const range = { from: iso(p.clock.now() - 3 * day), to: iso(p.clock.now()) }
  await admin.post(`/${id}/replays`, range, 202)
  time.advance(90 * day)
  await runRetention()
  await runRetention()
  receiver.received.length = 0
  await webhooks.postAction(id, 'resume')
  assert.equal(await drain(), 2)
  assert.deepEqual(receiver.events(), [...waitingEvents, ...replayedEvents])
  await runRetention()
  for (const event of [...waitingEvents, ...replayedEvents])
    assert.equal(await storedIn('outbox_event', event), undefined)
})

test('an event outside the daily partitions is kept and dropped in the same way', async t => {
  const time = advanceDays(t, 400)
  const id = await newWebhook(t)
  await webhooks.postAction(id, 'pause')
  const [event = ''] = await webhooks.emit()
  assert.equal(await storedIn('outbox_event', event), 'outbox_event_other')
  time.advance(60 * day)
  await runRetention()
  assert.equal(await storedIn('outbox_event', event), 'outbox_event_other')
  await webhooks.postAction(id, 'resume')
  await drain()
  assert.deepEqual(receiver.events(), [event])
  await runRetention()
  assert.equal(await storedIn('outbox_event', event), undefined)
})

test('a dead letter outlives its event, and is replayed with the originally sent bytes', async t => {
  const time = advanceDays(t, 600)
  await runRetention()
  const id = await newWebhook(t)
  status = 500
  const [event = ''] = await webhooks.emit()
  await p.sql('update webhook_queue set attempt = 7 where endpoint_id = $1', [id])
  await drain()
  time.advance(60 * day)
  await runRetention()
  assert.equal(await storedIn('outbox_event', event), undefined)
  assert.deepEqual(await webhooks.dead(id), [event])
  status = 204
  await admin.post(`/${id}/dead-letters/${event}/replay`)
  await drain()
  assert.deepEqual(await webhooks.dead(id), [])
  const [first, second] = receiver.received
  assert.deepEqual([receiver.received.length, second?.body], [2, first?.body])
})

test('an event that retention has dropped is counted as forgotten, and not replayed', async t => {
  const time = advanceDays(t, 800)
  await runRetention()
  const id = await newWebhook(t)
  await webhooks.postAction(id, 'pause')
  await webhooks.emit()
  time.advance(40 * day)
  await webhooks.postAction(id, 'resume')
  await drain()
  await runRetention()
  const range = { from: iso(0), to: iso(p.clock.now() + minute) }
  assert.deepEqual(await admin.post(`/${id}/replays`, { ...range, dryRun: true }), { count: 0, forgotten: 1 })
  await admin.post(`/${id}/replays`, range, 422)
})

test('the queue of a deleted webhook is emptied at once, its other rows once nothing can be queued', async t => {
  const time = advanceDays(t, 1000)
  const [deletedWebhook, remainingWebhook] = [await webhooks.create(receiver.url), await webhooks.create(receiver.url)]
  t.after(() => webhooks.remove(remainingWebhook.id))
  await webhooks.emit()
  await drain()
  for (const { id } of [deletedWebhook, remainingWebhook]) await webhooks.postAction(id, 'pause')
  const range = { from: iso(p.clock.now() - hour), to: iso(p.clock.now() + hour) }
  for (const { id } of [deletedWebhook, remainingWebhook]) await admin.post(`/${id}/replays`, range, 202)
  const [event = ''] = await webhooks.emit()
  for (const { id } of [deletedWebhook, remainingWebhook])
    await p.sql(
      `insert into webhook_dead_letter select organization_id, id, 'evt_dead', '{}', '{}' from webhook_endpoint where id = $1`,
      [id],
    )
  assert.equal(await runPurge(), 0)
  await webhooks.remove(deletedWebhook.id)
  receiver.received.length = 0
  assert.equal(await drain(), 0)
  assert.equal(await runPurge(), 2)
  const countRows = async (id: string) => {
    const [row] = await p.sql(
      `select (select count(*)::int from webhook_queue where endpoint_id = $1) as queued,
              (select count(*)::int from webhook_replay_event e join webhook_replay r on r.id = e.replay_id
                where r.endpoint_id = $1) as replays,
              (select count(*)::int from webhook_lane where endpoint_id = $1) as lanes,
              (select count(*)::int from webhook_dead_letter where endpoint_id = $1) as letters`,
      [id],
    )
    return row
  }
  assert.deepEqual(await countRows(deletedWebhook.id), { queued: 0, replays: 0, lanes: 1, letters: 1 })
  // Inserts a row as a change does that began before the deletion and commits after it.
  await p.sql(
    `insert into webhook_queue select organization_id, id, 1, $2::text, $2::text, 1, 'live' from webhook_endpoint where id = $1`,
    [deletedWebhook.id, event],
  )
  assert.equal(await runPurge(), 1)
  time.advance(10 * minute)
  assert.equal(await runPurge(), 0)
  assert.deepEqual(await countRows(deletedWebhook.id), { queued: 0, replays: 0, lanes: 0, letters: 0 })
  assert.deepEqual(await countRows(remainingWebhook.id), { queued: 1, replays: 1, lanes: 1, letters: 1 })
  const [replay] = await p.sql('select status from webhook_replay where endpoint_id = $1', [deletedWebhook.id])
  assert.equal(replay?.status, 'cancelled')
})

test('a queue of many thousands is purged in chunks', async t => {
  advanceDays(t, 1100)
  await runPurge()
  const { id } = await webhooks.create(receiver.url)
  await webhooks.postAction(id, 'pause')
  await p.sql(
    `insert into webhook_queue select w.organization_id, w.id, i, 'evt_' || i, 'evt_' || i, 1, 'live'
       from webhook_endpoint w, generate_series(1, 12000) i where w.id = $1`,
    [id],
  )
  await webhooks.remove(id)
  assert.equal(await runPurge(), 12_000)
  assert.deepEqual(await webhooks.pending(id), [])
})
