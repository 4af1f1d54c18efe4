import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Administrator, administratorOf } from './administrator.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { loopback, type Webhooks, webhooksOf } from './webhooks.ts'

let p: Probata
let webhooks: Webhooks
let admin: Administrator
let receiver: Receiver
let status: number
let handleResponse: ((response: ServerResponse) => void) | undefined

before(async () => {
  p = await boot({ env: loopback })
  receiver = await startReceiver((_, response) => {
    if (handleResponse) handleResponse(response)
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

/** Creates a webhook, which is removed at the end of the test. Forgets the requests for earlier webhooks. */
const newWebhook = async (t: TestContext) => {
  status = 204
  handleResponse = undefined
  receiver.received.length = 0
  return (await webhooks.createFor(t, receiver.url)).id
}

const rangeAround = (from: number, to: number) => ({ from: iso(from), to: iso(to) })
const fullRange = () => rangeAround(p.clock.now() - day, p.clock.now() + day)

test('a dry run counts the events of the replay, which sends each once, under new delivery ids', async t => {
  const id = await newWebhook(t)
  const events = await webhooks.emit(3)
  await drain()
  const firstAttempts = await webhooks.attempts(id)
  await webhooks.postAction(id, `deliveries/${firstAttempts[0]?.id}/replay`)
  await drain()
  assert.equal(receiver.received.length, 4)
  receiver.received.length = 0

  const { count, forgotten } = await admin.post(`/${id}/replays`, { ...fullRange(), dryRun: true })
  assert.deepEqual([count, forgotten], [3, 0])
  assert.deepEqual((await admin.get(`/${id}/replays`)).replays, [])
  assert.equal(await drain(), 0)

  const replay = await admin.post(`/${id}/replays`, fullRange(), 202)
  assert.deepEqual(
    [replay.webhookId, replay.outcome, replay.status, replay.total, replay.remaining],
    [id, 'all', 'running', 3, 3],
  )
  assert.match(replay.createdBy, /^prs_/)
  assert.equal(await drain(), 3)
  assert.deepEqual(receiver.events().toSorted(), events.toSorted())
  const attemptsAfter = await webhooks.attempts(id)
  assert.equal(new Set(attemptsAfter.map(attempt => attempt.id)).size, 7)
  const completedReplay = { ...replay, status: 'completed', remaining: 0 }
  assert.deepEqual(await admin.get(`/${id}/replays/${replay.id}`), { ...completedReplay, pending: 0 })
  assert.deepEqual((await admin.get(`/${id}/replays`)).replays, [completedReplay])
  const auditRows = await p.sql(
    `select record::json ->> 'detail' as detail from audit_event where action = 'webhook.replay_range' order by id`,
  )
  assert.match(String(auditRows[0]?.detail), /^dry run of .*: 3 events$/)
  assert.equal(auditRows[1]?.detail, `${replay.id} of 3 events`)
})

test('a range includes its start and excludes its end', async t => {
  const id = await newWebhook(t)
  await webhooks.emit(1)
  await drain()
  const [attempt] = await webhooks.attempts(id)
  const startedAt = Date.parse(attempt?.startedAt ?? '')
  const counts = async (from: number, to: number) =>
    (await admin.post(`/${id}/replays`, { ...rangeAround(from, to), dryRun: true })).count
  assert.deepEqual(
    [
      await counts(startedAt, startedAt + 1),
      await counts(startedAt + 1, startedAt + hour),
      await counts(startedAt - hour, startedAt),
    ],
    [1, 0, 0],
  )
})

test('deliveries that wait for a retry are not replayed; dead letters can be replayed alone', async t => {
  const id = await newWebhook(t)
  const [deliveredEvent] = await webhooks.emit(1)
  await drain()
  status = 500
  const [dead] = await webhooks.emit(1)
  // Makes the next attempt the last one.
  await p.sql('update webhook_queue set attempt = 7 where endpoint_id = $1', [id])
  await drain()
  await webhooks.emit(1)
  await drain()
  const count = async (outcome: string) =>
    (await admin.post(`/${id}/replays`, { ...fullRange(), outcome, dryRun: true })).count
  assert.deepEqual([await count('all'), await count('dead')], [2, 1])
  assert.deepEqual(await webhooks.dead(id), [dead])

  status = 204
  receiver.received.length = 0
  await admin.post(`/${id}/replays`, { ...fullRange(), outcome: 'dead' }, 202)
  await drain()
  assert.deepEqual(receiver.events(), [dead])
  assert.deepEqual(await webhooks.dead(id), [])
  assert.equal(await count('dead'), 0)
  assert.notEqual(deliveredEvent, dead)
})

test('a range is narrowed to event types, by either name they were sent under', async t => {
  const id = await newWebhook(t)
  const [claim] = await webhooks.emit(1)
  await webhooks.postAction(id, 'test')
  await drain()
  const replayTypes = (eventTypes: string[], status = 200) =>
    admin.post(`/${id}/replays`, { ...fullRange(), eventTypes, dryRun: true }, status)
  const count = async (...eventTypes: string[]) => (await replayTypes(eventTypes)).count
  const claimCreated = 'evidence.claim.created'
  assert.deepEqual(
    [
      await count(claimCreated),
      await count('webhook.test'),
      await count(claimCreated, 'webhook.test'),
      await count('*'),
    ],
    [1, 1, 2, 2],
  )
  assert.equal(await count('evidence.claim.approved'), 0)
  const { issues } = await replayTypes([claimCreated, 'governance.nothing'], 400)
  assert.deepEqual(issues[0].path, ['eventTypes', 1])

  receiver.received.length = 0
  const replay = await admin.post(`/${id}/replays`, { ...fullRange(), eventTypes: [claimCreated] }, 202)
  assert.deepEqual([replay.total, replay.eventTypes], [1, [claimCreated]])
  await drain()
  assert.deepEqual(receiver.events(), [claim])
  assert.deepEqual((await admin.get(`/${id}/replays`)).replays[0].eventTypes, [claimCreated])
})

test('live traffic goes before a replay', async t => {
  const id = await newWebhook(t)
  const pastEvents = await webhooks.emit(40)
  await drain()
  receiver.received.length = 0
  await webhooks.postAction(id, 'pause')
  const replay = await admin.post(`/${id}/replays`, fullRange(), 202)
  const liveEvents = await webhooks.emit(40)
  assert.equal(await drain(), 0)
  assert.equal((await admin.get(`/${id}/replays/${replay.id}`)).remaining, 40)
  await webhooks.postAction(id, 'resume')
  assert.equal(await drain(), 80)
  // Up to 16 of the last live requests may be in flight together with the first requests of the replay.
  const order = receiver.events()
  assert.deepEqual(new Set(order.slice(0, 24)).difference(new Set(liveEvents)).size, 0)
  assert.deepEqual(new Set(order.slice(56)).difference(new Set(pastEvents)).size, 0)
  assert.deepEqual(order.toSorted(), [...pastEvents, ...liveEvents].toSorted())
})

test('a cancelled replay also removes queued and failing deliveries', async t => {
  const id = await newWebhook(t)
  await webhooks.emit(3)
  await drain()
  status = 500
  const failing = await admin.post(`/${id}/replays`, fullRange(), 202)
  await drain()
  const progress = await admin.get(`/${id}/replays/${failing.id}`)
  assert.deepEqual([progress.status, progress.remaining, progress.pending], ['completed', 0, 3])
  const liveEvents = await webhooks.emit(1)
  await drain()
  const cancelled = await admin.post(`/${id}/replays/${failing.id}/cancel`)
  assert.deepEqual([cancelled.status, cancelled.remaining], ['cancelled', 0])
  assert.deepEqual(
    (await webhooks.pending(id)).map(({ event }) => event),
    liveEvents,
  )

  await webhooks.postAction(id, 'pause')
  const waitingReplay = await admin.post(`/${id}/replays`, fullRange(), 202)
  await admin.post(`/${id}/replays/${waitingReplay.id}/cancel`)
  const repeat = await admin.post(`/${id}/replays/${waitingReplay.id}/cancel`, {}, 422)
  assert.match(repeat.message, /is cancelled/)
  status = 204
  receiver.received.length = 0
  await webhooks.postAction(id, 'resume')
  p.clock.advance(minute)
  await drain()
  assert.deepEqual(receiver.events(), liveEvents)
  assert.deepEqual(
    (await admin.get(`/${id}/replays`)).replays.map((replay: { status: string }) => replay.status),
    ['cancelled', 'cancelled'],
  )
  const [auditRow] = await p.sql(
    `select record::json ->> 'detail' as detail from audit_event where action = 'webhook.replay_cancel' order by id`,
  )
  assert.equal(auditRow?.detail, `${failing.id}: 3 deliveries removed`)
})

test('cancelling a replay delivers nothing beyond the requests in flight', async t => {
  const id = await newWebhook(t)
  await webhooks.emit(60)
  await drain()
  receiver.received.length = 0
  const arrived = Promise.withResolvers<void>()
  const open: ServerResponse[] = []
  handleResponse = response => {
    open.push(response)
    arrived.resolve()
  }
  const replay = await admin.post(`/${id}/replays`, fullRange(), 202)
  const draining = drain()
  await arrived.promise
  await admin.post(`/${id}/replays/${replay.id}/cancel`)
  handleResponse = undefined
  for (const response of open) response.writeHead(500).end()
  await draining
  assert.equal(receiver.received.length, 1)
  assert.deepEqual(await webhooks.pending(id), [])
})

test('replays of one webhook run one at a time, and at most ten wait', async t => {
  const id = await newWebhook(t)
  await webhooks.emit(2)
  await drain()
  receiver.received.length = 0
  await webhooks.postAction(id, 'pause')
  for (let i = 0; i < 10; i++) await admin.post(`/${id}/replays`, fullRange(), 202)
  const rejection = await admin.post(`/${id}/replays`, fullRange(), 422)
  assert.match(rejection.message, /^10 replays/)
  await webhooks.postAction(id, 'resume')
  assert.equal(await drain(), 20)
  const { replays, pagination } = await admin.get(`/${id}/replays?limit=4`)
  const { replays: secondPage } = await admin.get(`/${id}/replays?cursor=${pagination.nextCursor}`)
  const allReplays = [...replays, ...secondPage]
  assert.equal(allReplays.length, 10)
  assert.deepEqual(new Set(allReplays.map(({ status }: { status: string }) => status)), new Set(['completed']))
})

test('a drain does not end between two replays, even if the second is noticed late', async t => {
  const id = await newWebhook(t)
  await webhooks.emit(2)
  await drain()
  await webhooks.postAction(id, 'pause')
  for (let i = 0; i < 3; i++) await admin.post(`/${id}/replays`, fullRange(), 202)
  await webhooks.postAction(id, 'resume')
  const { db } = p.system.services
  const { together } = db
  const drainEnded = Promise.withResolvers<number>()
  const delayedCommands: typeof together = async commands => {
    const readsLanes = commands.some(({ statement }) => statement.name === 'read_webhook_endpoints_of_lanes')
    if (readsLanes) await Promise.race([drainEnded.promise, delay(200)])
    return together(commands)
  }
  Object.assign(db, { together: delayedCommands })
  t.after(() => Object.assign(db, { together }))
  drainEnded.resolve(drain())
  assert.equal(await drainEnded.promise, 6)
})
