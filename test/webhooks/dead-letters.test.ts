import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, type TestContext, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { type Administrator, administratorOf } from './administrator.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { loopback, type Webhooks, webhooksOf } from './webhooks.ts'

let p: Probata
let webhooks: Webhooks
let admin: Administrator
let receiver: Receiver
let status: number
let respond: (request: Received, response: ServerResponse) => void

const respondWithStatus = (_: Received, response: ServerResponse) => void response.writeHead(status).end()

before(async () => {
  p = await boot({ env: loopback })
  receiver = await startReceiver((request, response) => respond(request, response))
  webhooks = webhooksOf(p)
  admin = administratorOf(p)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const drain = () => p.system.delivery.drain()

/** Makes the last attempt for each pending delivery. */
const makeLastAttempts = async (id: string) => {
  await p.sql('update webhook_queue set attempt = 7, due = $2 where endpoint_id = $1', [id, p.clock.now()])
  await drain()
}

/**
 * Creates a webhook with this many dead letters, whose receiver works again afterwards. The webhook is removed at the
 * end of the test.
 */
const withDeadLetters = async (t: TestContext, count: number) => {
  status = 500
  respond = respondWithStatus
  const { id } = await webhooks.createFor(t, receiver.url)
  const events = await webhooks.emit(count)
  await makeLastAttempts(id)
  status = 204
  receiver.received.length = 0
  return { id, events }
}

const lettersOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/${id}/dead-letters`)).deadLetters.map(({ eventId }: { eventId: string }) => eventId)

test('dead letters are listed, newest event first, page by page, each with its last attempt', async t => {
  const { id, events } = await withDeadLetters(t, 3)
  assert.deepEqual(await lettersOf(id), events.toReversed())
  const first = await admin.get(`/${id}/dead-letters?limit=2`)
  const next = await admin.get(`/${id}/dead-letters?limit=2&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual([first.deadLetters.length, next.deadLetters.length, next.pagination], [2, 1, {}])
  const [{ eventId, lastAttempt }] = first.deadLetters
  assert.deepEqual(
    [lastAttempt.eventId, lastAttempt.attempt, lastAttempt.outcome, lastAttempt.status, lastAttempt.nextAttemptAt],
    [eventId, 7, 'dead', 500, null],
  )
  assert.equal((await webhooks.attempts(id)).filter(attempt => attempt.id === lastAttempt.id).length, 1)
})

test('a letter is kept until its replay is delivered; if the replay fails, it has the new last attempt', async t => {
  const { id, events } = await withDeadLetters(t, 2)
  const [one = '', other = ''] = events
  status = 500
  const [letterBefore] = (await admin.get(`/${id}/dead-letters`)).deadLetters
  const queued = await admin.post(`/${id}/dead-letters/${other}/replay`)
  assert.deepEqual(queued, { eventId: other, eventType: 'evidence.claim.created' })
  await drain()
  assert.deepEqual(await lettersOf(id), [other, one])
  await makeLastAttempts(id)
  const [letterAfter] = (await admin.get(`/${id}/dead-letters`)).deadLetters
  assert.deepEqual([letterAfter.eventId, letterAfter.lastAttempt.origin], [other, 'replay'])
  assert.notEqual(letterAfter.lastAttempt.id, letterBefore.lastAttempt.id)
  status = 204
  receiver.received.length = 0
  await admin.post(`/${id}/dead-letters/${other}/replay`)
  assert.deepEqual(await lettersOf(id), [other, one])
  await drain()
  assert.deepEqual([receiver.events(), await lettersOf(id)], [[other], [one]])
})

test('a letter whose event is no longer stored can still be replayed, and fails again without being lost', async t => {
  const { id, events } = await withDeadLetters(t, 1)
  const [event = ''] = events
  const [deletedEvent] = await p.sql('delete from outbox_event where id = $1 returning body', [event])
  status = 500
  await admin.post(`/${id}/dead-letters/${event}/replay`)
  await makeLastAttempts(id)
  const [letter] = (await admin.get(`/${id}/dead-letters`)).deadLetters
  assert.deepEqual([letter.lastAttempt.origin, letter.lastAttempt.failure], ['replay', 'status'])
  status = 204
  receiver.received.length = 0
  await admin.post(`/${id}/replays`, { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }, 202)
  await drain()
  assert.deepEqual(
    receiver.received.map(({ body }) => body),
    [deletedEvent?.body],
  )
  assert.deepEqual(await lettersOf(id), [])
})

test('two failed replays of a letter leave one letter', async t => {
  const { id, events } = await withDeadLetters(t, 1)
  const [event = ''] = events
  // Two requests can be in flight at once, because earlier ones succeeded.
  await webhooks.emit(3)
  for (let i = 0; i < 2; i++) await admin.post(`/${id}/dead-letters/${event}/replay`)
  await p.sql(`update webhook_queue set attempt = 7 where endpoint_id = $1 and origin = 'replay'`, [id])
  const failingResponses: ServerResponse[] = []
  respond = ({ headers }, response) => {
    if (headers['webhook-id'] !== event) return void response.writeHead(204).end()
    failingResponses.push(response)
    if (failingResponses.length === 2) for (const one of failingResponses) one.writeHead(500).end()
  }
  await drain()
  assert.deepEqual([await lettersOf(id), await webhooks.pending(id)], [[event], []])
})

test('a person purges one letter or all letters, with a reason', async t => {
  const { id, events } = await withDeadLetters(t, 4)
  const [one = '', ...rest] = events
  await admin.remove(`/${id}/dead-letters/${one}`)
  assert.deepEqual(await lettersOf(id), rest.toReversed())
  await admin.remove(`/${id}/dead-letters/${one}`, 404)
  assert.deepEqual(await admin.remove(`/${id}/dead-letters`, 200), { purged: 3 })
  assert.deepEqual(await lettersOf(id), [])
  assert.deepEqual(await admin.remove(`/${id}/dead-letters`, 200), { purged: 0 })
  const auditRows = await p.sql(
    `select record::json ->> 'action' as action, record::json ->> 'detail' as detail, record::json ->> 'reason' as reason
       from audit_event where action like 'webhook.purge%' and record::json ->> 'outcome' = 'done' order by id`,
  )
  const reason = 'requested by a webhook test'
  assert.deepEqual(auditRows, [
    { action: 'webhook.purge_dead_letter', detail: one, reason },
    { action: 'webhook.purge_dead_letters', detail: '3 dead letters', reason },
    { action: 'webhook.purge_dead_letters', detail: '0 dead letters', reason },
  ])
})

test('other workspaces cannot see or change dead letters, and auditors cannot remove them', async t => {
  const { id, events } = await withDeadLetters(t, 1)
  const [event = ''] = events
  const stranger = administratorOf(p, 'globex')
  await stranger.get(`/${id}/dead-letters`, 404)
  await stranger.post(`/${id}/dead-letters/${event}/replay`, {}, 404)
  await stranger.remove(`/${id}/dead-letters/${event}`, 404)
  await stranger.remove(`/${id}/dead-letters`, 404)
  const auditor = administratorOf(p, 'acme', 'auditor')
  await auditor.remove(`/${id}/dead-letters`, 403)
  assert.equal((await auditor.get(`/${id}/dead-letters`)).deadLetters.length, 1)
  await admin.post(`/${id}/dead-letters/evt_unknown/replay`, {}, 404)
})
