import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour } from '#lib/clock.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

const path = '/api/v1/webhooks'
const reason = 'requested by a test'

let p: Probata
let token: string
let receiver: Receiver
let statusFor: (claimKey: string) => number
let id: string

const list = async (query = '') => (await p.call('GET', `${path}/${id}/deliveries${query}`, { token })).body.deliveries
const outcomes = async (query?: string) => (await list(query)).map(({ outcome }: { outcome: string }) => outcome)
const createClaim = async (claimKey: string) => {
  const { status } = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput(claimKey) })
  assert.equal(status, 201)
}

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  receiver = await startReceiver(({ body }, response) => {
    const status = statusFor(JSON.parse(body).data.claim?.claimKey)
    response.writeHead(status, { 'x-of-the-receiver': 'yes' }).end(status === 200 ? 'thanks' : Buffer.from([255, 0]))
  })
  token = await p.token('acme-scanner')
  const body = { url: receiver.url, events: ['evidence.claim.created'], description: 'A receiver', reason }
  id = (await p.call('POST', path, { token, body })).body.webhook.id
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

test('attempts are listed newest first and can be filtered by outcome', async () => {
  statusFor = claimKey => (claimKey === 'works' ? 200 : 500)
  await createClaim('works')
  await p.system.delivery.drain()
  await createClaim('fails')
  await p.system.delivery.drain()
  assert.deepEqual(await outcomes(), ['failed', 'delivered'])
  for (const outcome of ['failed', 'delivered']) assert.deepEqual(await outcomes(`?outcome=${outcome}`), [outcome])
  assert.deepEqual(await outcomes('?outcome=dead'), [])
  const [failed, delivered] = await list()
  assert.deepEqual(
    [failed.status, failed.failure, failed.attempt, failed.eventType, failed.origin, failed.url],
    [500, 'status', 1, 'evidence.claim.created', 'live', receiver.url],
  )
  assert.ok(failed.nextAttemptAt > failed.startedAt)
  assert.deepEqual(
    [delivered.status, delivered.failure, delivered.message, delivered.nextAttemptAt],
    [200, null, null, null],
  )
  assert.notEqual(failed.eventId, delivered.eventId)
  const invalidFilter = await p.call('GET', `${path}/${id}/deliveries?outcome=lost`, { token })
  assert.deepEqual([invalidFilter.status, invalidFilter.body.issues[0].path], [400, ['outcome']])
})

test('people find attempts by event type, status, origin and time; programs cannot', async () => {
  const client = createWorkspaceClient(p)
  const statuses = async (query: string): Promise<number[]> => {
    const { deliveries } = await client.get('auditor', `/webhooks/${id}/deliveries?${query}`)
    return deliveries.map(({ status }: { status: number }) => status)
  }
  const [failed, delivered] = await list()
  for (const [query, expected] of [
    ['', [500, 200]],
    ['status=500', [500]],
    ['status=503', []],
    ['status=200&outcome=failed', []],
    ['status=500&outcome=failed', [500]],
    ['eventType=evidence.claim.created&origin=live', [500, 200]],
    ['eventType=evidence.claim.accepted', []],
    ['origin=replay', []],
    [`startedAtTo=${failed.startedAt}`, failed.startedAt === delivered.startedAt ? [] : [200]],
    [`startedAtFrom=${delivered.startedAt}`, [500, 200]],
  ] as const)
    assert.deepEqual(await statuses(query), expected, query)
  const first = await client.get('auditor', `/webhooks/${id}/deliveries?eventType=evidence.claim.created&limit=1`)
  const cursor = `cursor=${first.pagination.nextCursor}`
  assert.deepEqual(await statuses(`eventType=evidence.claim.created&${cursor}`), [200])
  for (const query of [
    cursor,
    `eventType=evidence.claim.created&status=200&${cursor}`,
    'status=5xx',
    'startedAtFrom=now',
  ])
    assert.equal((await client.ask('auditor', 'GET', `/webhooks/${id}/deliveries?${query}`)).status, 400, query)
  assert.equal((await p.call('GET', `${path}/${id}/deliveries?status=500`, { token })).status, 400)
})

test('a delivery is dead after the seventh attempt; filtered pages continue where the previous page ended', async () => {
  for (const step of [hour, hour, hour, 2 * hour, 7 * hour, 2 * day]) {
    p.clock.advance(step)
    await p.system.delivery.drain()
  }
  token = await p.token('acme-scanner')
  assert.deepEqual(await outcomes(), ['dead', ...Array(6).fill('failed'), 'delivered'])
  assert.deepEqual(
    (await list()).map(({ attempt }: { attempt: number }) => attempt),
    [7, 6, 5, 4, 3, 2, 1, 1],
  )
  const address = `${path}/${id}/deliveries?outcome=failed&limit=4`
  const { body: first } = await p.call('GET', address, { token })
  const { body: second } = await p.call('GET', `${address}&cursor=${first.pagination.nextCursor}`, { token })
  const attempts = [...first.deliveries, ...second.deliveries].map(({ attempt }: { attempt: number }) => attempt)
  assert.deepEqual(attempts, [6, 5, 4, 3, 2, 1])
  const mismatchedCursor = `${path}/${id}/deliveries?outcome=dead&cursor=${first.pagination.nextCursor}`
  assert.equal((await p.call('GET', mismatchedCursor, { token })).body.error, 'invalid_cursor')
})

test('a delivery shows its request and its response', async () => {
  const [dead] = await list('?outcome=dead')
  const [delivered] = await list('?outcome=delivered')
  const { body } = await p.call('GET', `${path}/${id}/deliveries/${delivered.id}`, { token })
  const { request, response, code, ...record } = body
  assert.deepEqual([record, code], [delivered, null])
  assert.equal(request.headers['x-service-delivery-id'], delivered.id)
  assert.deepEqual(JSON.parse(request.body).data.claim.claimKey, 'works')
  assert.deepEqual([response.body, response.encoding, response.truncated], ['thanks', 'utf8', false])
  assert.equal(response.headers['x-of-the-receiver'], 'yes')
  const { body: other } = await p.call('GET', `${path}/${id}/deliveries/${dead.id}`, { token })
  assert.deepEqual([other.response.body, other.response.encoding], ['/wA=', 'base64'])
})

test('only callers who may read the event type see the event, and the response, which may repeat it', async () => {
  const [{ id: delivery }] = await list('?outcome=delivered')
  const narrowToken = await p.token('acme-scanner', 'webhooks:manage')
  const { status, body } = await p.call('GET', `${path}/${id}/deliveries/${delivery}`, { token: narrowToken })
  assert.deepEqual([status, body.request.body, body.response], [200, null, null])
  const cookie = await p.signIn('auditor@acme.example')
  const auditorView = await p.call('GET', `/api/workspace/webhooks/${id}/deliveries/${delivery}`, { cookie })
  assert.match(auditorView.body.request.body, /"claimKey":"works"/)
  assert.equal(auditorView.body.response.body, 'thanks')
})

test('a replay has the same payload and a new delivery id, and removes the dead letter of a dead event', async () => {
  statusFor = () => 200
  const dead = await p.sql('select event_id from webhook_dead_letter')
  assert.equal(dead.length, 1)
  for (const outcome of ['delivered', 'dead']) {
    const [original] = await list(`?outcome=${outcome}`)
    const earlierRequests = receiver.received.filter(({ headers }) => headers['webhook-id'] === original.eventId)
    const replayResponse = await p.call('POST', `${path}/${id}/deliveries/${original.id}/replay`, {
      token,
      body: { reason },
    })
    const { eventId, eventType } = original
    assert.deepEqual([replayResponse.status, replayResponse.body], [200, { eventId, eventType }])
    await p.system.delivery.drain()
    const [replayed] = await list()
    assert.deepEqual([replayed.eventId, replayed.origin, replayed.outcome], [eventId, 'replay', 'delivered'])
    const last = receiver.received.at(-1)
    assert.deepEqual([last?.body, last?.headers['webhook-id']], [earlierRequests[0]?.body, eventId])
    assert.ok(earlierRequests.every(({ headers }) => headers['x-service-delivery-id'] !== replayed.id))
  }
  assert.deepEqual(await p.sql('select event_id from webhook_dead_letter'), [])
  const [row] = await p.sql(
    `select record::jsonb->>'reason' as reason from audit_event where action = 'webhook.replay' limit 1`,
  )
  assert.deepEqual(row, { reason })
})

test('replaying an event that is no longer stored returns a 422', async () => {
  const [{ id: delivery, eventId }] = await list('?outcome=delivered&limit=1')
  await p.sql('delete from outbox_event where id = $1', [eventId])
  const replayResponse = await p.call('POST', `${path}/${id}/deliveries/${delivery}/replay`, {
    token,
    body: { reason },
  })
  assert.deepEqual([replayResponse.status, replayResponse.body.error], [422, 'unprocessable'])
  const { body } = await p.call('GET', `${path}/${id}/deliveries/${delivery}`, { token })
  assert.equal(body.request.body, null)
})

test('an unknown delivery, or one of another webhook or workspace, returns a 404', async () => {
  const [{ id: delivery }] = await list('?limit=1')
  const body = { url: receiver.url, events: ['webhook.test'], description: 'Another', reason }
  const { body: other } = await p.call('POST', path, { token, body })
  const globex = await p.token('globex-scanner')
  for (const [caller, webhook, requestedId] of [
    [token, id, 'whd_00000000000000000000000000'],
    [token, id, 'nothing'],
    [token, other.webhook.id, delivery],
    [globex, id, delivery],
  ]) {
    const address = `${path}/${webhook}/deliveries/${requestedId}`
    assert.equal((await p.call('GET', address, { token: caller })).status, 404)
    assert.equal((await p.call('POST', `${address}/replay`, { token: caller, body: { reason } })).status, 404)
  }
})

test('a test event goes to the requested webhook, regardless of its subscriptions', async () => {
  const count = receiver.received.length
  const { status, body } = await p.call('POST', `${path}/${id}/test`, { token, body: { reason } })
  assert.deepEqual([status, body.eventType], [200, 'webhook.test'])
  await p.system.delivery.drain()
  assert.equal(receiver.received.length, count + 1)
  const sentEvent = JSON.parse(receiver.received.at(-1)?.body ?? '')
  assert.deepEqual([sentEvent.id, sentEvent.type], [body.eventId, 'webhook.test'])
  const { createdAt } = (await p.call('GET', `${path}/${id}`, { token })).body
  assert.deepEqual(sentEvent.data, { webhook: { id, name: 'A receiver', createdAt } })
  const [testDelivery] = await list('?limit=1')
  assert.deepEqual(
    [testDelivery.origin, testDelivery.outcome, testDelivery.eventId],
    ['test', 'delivered', body.eventId],
  )
})
