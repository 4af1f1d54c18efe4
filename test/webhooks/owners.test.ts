import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import {
  accountsOf,
  assertForbidden,
  machine,
  person,
  type ServiceAccountClient,
  type WebhookManager,
} from './callers.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { loopback, type Webhooks, webhooksOf } from './webhooks.ts'

const manage = 'webhooks:manage'
const evidence = 'governance.evidence:read'
const submissions = 'governance.submissions:read'
const claimCreated = 'evidence.claim.created'
const eventRecorded = 'submission.package.event_recorded'

let p: Probata
let receiver: Receiver
let otherReceiver: Receiver
let accounts: ServiceAccountClient
let claims: Webhooks
let admin: WebhookManager
/** A token that may manage webhooks but may not read anything. */
let narrow: WebhookManager
let scanner: WebhookManager
let portal: WebhookManager

const drain = () => p.system.delivery.drain()
const record = async (id: string) => (await admin.get(`/${id}`)).body
const list = async (id: string) => (await admin.get(`/${id}/deliveries`)).body.deliveries

before(async () => {
  p = await boot({ env: loopback })
  receiver = await startReceiver()
  otherReceiver = await startReceiver()
  accounts = accountsOf(p)
  claims = webhooksOf(p)
  admin = await person(p)
  narrow = await machine(p, 'acme-scanner', manage)
  scanner = await machine(p, 'acme-scanner')
  portal = await machine(p, 'acme-portal')
})
beforeEach(async () => {
  await p.sql(`update webhook_endpoint set status = 'deleted'`)
  await p.sql('delete from webhook_queue')
  receiver.received.length = 0
  otherReceiver.received.length = 0
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await otherReceiver[Symbol.asyncDispose]()
})

/** The first of the scopes that are needed to read all events. */
const firstProofScope = 'governance.assessments:read'

test("a token that may read nothing cannot redirect a * webhook's events in any way", async () => {
  const { id } = await admin.create(receiver.url, ['*'])
  await claims.emit()
  await drain()
  const [delivery] = await list(id)
  await admin.send('POST', `/${id}/pause`)
  await claims.emit(2)
  assertForbidden(await narrow.send('PATCH', `/${id}`, { url: otherReceiver.url }), firstProofScope)
  assertForbidden(await narrow.send('PATCH', `/${id}`, { url: otherReceiver.url, events: ['*'] }), firstProofScope)
  assertForbidden(await narrow.send('PATCH', `/${id}`, { events: ['*'] }), firstProofScope)
  assertForbidden(await narrow.send('PATCH', `/${id}`, { events: [claimCreated] }))
  assertForbidden(await narrow.send('POST', `/${id}/resume`), firstProofScope)
  assertForbidden(await narrow.send('POST', `/${id}/deliveries/${delivery.id}/replay`))
  const { body } = await narrow.get(`/${id}/deliveries/${delivery.id}`)
  assert.deepEqual([body.request.body, body.response], [null, null])
  // The account may replace all types with one that it may read, although another caller created the subscription.
  const response = await narrow.send('PATCH', `/${id}`, { url: otherReceiver.url, events: ['webhook.test'] })
  assert.equal(response.status, 200, response.text)
  await admin.send('POST', `/${id}/resume`)
  await drain()
  assert.deepEqual(otherReceiver.received, [])
  assert.deepEqual(receiver.events(), [delivery.eventId])
  const letters = (await admin.get(`/${id}/dead-letters`)).body.deadLetters
  assert.deepEqual(
    letters.map(({ lastAttempt }: { lastAttempt: { failure: string } }) => lastAttempt.failure),
    ['scope_taken_away', 'scope_taken_away'],
  )
  for (const { eventId } of letters)
    assert.equal((await admin.send('POST', `/${id}/dead-letters/${eventId}/replay`)).status, 422)
})

test('the token can still manage everything that sends nothing: names, pausing, its own pauses, secrets, deletion', async () => {
  const { id } = await admin.create(receiver.url, ['*'])
  const assertStatus = async (method: string, path: string, status: number, body?: object) => {
    const response = await narrow.send(method, `/${id}${path}`, body)
    assert.equal(response.status, status, response.text)
  }
  await assertStatus('PATCH', '', 200, { name: 'Renamed', description: 'By another person' })
  await assertStatus('POST', '/pause', 200)
  await assertStatus('POST', '/resume', 200)
  await assertStatus('POST', '/rotate-secret', 200)
  await assertStatus('POST', '/test', 200)
  await claims.emit()
  assert.equal(await drain(), 2, 'one of these changed the subscription')
  await assertStatus('DELETE', '', 204)
})

test('every webhook names its creator; changes by others never change the owner, and the audit trail names the owner', async () => {
  const scannerId = await accounts.idOf('acme-scanner')
  const proof = ['governance.exports:read', 'governance.ledger:read']
  const otherScopes = ['governance.assessments:read', 'governance.findings:read']
  const fullAccount = await accounts.create([manage, evidence, submissions, ...otherScopes, ...proof])
  const reader = await machine(p, fullAccount.clientId)
  const webhook = await admin.create(receiver.url, ['*'])
  const { id: adminId } = webhook.createdBy
  assert.deepEqual(webhook.createdBy, { kind: 'person', id: adminId, name: 'admin of acme' })
  const machines = (await scanner.create(receiver.url, [claimCreated])).createdBy
  assert.deepEqual(machines, { kind: 'service_account', id: scannerId })
  const response = await reader.send('PATCH', `/${webhook.id}`, { url: otherReceiver.url, events: ['*'] })
  assert.deepEqual([response.status, response.body.createdBy], [200, { kind: 'person', id: adminId }])
  assert.deepEqual((await record(webhook.id)).createdBy, webhook.createdBy)
  const [row] = await p.sql(
    `select record::jsonb ->> 'detail' as detail from audit_event where action = 'webhook.update' order by id desc limit 1`,
  )
  assert.equal(row?.detail, `made by person ${adminId}`)
  const [event] = await claims.emit()
  await drain()
  assert.deepEqual([otherReceiver.events(), receiver.events()], [[event], [event]], 'one of the two webhooks is silent')
})

test('queued or recorded events of other types are not sent to a URL whose setter may not read them', async () => {
  const { id } = await admin.create(receiver.url, ['*'])
  await claims.emit()
  await drain()
  const [delivery] = await list(id)
  const startedAt = p.clock.now() - minute
  await admin.send('POST', `/${id}/pause`)
  await claims.emit()
  await admin.send('PATCH', `/${id}`, { events: [eventRecorded] })
  const response = await portal.send('PATCH', `/${id}`, { url: otherReceiver.url })
  assert.equal(response.status, 200, response.text)
  await admin.send('POST', `/${id}/resume`)
  await drain()
  assert.equal((await admin.send('POST', `/${id}/deliveries/${delivery.id}/replay`)).status, 422)
  const range = { from: new Date(startedAt).toISOString(), to: new Date(p.clock.now() + minute).toISOString() }
  const replay = await admin.send('POST', `/${id}/replays`, range)
  assert.equal(replay.status, 202, replay.text)
  await drain()
  assert.deepEqual(otherReceiver.received, [])
  const outcomes = (await list(id)).map(({ outcome, failure }: { outcome: string; failure: string }) => [
    outcome,
    failure,
  ])
  assert.deepEqual(outcomes.slice(0, 2), Array(2).fill(['dead', 'scope_taken_away']))
  // A caller who may read these events sets the URL again.
  await admin.send('PATCH', `/${id}`, { url: receiver.url })
  assert.equal((await admin.send('POST', `/${id}/deliveries/${delivery.id}/replay`)).status, 200)
  await drain()
  assert.deepEqual(receiver.events(), [delivery.eventId, delivery.eventId])
})

test('a webhook cannot be subscribed to types that its owner may not read: the 422 names the owner', async () => {
  const portalId = await accounts.idOf('acme-portal')
  const { id } = await portal.create(receiver.url, [eventRecorded])
  const rejection = await admin.send('PATCH', `/${id}`, { events: [eventRecorded, claimCreated] })
  assert.equal(rejection.status, 422)
  assert.ok(rejection.body.message.includes(portalId) && rejection.body.message.includes(evidence), rejection.text)
  assert.equal((await admin.send('PATCH', `/${id}`, { events: ['submission.package.status_changed'] })).status, 200)
})

test('a subscription to * that was created with a narrowed token never covers more than that token', async () => {
  const account = await accounts.create([manage, evidence])
  const webhook = await (await machine(p, account.clientId, manage)).create(receiver.url, ['*'])
  const wider = await (await machine(p, account.clientId, `${manage} ${evidence}`)).create(otherReceiver.url, ['*'])
  await accounts.grant(account.id, [manage, evidence, submissions])
  const [event] = await claims.emit()
  await drain()
  assert.deepEqual([receiver.events(), otherReceiver.events()], [[], [event]])
  const packages = await machine(p, account.clientId, `${manage} ${submissions}`)
  assert.equal((await packages.send('PATCH', `/${wider.id}`, { events: [eventRecorded] })).status, 200)
  assertForbidden(await packages.send('PATCH', `/${webhook.id}`, { events: [claimCreated] }))
  // With a wider token, the same account can widen its own subscription, as it could when it created it.
  const full = await machine(p, account.clientId)
  assert.equal((await full.send('PATCH', `/${webhook.id}`, { events: ['*'] })).status, 200)
  const [secondEvent] = await claims.emit()
  await drain()
  assert.deepEqual(receiver.events(), [secondEvent])
})
