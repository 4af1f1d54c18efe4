import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { type Administrator, administratorOf } from './administrator.ts'
import { loopback, type Webhooks, webhooksOf } from './webhooks.ts'

let p: Probata
let webhooks: Webhooks
let admin: Administrator

before(async () => {
  p = await boot({ env: loopback })
  webhooks = webhooksOf(p)
  admin = administratorOf(p)
})
after(() => p[Symbol.asyncDispose]())

/** Creates a webhook to which nothing is delivered. It is removed at the end of the test. */
const newWebhook = async (t: TestContext) => (await webhooks.createFor(t, 'http://127.0.0.1:9/')).id

const rangeAround = (from: number, to: number) => ({ from: iso(from), to: iso(to) })
const fullRange = () => rangeAround(p.clock.now() - day, p.clock.now() + day)

test('invalid ranges are rejected', async t => {
  const id = await newWebhook(t)
  const now = p.clock.now()
  const rejection = await admin.post(`/${id}/replays`, fullRange(), 422)
  assert.match(rejection.message, /No event in this range/)
  const backwards = await admin.post(`/${id}/replays`, rangeAround(now, now - 1), 400)
  assert.deepEqual(backwards.issues[0].path, ['to'])
  const empty = await admin.post(`/${id}/replays`, rangeAround(now, now), 400)
  assert.deepEqual(empty.issues[0].path, ['to'])
  for (const badBody of [
    { from: 'yesterday' },
    { from: '2026-02-30T00:00:00Z' },
    { outcome: 'lost' },
    { dryRun: 'yes' },
  ])
    await admin.post(`/${id}/replays`, { ...fullRange(), ...badBody }, 400)
  await admin.post(`/${id}/replays`, { from: '0001-01-03T00:00:00Z', to: '9999-12-30T00:00:00Z', dryRun: true })
  await admin.post(`/whk_unknown/replays`, fullRange(), 404)
  await admin.post(`/whk_unknown/replays`, { ...fullRange(), dryRun: true }, 404)
  await admin.get(`/${id}/replays/whr_unknown`, 404)
  await admin.post(`/${id}/replays/whr_unknown/cancel`, {}, 404)
  await administratorOf(p, 'globex').post(`/${id}/replays`, fullRange(), 404)
  await administratorOf(p, 'acme', 'auditor').post(`/${id}/replays`, fullRange(), 403)
  await administratorOf(p, 'acme', 'auditor').get(`/${id}/replays`)
})

test('more than 100,000 deliveries are rejected', async t => {
  const id = await newWebhook(t)
  const [organization] = await p.sql(`select id from organization where slug = 'acme'`)
  await p.sql(
    `insert into webhook_attempt (organization_id, endpoint_id, id, event_id, outcome, record, exchange)
     select $1, $2, left(identifier_floor('whd', $3), 14) || lpad(i::text, 16, '0'), 'evt_' || i, 'delivered', '', ''
       from generate_series(1, 100001) i`,
    [organization?.id, id, iso(p.clock.now())],
  )
  for (const dryRun of [true, false]) {
    const rejection = await admin.post(`/${id}/replays`, { ...fullRange(), dryRun }, 422)
    assert.match(rejection.message, /^More than 100000 .*narrow it/)
  }
})
