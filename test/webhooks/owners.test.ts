import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Accounts, accountsOf, assertForbidden, type Manager, machine, person } from './callers.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { loopback, type Webhooks, webhooksOf } from './webhooks.ts'

const manage = 'webhooks:manage'
const evidence = 'governance.evidence:read'
const submissions = 'governance.submissions:read'
const created = 'evidence.claim.created'
const recorded = 'submission.package.event_recorded'

let p: Probata
let receiver: Receiver
let elsewhere: Receiver
let accounts: Accounts
let claims: Webhooks
let admin: Manager
/** May manage webhooks, but read nothing. */
let narrow: Manager
let scanner: Manager
let portal: Manager

const drain = () => p.system.delivery.drain()
const record = async (id: string) => (await admin.get(`/${id}`)).body
const list = async (id: string) => (await admin.get(`/${id}/deliveries`)).body.deliveries

before(async () => {
  p = await boot({ env: loopback })
  receiver = await startReceiver()
  elsewhere = await startReceiver()
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
  elsewhere.received.length = 0
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await elsewhere[Symbol.asyncDispose]()
})

/** The first of the scopes that are needed to read all events. */
const all = 'governance.assessments:read'

test("a token that may read nothing cannot redirect a * webhook's events in any way", async () => {
  const { id } = await admin.create(receiver.url, ['*'])
  await claims.emit()
  await drain()
  const [delivery] = await list(id)
  await admin.send('POST', `/${id}/pause`)
  await claims.emit(2)
  assertForbidden(await narrow.send('PATCH', `/${id}`, { url: elsewhere.url }), all)
  assertForbidden(await narrow.send('PATCH', `/${id}`, { url: elsewhere.url, events: ['*'] }), all)
  assertForbidden(await narrow.send('PATCH', `/${id}`, { events: ['*'] }), all)
  assertForbidden(await narrow.send('PATCH', `/${id}`, { events: [created] }))
  assertForbidden(await narrow.send('POST', `/${id}/resume`), all)
  assertForbidden(await narrow.send('POST', `/${id}/deliveries/${delivery.id}/replay`))
  const { body } = await narrow.get(`/${id}/deliveries/${delivery.id}`)
  assert.deepEqual([body.request.body, body.response], [null, null])
  // The account may replace all types with one that it may read, although another caller created the subscription.
  const own = await narrow.send('PATCH', `/${id}`, { url: elsewhere.url, events: ['webhook.test'] })
  assert.equal(own.status, 200, own.text)
  await admin.send('POST', `/${id}/resume`)
  await drain()
  assert.deepEqual(elsewhere.received, [])
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
  const done = async (method: string, path: string, status: number, body?: object) => {
    const answer = await narrow.send(method, `/${id}${path}`, body)
    assert.equal(answer.status, status, answer.text)
  }
  await done('PATCH', '', 200, { name: 'Renamed', description: 'By another person' })
  await done('POST', '/pause', 200)
  await done('POST', '/resume', 200)
  await done('POST', '/rotate-secret', 200)
  await done('POST', '/test', 200)
  await claims.emit()
  assert.equal(await drain(), 2, 'one of these changed the subscription')
  await done('DELETE', '', 204)
})

test('every webhook names its creator; changes by others never change the owner, and the audit trail names the owner', async () => {
  const scannerId = await accounts.idOf('acme-scanner')
  const proof = ['governance.exports:read', 'governance.ledger:read']
  const kept = ['governance.assessments:read', 'governance.findings:read']
  const everything = await accounts.create([manage, evidence, submissions, ...kept, ...proof])
  const reader = await machine(p, everything.clientId)
  const made = await admin.create(receiver.url, ['*'])
  const { id: adminId } = made.createdBy
  assert.deepEqual(made.createdBy, { kind: 'person', id: adminId, name: 'admin of acme' })
  const machines = (await scanner.create(receiver.url, [created])).createdBy
  assert.deepEqual(machines, { kind: 'service_account', id: scannerId })
  const changed = await reader.send('PATCH', `/${made.id}`, { url: elsewhere.url, events: ['*'] })
  assert.deepEqual([changed.status, changed.body.createdBy], [200, { kind: 'person', id: adminId }])
  assert.deepEqual((await record(made.id)).createdBy, made.createdBy)
  const [row] = await p.sql(
    `select record::jsonb ->> 'detail' as detail from audit_event where action = 'webhook.update' order by id desc limit 1`,
  )
  assert.equal(row?.detail, `made by person ${adminId}`)
  const [event] = await claims.emit()
  await drain()
  assert.deepEqual([elsewhere.events(), receiver.events()], [[event], [event]], 'one of the two webhooks is silent')
})

test('queued or recorded events of other types are not sent to a URL whose setter may not read them', async () => {
  const { id } = await admin.create(receiver.url, ['*'])
  await claims.emit()
  await drain()
  const [delivered] = await list(id)
  const before = p.clock.now() - minute
  await admin.send('POST', `/${id}/pause`)
  await claims.emit()
  await admin.send('PATCH', `/${id}`, { events: [recorded] })
  const moved = await portal.send('PATCH', `/${id}`, { url: elsewhere.url })
  assert.equal(moved.status, 200, moved.text)
  await admin.send('POST', `/${id}/resume`)
  await drain()
  assert.equal((await admin.send('POST', `/${id}/deliveries/${delivered.id}/replay`)).status, 422)
  const range = { from: new Date(before).toISOString(), to: new Date(p.clock.now() + minute).toISOString() }
  const replay = await admin.send('POST', `/${id}/replays`, range)
  assert.equal(replay.status, 202, replay.text)
  await drain()
  assert.deepEqual(elsewhere.received, [])
  const outcomes = (await list(id)).map(({ outcome, failure }: { outcome: string; failure: string }) => [
    outcome,
    failure,
  ])
  assert.deepEqual(outcomes.slice(0, 2), Array(2).fill(['dead', 'scope_taken_away']))
  // A caller who may read them sets the URL again.
  await admin.send('PATCH', `/${id}`, { url: receiver.url })
  assert.equal((await admin.send('POST', `/${id}/deliveries/${delivered.id}/replay`)).status, 200)
  await drain()
  assert.deepEqual(receiver.events(), [delivered.eventId, delivered.eventId])
})

test('a webhook cannot be subscribed to types that its owner may not read: the 422 names the owner', async () => {
  const portalId = await accounts.idOf('acme-portal')
  const { id } = await portal.create(receiver.url, [recorded])
  const refused = await admin.send('PATCH', `/${id}`, { events: [recorded, created] })
  assert.equal(refused.status, 422)
  assert.ok(refused.body.message.includes(portalId) && refused.body.message.includes(evidence), refused.text)
  assert.equal((await admin.send('PATCH', `/${id}`, { events: ['submission.package.status_changed'] })).status, 200)
})

test('a * created with a narrowed token never covers more than that token', async () => {
  const account = await accounts.create([manage, evidence])
  const made = await (await machine(p, account.clientId, manage)).create(receiver.url, ['*'])
  const wider = await (await machine(p, account.clientId, `${manage} ${evidence}`)).create(elsewhere.url, ['*'])
  await accounts.grant(account.id, [manage, evidence, submissions])
  const [event] = await claims.emit()
  await drain()
  assert.deepEqual([receiver.events(), elsewhere.events()], [[], [event]])
  const packages = await machine(p, account.clientId, `${manage} ${submissions}`)
  assert.equal((await packages.send('PATCH', `/${wider.id}`, { events: [recorded] })).status, 200)
  assertForbidden(await packages.send('PATCH', `/${made.id}`, { events: [created] }))
  // With a wider token, the same account can widen its own subscription, as when it created it.
  const full = await machine(p, account.clientId)
  assert.equal((await full.send('PATCH', `/${made.id}`, { events: ['*'] })).status, 200)
  const [second] = await claims.emit()
  await drain()
  assert.deepEqual(receiver.events(), [second])
})
