import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Webhook as Standard } from 'standardwebhooks'
import { minute, second } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { countDeliveries } from '#web/ui/deliveries.ts'
import { type Received, startReceiver } from './receiver.ts'
import { claimCreated, loopback, stopTime, type Webhooks, webhooksOf } from './webhooks.ts'

let p: Probata
let webhooks: Webhooks

before(async () => {
  p = await boot({ env: loopback })
  webhooks = webhooksOf(p)
})
after(() => p[Symbol.asyncDispose]())

const drain = () => p.system.delivery.drain()

/** Verifies a signature as the API's documentation tells receivers to do. */
const isSignedWith = ({ headers, body }: Received, secret: string): boolean => {
  const digest = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`).digest('hex')
  return String(headers['x-service-signature']).split(',').includes(`v1=${digest}`)
}

const signaturesOf = ({ headers }: Received) => String(headers['x-service-signature']).split(',v1=').length - 1

const isStandardSignatureValid = ({ headers, body }: Received, secret: string): boolean => {
  try {
    new Standard(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

test('both secrets sign until 60 s after a rotation, then only the new one', async t => {
  const time = stopTime(t)
  await using receiver = await startReceiver()
  const { id, secret: oldSecret } = await webhooks.createFor(t, receiver.url)
  const { body } = await webhooks.postAction(id, 'rotate-secret')
  const newSecret = body.webhook.signingSecret
  assert.match(newSecret, /^whsec_/)
  assert.notEqual(newSecret, oldSecret)
  const rotatedAt = time.now()
  const deliverAfter = async (after: number): Promise<Received> => {
    time.set(rotatedAt + after)
    await webhooks.emit()
    assert.equal(await drain(), 1)
    const request = receiver.received.at(-1)
    assert.ok(request)
    return request
  }
  for (const after of [0, 59 * second, minute - 1]) {
    const request = await deliverAfter(after)
    assert.equal(signaturesOf(request), 2, `${after} ms after`)
    for (const secret of [oldSecret, newSecret]) {
      assert.ok(isSignedWith(request, secret), `${after} ms after`)
      assert.ok(isStandardSignatureValid(request, secret), `${after} ms after`)
    }
  }
  for (const after of [minute, 61 * second]) {
    const request = await deliverAfter(after)
    assert.equal(signaturesOf(request), 1, `${after} ms after`)
    assert.ok(isSignedWith(request, newSecret) && isStandardSignatureValid(request, newSecret))
    assert.ok(!isSignedWith(request, oldSecret) && !isStandardSignatureValid(request, oldSecret), `${after} ms after`)
  }
})

test('each attempt is recorded: its request without the secret, and its response', async t => {
  const time = stopTime(t)
  let status = 503
  await using receiver = await startReceiver((_, response) => {
    response.writeHead(status, { 'x-receiver': 'seven' }).end(`answered ${status}`)
  })
  const { id, secret } = await webhooks.createFor(t, `${receiver.url}?tenant=7`)
  const [event = ''] = await webhooks.emit()
  const startedAt = p.clock.now()
  assert.equal(await drain(), 1)
  time.advance(minute)
  status = 202
  assert.equal(await drain(), 1)

  const attempts = await webhooks.attempts(id)
  const details = await Promise.all(attempts.map(attempt => webhooks.get(`/${id}/deliveries/${attempt.id}`)))
  for (const [i, { body }] of details.entries()) {
    const request = receiver.received[i]
    assert.ok(request)
    const { connection: _, host: __, 'content-length': ___, ...headers } = request.headers
    assert.deepEqual(body.request.headers, headers)
    assert.equal(body.request.body, request.body)
    assert.equal(body.response.body, `answered ${body.status}`)
    assert.equal(body.response.headers['x-receiver'], 'seven')
    assert.equal(body.eventId, event)
    assert.equal(body.id, headers['x-service-delivery-id'])
    assert.equal(body.startedAt, headers['x-service-timestamp'])
    assert.ok(isSignedWith(request, secret))
  }
  assert.deepEqual(
    attempts.map(({ attempt, status, outcome, failure }) => [attempt, status, outcome, failure]),
    [
      [1, 503, 'failed', 'status'],
      [2, 202, 'delivered', null],
    ],
  )
  const wait = Date.parse(String(attempts[0]?.nextAttemptAt)) - startedAt
  assert.ok(wait >= 30 * second && wait < minute, `${wait} ms`)
  assert.equal(attempts[1]?.nextAttemptAt, null)
  assert.ok(!JSON.stringify(details.map(({ body }) => body)).includes(secret.slice('whsec_'.length)))

  const auditRows = await p.sql(
    `select record::json->>'detail' as detail, actor_id from audit_event
      where action = 'webhook.deliver' and resource_id = $1 order by id`,
    [id],
  )
  assert.equal(auditRows.length, 2)
  for (const [i, { detail, actor_id }] of auditRows.entries()) {
    assert.equal(actor_id, 'webhook-dispatcher')
    for (const text of [attempts[i]?.id, event, `${receiver.url}?tenant=7`, attempts[i]?.status])
      assert.ok(String(detail).includes(String(text)), `${detail} does not name ${text}`)
  }
})

test('the audit trail has exactly the deliveries made, with delivery, event, URL and outcome', async t => {
  const [lastAuditEvent] = await p.sql(
    `select coalesce(array_agg(id), '{}') as ids from audit_event where action = 'webhook.deliver'`,
  )
  let requestCount = 0
  await using receiver = await startReceiver((_, response) => {
    response.writeHead(++requestCount === 40 ? 503 : 204).end()
  })
  const webhookPair = [
    await webhooks.createFor(t, `${receiver.url}/a`),
    await webhooks.createFor(t, `${receiver.url}/b`),
  ]
  await webhooks.emit(20)
  assert.equal(await drain(), 40)
  const attemptLists = await Promise.all(
    webhookPair.map(async ({ id }) => {
      const { body } = await webhooks.get(`/${id}`)
      const attempts = await webhooks.attempts(id)
      return attempts.map(({ id, eventId, outcome, status }) => `${body.url} ${id} of ${eventId}: ${outcome} ${status}`)
    }),
  )
  const failedAttempts = attemptLists.flat().filter(attempt => attempt.endsWith(': failed 503'))
  const deliveredAttempts = attemptLists.flat().filter(attempt => attempt.endsWith(': delivered 204'))
  assert.deepEqual([failedAttempts.length, deliveredAttempts.length], [1, 39])
  const auditRows = await p.sql(
    `select a.record::json->>'detail' as detail, o.slug from audit_event a join organization o on o.id = a.organization_id
      where action = 'webhook.deliver' and a.id <> all($1)`,
    [lastAuditEvent?.ids],
  )
  const rows = auditRows.map(({ detail }) => ({
    action: 'webhook.deliver',
    outcome: 'done' as const,
    detail: String(detail),
  }))
  assert.deepEqual(
    countDeliveries(rows),
    { count: 40, failed: 1, unknown: 0 },
    'the audit page counts deliveries, not rows',
  )
  const erasedRows = rows.map(row => ({ ...row, detail: null }))
  assert.deepEqual(countDeliveries(erasedRows), { count: 0, failed: 0, unknown: rows.length }, 'and guesses nothing')
  // Each endpoint has a line with its URL and its deliveries.
  const auditedDeliveries = auditRows.flatMap(({ detail, slug }) => {
    assert.equal(slug, 'acme')
    return String(detail)
      .split('\n')
      .flatMap(line => {
        const [, url, deliveries = ''] = /^POST (\S+) (.+)$/.exec(line) ?? []
        return deliveries.split('; ').map(delivery => `${url} ${delivery}`)
      })
  })
  assert.deepEqual(auditedDeliveries.sort(), attemptLists.flat().sort())
})

test("a subscription to * covers every event type that the account's scopes cover at the time of the event", async t => {
  await using receiver = await startReceiver()
  const { id } = await webhooks.createFor(t, receiver.url, ['*'])
  const cookie = await p.signIn('admin@acme.example')
  const [account] = await p.sql(`select id from service_account where client_id = 'acme-scanner'`)
  const setScopes = async (scopes: string[]) => {
    const body = { scopes, reason: 'scopes changed by a test' }
    const { status, text } = await p.call('PATCH', `/api/workspace/service-accounts/${account?.id}`, { cookie, body })
    assert.equal(status, 200, text)
  }
  const countReceived = async (): Promise<number> => {
    const receivedBefore = receiver.received.length
    await webhooks.emit()
    assert.equal(await drain(), receiver.received.length - receivedBefore)
    return receiver.received.length - receivedBefore
  }
  assert.equal(await countReceived(), 1)
  await setScopes(['governance.evidence:write', 'webhooks:manage'])
  assert.equal(await countReceived(), 0, 'an event was sent that the account may not read')
  await setScopes(['governance.evidence:read', 'governance.evidence:write', 'webhooks:manage'])
  assert.equal(await countReceived(), 1)
  const webhook = await webhooks.get(`/${id}`)
  assert.deepEqual(webhook.body.events, ['*'])
  assert.equal(receiver.received[0]?.headers['x-service-event'], claimCreated.unversioned)
})
