import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, type TestContext, test } from 'node:test'
import { iso, minute, second } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { type Administrator, administratorOf } from './administrator.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { loopback, stopTime, type Webhooks, webhooksOf } from './webhooks.ts'

let p: Probata
let webhooks: Webhooks
let admin: Administrator
let receiver: Receiver
let status: number
let pendingResponses: ServerResponse[] | undefined

before(async () => {
  p = await boot({ env: loopback })
  receiver = await startReceiver((_, response) => {
    if (pendingResponses) pendingResponses.push(response)
    else response.writeHead(status).end()
  })
  webhooks = webhooksOf(p)
  admin = administratorOf(p)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const drain = () => p.system.delivery.drain()

const newWebhook = async (t: TestContext) => {
  status = 204
  pendingResponses = undefined
  return (await webhooks.createFor(t, receiver.url)).id
}

const backlogOf = (id: string) => admin.get(`/${id}/backlog`)
const pendingOf = async (id: string) => (await admin.get(`/${id}/pending`)).pending

test('an empty backlog, then due deliveries, then a delivery rate', async t => {
  const time = stopTime(t)
  const id = await newWebhook(t)
  assert.deepEqual(await backlogOf(id), {
    state: 'idle',
    pending: 0,
    pendingIsCapped: false,
    replayRemaining: 0,
    oldestDueAt: null,
    nextAttemptAt: null,
    failingSince: null,
    ratePerSecond: 0,
    expectedSeconds: 0,
    explanation: 'Everything has been delivered.',
    code: 'backlog.idle',
    values: {
      ...{ deliveries: 0, isCapped: false, perSecond: 0, seconds: 0 },
      ...{ nextAttemptAt: null, failingSince: null },
    },
  })
  const events = await webhooks.emit(18)
  const now = iso(p.clock.now())
  const due = await backlogOf(id)
  assert.deepEqual(
    [due.state, due.pending, due.oldestDueAt, due.nextAttemptAt, due.expectedSeconds, due.explanation],
    ['delivering', 18, now, now, null, '18 deliveries are being sent.'],
  )
  const pending = await pendingOf(id)
  assert.deepEqual(
    pending.map(({ eventId }: { eventId: string }) => eventId),
    events,
  )
  assert.deepEqual(pending[0], {
    eventId: events[0],
    eventType: 'evidence.claim.created',
    attempt: 1,
    origin: 'live',
    dueAt: now,
    ahead: 0,
    reason: 'starting',
    why: 'It is under way or about to start.',
    code: 'pending.starting',
    values: { ahead: 0, isCapped: false, attempt: 1, dueAt: now, failingSince: null },
  })
  assert.deepEqual(
    [pending[17].ahead, pending[17].reason, pending[17].why],
    [17, 'behind_others', 'It is due, and waits for others: 17 deliveries are ahead of it.'],
  )
  await drain()
  await webhooks.emit(3)
  const halfDelivered = await backlogOf(id)
  assert.deepEqual(
    [halfDelivered.state, halfDelivered.ratePerSecond, halfDelivered.expectedSeconds, halfDelivered.explanation],
    ['delivering', 0.3, 10, '3 deliveries are being sent, 0.3 a second; at that rate it takes 10 s.'],
  )
  await drain()
  time.advance(minute + 1)
  const idleBacklog = await backlogOf(id)
  assert.deepEqual([idleBacklog.state, idleBacklog.ratePerSecond], ['idle', 0])
})

test('failing: shows when the failures began and when the next attempt is due', async t => {
  const time = stopTime(t)
  const id = await newWebhook(t)
  status = 500
  await webhooks.emit()
  const failingSince = iso(p.clock.now())
  await drain()
  const [{ due } = { due: 0 }] = await webhooks.pending(id)
  const failing = await backlogOf(id)
  assert.deepEqual(
    [failing.state, failing.failingSince, failing.nextAttemptAt, failing.expectedSeconds, failing.explanation],
    [
      'failing',
      failingSince,
      iso(due),
      null,
      `The receiver has been failing since ${failingSince}; 1 delivery is waiting, and the next attempt is at ${iso(due)}.`,
    ],
  )
  assert.deepEqual(
    [failing.code, failing.values.deliveries, failing.values.nextAttemptAt, failing.values.failingSince],
    ['backlog.failing_next_attempt', 1, iso(due), failingSince],
  )
  const [delivery] = await pendingOf(id)
  assert.deepEqual(
    [delivery.code, delivery.values.dueAt, delivery.values.failingSince],
    ['pending.receiver_failing_until', iso(due), failingSince],
  )
  assert.deepEqual(
    [delivery.attempt, delivery.reason, delivery.why],
    [2, 'receiver_failing', `The receiver has been failing since ${failingSince}; attempt 2 of 7 is at ${iso(due)}.`],
  )
  time.set(due)
  const [dueDelivery] = await pendingOf(id)
  assert.equal(
    dueDelivery.why,
    `The receiver has been failing since ${failingSince}; attempt 2 of 7 is due, and it is next.`,
  )
  await p.sql('delete from webhook_queue where endpoint_id = $1', [id])
  assert.equal(
    (await backlogOf(id)).explanation,
    `The receiver has been failing since ${failingSince}; nothing is waiting.`,
  )
})

test('waiting: a failed delivery is retried, although the receiver works', async t => {
  stopTime(t)
  const id = await newWebhook(t)
  status = 500
  await webhooks.emit()
  await drain()
  status = 204
  await webhooks.emit()
  await drain()
  const [{ due } = { due: 0 }] = await webhooks.pending(id)
  const waitingBacklog = await backlogOf(id)
  assert.deepEqual(
    [waitingBacklog.state, waitingBacklog.failingSince, waitingBacklog.nextAttemptAt, waitingBacklog.explanation],
    ['waiting', null, iso(due), `1 delivery is waiting for another attempt; the next is at ${iso(due)}.`],
  )
  const [delivery] = await pendingOf(id)
  assert.deepEqual(
    [delivery.reason, delivery.why],
    ['next_attempt', `An attempt failed; attempt 2 of 7 is at ${iso(due)}.`],
  )
})

test('paused: everything waits, including replays', async t => {
  stopTime(t)
  const id = await newWebhook(t)
  await webhooks.emit(2)
  await drain()
  await webhooks.postAction(id, 'pause')
  await webhooks.emit(2)
  const range = { from: iso(0), to: iso(p.clock.now() + minute) }
  await admin.post(`/${id}/replays`, range, 202)
  const paused = await backlogOf(id)
  assert.deepEqual(
    [paused.state, paused.pending, paused.replayRemaining, paused.nextAttemptAt, paused.explanation],
    ['paused', 2, 2, null, 'The webhook is paused; 4 deliveries are waiting until it is resumed.'],
  )
  const pending = await pendingOf(id)
  assert.deepEqual(
    pending.map(({ reason, why }: { reason: string; why: string }) => [reason, why]),
    [
      ['paused', 'The webhook is paused; when it is resumed, it is next.'],
      ['paused', 'The webhook is paused; when it is resumed, 1 delivery is ahead of it.'],
    ],
  )
})

test('the backlog reports that no worker is running, unless a process holds the lane', async t => {
  const time = stopTime(t)
  const id = await newWebhook(t)
  await webhooks.emit()
  time.advance(31 * second)
  const noWorkerText = 'no worker is running; start a process with the role worker.'
  const backlog = await backlogOf(id)
  assert.deepEqual(
    [backlog.state, backlog.nextAttemptAt, backlog.explanation],
    ['waiting', null, `1 delivery is due, but ${noWorkerText}`],
  )
  const [delivery] = await pendingOf(id)
  assert.deepEqual([delivery.reason, delivery.why], ['not_taken', `It is due, but ${noWorkerText}`])
  pendingResponses = []
  const draining = drain()
  await until('the request arrives', () => pendingResponses?.length === 1)
  const [inProgress] = await pendingOf(id)
  assert.equal(inProgress.reason, 'starting')
  assert.equal((await backlogOf(id)).state, 'delivering')
  for (const response of pendingResponses) response.writeHead(204).end()
  pendingResponses = undefined
  await draining
  assert.deepEqual(await pendingOf(id), [])
})

test('waiting deliveries are listed in order; counting stops at 10,000', async t => {
  const id = await newWebhook(t)
  await webhooks.postAction(id, 'pause')
  const [organization] = await p.sql(`select id from organization where slug = 'acme'`)
  await p.sql(
    `insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select $1, $2, 1000 + i / 3, 'evt_' || lpad(i::text, 26, '0'), 'evt_' || lpad(i::text, 26, '0'), 1, 'live'
       from generate_series(0, 10400) i`,
    [organization?.id, id],
  )
  const backlog = await backlogOf(id)
  assert.deepEqual([backlog.pending, backlog.pendingIsCapped], [10_000, true])
  assert.match(backlog.explanation, /more than 10,000 deliveries are waiting/)
  assert.deepEqual([backlog.code, backlog.values.deliveries], ['backlog.paused', 10_000])
  assert.equal(backlog.values.isCapped, true)
  const listed: { eventId: string; ahead: number; why: string }[] = []
  for (let cursor = ''; ; ) {
    const { pending, pagination } = await admin.get(`/${id}/pending?limit=200${cursor}`)
    listed.push(...pending)
    if (!pagination.nextCursor) break
    cursor = `&cursor=${pagination.nextCursor}`
  }
  const numbers = listed.map(({ eventId }) => Number(eventId.slice(4)))
  assert.deepEqual(numbers, [...Array(10_401).keys()])
  for (const i of [0, 199, 200, 9999]) assert.equal(listed[i]?.ahead, i)
  assert.match(listed.at(-1)?.why ?? '', /more than 10,000 deliveries are ahead of it/)
})

test('other workspaces cannot see a backlog, and contributors cannot list pending deliveries', async t => {
  const id = await newWebhook(t)
  const otherAdmin = administratorOf(p, 'globex')
  await otherAdmin.get(`/${id}/backlog`, 404)
  await otherAdmin.get(`/${id}/pending`, 404)
  await administratorOf(p, 'acme', 'auditor').get(`/${id}/backlog`)
  await administratorOf(p, 'acme', 'contributor').get(`/${id}/pending`, 403)
})
