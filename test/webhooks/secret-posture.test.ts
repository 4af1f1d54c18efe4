import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso, minute, second } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Administrator, administratorOf } from './administrator.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { loopback, stopTime, type Webhooks, webhooksOf } from './webhooks.ts'

let p: Probata
let webhooks: Webhooks
let admin: Administrator
let receiver: Receiver
let status = 204

before(async () => {
  p = await boot({ env: loopback })
  receiver = await startReceiver((_, response) => response.writeHead(status).end())
  webhooks = webhooksOf(p)
  admin = administratorOf(p)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const postureOf = (id: string) => admin.get(`/${id}/secret-posture`)

test('a new secret is sealed, was shown once, and is rotated on request', async t => {
  stopTime(t)
  const { id } = await webhooks.create(receiver.url)
  assert.deepEqual(await postureOf(id), {
    webhookId: id,
    storage: 'sealed',
    reveal: 'once',
    revealedAt: iso(p.clock.now()),
    lastRotatedAt: null,
    previousSecretUntil: null,
    rotationIntervalDays: null,
    nextRotationDueAt: null,
    lastVerifiedAt: null,
    posture: 'current',
    customerActionRequired: false,
  })
})

test('a secret is current, due soon, overdue, in need of customer action, and current again after a rotation', async t => {
  const time = stopTime(t)
  const { id } = await webhooks.create(receiver.url)
  await admin.patch(`/${id}`, { rotationIntervalDays: 90 })
  const createdAt = p.clock.now()
  const due = createdAt + 90 * day
  for (const [at, posture] of [
    [createdAt, 'current'],
    [due - 14 * day, 'current'],
    [due - 14 * day + 1, 'due_soon'],
    [due, 'due_soon'],
    [due + 1, 'overdue'],
    [due + 30 * day, 'overdue'],
    [due + 30 * day + 1, 'customer_action_required'],
  ] as const) {
    time.set(at)
    const postureBefore = await postureOf(id)
    assert.deepEqual(
      [postureBefore.posture, postureBefore.customerActionRequired, postureBefore.nextRotationDueAt],
      [posture, posture === 'customer_action_required', iso(due)],
    )
  }
  await webhooks.postAction(id, 'rotate-secret')
  const postureAfter = await postureOf(id)
  const now = iso(p.clock.now())
  assert.deepEqual(
    [postureAfter.posture, postureAfter.lastRotatedAt, postureAfter.revealedAt, postureAfter.nextRotationDueAt],
    ['current', now, now, iso(p.clock.now() + 90 * day)],
  )
  assert.equal(postureAfter.previousSecretUntil, iso(p.clock.now() + minute))
  time.advance(minute)
  assert.equal((await postureOf(id)).previousSecretUntil, null)
  await admin.patch(`/${id}`, { rotationIntervalDays: null })
  assert.equal((await postureOf(id)).nextRotationDueAt, null)
})

test('a secret that is rotated weekly is current for half of the week', async t => {
  const time = stopTime(t)
  const { id } = await webhooks.create(receiver.url)
  await admin.patch(`/${id}`, { rotationIntervalDays: 7 })
  const createdAt = p.clock.now()
  const postures = []
  for (const days of [0, 3.5, 3.6, 7.1]) {
    time.set(createdAt + days * day)
    postures.push((await postureOf(id)).posture)
  }
  assert.deepEqual(postures, ['current', 'current', 'due_soon', 'overdue'])
})

test('a test event with a 2xx response verifies a secret until it is rotated', async t => {
  const time = stopTime(t)
  const { id } = await webhooks.create(receiver.url)
  const verifiedAt = async () => (await postureOf(id)).lastVerifiedAt
  await webhooks.emit()
  await p.system.delivery.drain()
  assert.equal(await verifiedAt(), null)
  status = 500
  await webhooks.postAction(id, 'test')
  await p.system.delivery.drain()
  assert.equal(await verifiedAt(), null)
  status = 204
  await webhooks.postAction(id, 'test')
  await p.system.delivery.drain()
  assert.equal(await verifiedAt(), iso(p.clock.now()))
  time.advance(second)
  await webhooks.postAction(id, 'rotate-secret')
  assert.equal(await verifiedAt(), null)
  await webhooks.postAction(id, 'test')
  await p.system.delivery.drain()
  assert.equal(await verifiedAt(), iso(p.clock.now()))
})

test('a secret that the master key cannot open needs customer action at once; none is ever shown', async () => {
  const { id, secret } = await webhooks.create(receiver.url)
  const [row] = await p.sql('select secret from webhook_endpoint where id = $1', [id])
  const sealedSecret = String(row?.secret)
  const postureList = await p.call('GET', '/api/workspace/webhook-secret-postures', {
    cookie: await p.signIn('admin@acme.example'),
  })
  const responseText = JSON.stringify([await postureOf(id), postureList.body])
  for (const text of [secret, secret.slice('whsec_'.length), sealedSecret]) assert.ok(!responseText.includes(text))
  const { id: other } = await webhooks.create(receiver.url)
  await p.sql(
    'update webhook_endpoint set secret = (select secret from webhook_endpoint where id = $2) where id = $1',
    [id, other],
  )
  const unreadable = await postureOf(id)
  assert.deepEqual(
    [unreadable.storage, unreadable.posture, unreadable.customerActionRequired],
    ['unreadable', 'customer_action_required', true],
  )
  await webhooks.postAction(id, 'rotate-secret')
  assert.deepEqual([(await postureOf(id)).storage, (await postureOf(id)).posture], ['sealed', 'current'])
})

test('all postures are listed, newest webhook first; other workspaces see none of them', async t => {
  stopTime(t).advance(day)
  const { id } = await webhooks.create(receiver.url)
  const cookie = await p.signIn('auditor@acme.example')
  const path = '/api/workspace/webhook-secret-postures'
  const { body } = await p.call('GET', path, { cookie })
  const ids = body.secretPostures.map(({ webhookId }: { webhookId: string }) => webhookId)
  assert.equal(ids[0], id)
  assert.ok(ids.length >= 2)
  const pagedIds = []
  for (let cursor = ''; ; ) {
    const page = await p.call('GET', `${path}?limit=2${cursor}`, { cookie })
    pagedIds.push(...page.body.secretPostures.map(({ webhookId }: { webhookId: string }) => webhookId))
    if (!page.body.pagination.nextCursor) break
    cursor = `&cursor=${page.body.pagination.nextCursor}`
  }
  assert.deepEqual(pagedIds, ids)
  const stranger = await p.signIn('admin@globex.example')
  assert.deepEqual((await p.call('GET', path, { cookie: stranger })).body.secretPostures, [])
  await administratorOf(p, 'globex').get(`/${id}/secret-posture`, 404)
  await administratorOf(p, 'acme', 'reviewer').get(`/${id}/secret-posture`, 403)
  await webhooks.remove(id)
  await admin.get(`/${id}/secret-posture`, 404)
})
