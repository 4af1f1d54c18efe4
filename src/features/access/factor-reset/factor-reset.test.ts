import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour, minute } from '#lib/clock.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { createNewcomers, type Newcomers, step } from '#test/newcomers.ts'
import { boot, type Probata } from '#test/system.ts'
import { beginFactorReset } from './begin-factor-reset.ts'

let p: Probata
let mail: MailServer
let people: Newcomers

before(async () => {
  mail = await startMailServer()
  p = await boot({ env: { SMTP_URL: mail.url, PROBATA_TRUST_PROXY: '127.0.0.1' } })
  people = createNewcomers(p)
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const reason = 'left the phone in a taxi'
const begin = (email: string, overrides: object = {}) =>
  beginFactorReset(p.system.services, { email, reason, ...overrides })

const resets = async (cookie: string) =>
  (await p.call('GET', '/api/workspace/factor-resets?status=open', { cookie })).body.factorResets
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await p.call('GET', '/api/workspace/session', { cookie })).status === 200
const cancel = (cookie: string) => p.call('POST', '/api/workspace/account/factor-reset/cancel', { cookie })
const factorOf = async (id: string) =>
  (await p.call('GET', `/api/workspace/people/${id}`, { cookie: await people.administrator() })).body.secondFactor

test('a reset is visible to everyone for a day, and mails and signs out the person; then it removes the factor and mails again', async () => {
  const { id, email, cookie } = await people.enrolled()
  const started = await begin(` ${email.toUpperCase()} `)
  assert.deepEqual([started.workspace, started.personId, started.mailed], ['acme', id, true])
  assert.equal(await isSignedIn(cookie), false)
  await mail.letter(email, /will be removed/)
  const other = await p.signIn('auditor@acme.example')
  const [reset, ...more] = await resets(other)
  assert.deepEqual([reset.personId, reset.dueAt, reset.reason, more], [id, started.dueAt, reason, []])
  assert.deepEqual(await resets(await p.signIn('auditor@globex.example')), [])
  const [event] = await p.sql(`select severity, record::json ->> 'organizationId' as organization from security_event
    where type = 'factorResetBegun' order by id desc limit 1`)
  assert.equal(event?.severity, 'critical')

  p.clock.advance(24 * hour - minute)
  assert.equal(await p.system.runJob('reset-factors'), 0)
  assert.equal(await factorOf(id), 'totp')
  assert.equal((await people.signIn(email)).status, 401)
  p.clock.advance(2 * minute)
  assert.equal(await p.system.runJob('reset-factors'), 1)
  assert.equal(await factorOf(id), 'none')
  assert.equal((await people.signIn(email)).status, 200)
  await mail.letter(email, /was removed/)
  assert.deepEqual(await resets(await p.signIn('auditor@acme.example')), [])
  const rows = await p.sql(
    `select record::json ->> 'actorId' as by from audit_event where resource_id = $1 and action = 'person.remove_totp'`,
    [id],
  )
  assert.deepEqual(rows, [{ by: 'reset-factors' }])
  assert.equal(await p.system.runJob('reset-factors'), 0)
})

test('only the person can cancel a reset, in a session opened with their factor', async () => {
  const { id, email, code } = await people.enrolled()
  await begin(email)
  await assert.rejects(begin(email), /being removed already/)
  assert.equal((await cancel(await people.administrator())).status, 404)
  const signIn = await people.signIn(email, code())
  assert.equal(signIn.status, 200, signIn.text)
  const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  assert.equal((await cancel(cookie)).status, 204)
  assert.equal((await cancel(cookie)).status, 404)
  p.clock.advance(25 * hour)
  assert.equal(await p.system.runJob('reset-factors'), 0)
  assert.equal(await factorOf(id), 'totp')
  p.clock.advance(step)
})

test('the reset is cancelled if the person removes the factor first, and the audit trail has the reason', async () => {
  const { email, code } = await people.enrolled()
  const { personId } = await begin(email)
  const signIn = await people.signIn(email, code())
  const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  p.clock.advance(step)
  assert.equal((await p.call('DELETE', '/api/workspace/account/totp', { cookie, body: { code: code() } })).status, 204)
  p.clock.advance(25 * hour)
  assert.equal(await p.system.runJob('reset-factors'), 1)
  const [row] = await p.sql(
    `select f.status, e.record::json ->> 'detail' as detail from factor_reset f
       join audit_event e on e.resource_id = f.id and e.action = 'person.reset_factor' where f.person_id = $1`,
    [personId],
  )
  assert.deepEqual(row, { status: 'cancelled', detail: 'There is no second factor.' })
})

test('the command reports an unknown address, a missing factor, or an address that is not in the workspace', async () => {
  await assert.rejects(begin('unknown@acme.example'), /There is no account unknown@acme.example/)
  await assert.rejects(begin('auditor@acme.example'), /There is no second factor/)
  await assert.rejects(begin('auditor@acme.example', { workspace: 'globex' }), /in the workspace globex/)
})
