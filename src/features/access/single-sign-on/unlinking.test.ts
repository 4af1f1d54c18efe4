import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { raiseConnection } from '#test/raise-connection.ts'
import { lastRefusal, useProvider as setProvider, signOn } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const path = '/api/workspace/session/single-sign-on'
const settings = { createPeople: true, defaultRole: 'reviewer' as const }
const reason = 'the account at the provider was created again'

let mail: MailServer
let forger: ForgingProvider
let p: Probata
let people: Newcomers
before(async () => {
  mail = await startMailServer()
  forger = await startForgingProvider()
  const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url }
  p = await boot({ env })
  people = createNewcomers(p)
  await setProvider(p, { ...settings, issuer: forger.issuer })
})
after(async () => {
  for (const one of [p, forger, mail]) await one[Symbol.asyncDispose]()
})
beforeEach(() => p.clock.advance(2 * minute))

const of = (email: string, sub: string) => ({ sub, email, email_verified: true })

const enter = (claims: object, email = 'anybody@acme.example') => {
  Object.assign(forger, { claims })
  return signOn(p, email, url => forger.signIn(url))
}

/** Signs on with the link of the last mail to that person, once it arrives. */
const follow = async (email: string, sub: string) => {
  const link = /#connect=([\w-]+)/.exec(await mail.letter(email, /#connect=/))?.[1]
  Object.assign(forger, { claims: of(email, sub) })
  const begun = await p.call('POST', path, { body: { email, organization: 'acme', link } })
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return p.call('POST', `${path}/callback`, { cookie, body: { query: forger.signIn(begun.body.url) } })
}

const connect = (email: string, sub: string) => {
  Object.assign(forger, { claims: of(email, sub) })
  return raiseConnection(p, forger, email)
}

const unlink = async (personId: string, cookie?: string) =>
  p.call('DELETE', `/api/workspace/people/${personId}/sign-on`, {
    cookie: cookie ?? (await p.signIn('admin@acme.example')),
    body: { reason },
  })

const custodiansOf = async (personId: string) => {
  const cookie = await p.signIn('admin@acme.example')
  return (await p.call('GET', `/api/workspace/people/${personId}/custodians`, { cookie })).body
}

const idOf = async (email: string): Promise<string> => {
  const [row] = await p.sql(`select id from person where record::json ->> 'email' = $1`, [email])
  return String(row?.id)
}

test('after an administrator removed the connection, the old subject no longer enters, and a mailed link connects another', async () => {
  const email = 'reviewer@acme.example'
  await connect(email, 'old-subject')
  const entered = await enter({ sub: 'old-subject' })
  assert.equal(entered.status, 200)
  const { id } = entered.body.person
  const byPassword = await p.signIn(email)
  const me = (cookie: string) => p.call('GET', '/api/workspace/session', { cookie })
  assert.equal(typeof (await custodiansOf(id)).connectedAt, 'string')

  assert.equal((await unlink(id)).status, 204)
  assert.deepEqual([(await me(entered.session)).status, (await me(byPassword)).status], [401, 200])
  assert.equal((await custodiansOf(id)).connectedAt, null)
  await mail.letter(email, /with your sign-on at Login was removed/)
  const cookie = await p.signIn('admin@acme.example')
  const { securityEvents } = (await p.call('GET', '/api/workspace/security-events', { cookie })).body
  const event = securityEvents.find(({ type }: { type: string }) => type === 'signOnRemoved')
  assert.deepEqual([event?.severity, event?.context.personId, event?.context.state], ['medium', id, 'administrator'])
  const [row] = await p.sql(
    `select record::json ->> 'reason' as reason from audit_event where action = 'person.unlink_identity' and resource_id = $1`,
    [id],
  )
  assert.equal(row?.reason, reason)
  const again = await unlink(id)
  assert.deepEqual([again.status, again.body.error], [409, 'conflict'])

  // Their address does not connect them, whatever subject comes with it.
  for (const sub of ['new-subject', 'old-subject']) {
    const refused = await enter(of(email, sub))
    assert.deepEqual([refused.status, refused.session], [401, ''])
    assert.match(await lastRefusal(p, 'not connected yet'), /not connected yet/)
  }
  assert.equal((await follow(email, 'old-subject')).status, 401, 'the link is for the new one')
  const connected = await follow(email, 'new-subject')
  assert.deepEqual([connected.status, connected.body.person?.id], [200, id], connected.text)
  assert.equal((await enter({ sub: 'new-subject' })).status, 200)
  assert.equal((await enter(of(email, 'old-subject'))).status, 401)
})

test('a person without a password whose connection is removed is not connected by the address again', async () => {
  const made = await enter({ ...of('without@acme.example', 'without'), name: 'Without' })
  assert.equal(made.status, 200, made.text)
  assert.equal((await unlink(made.body.person.id)).status, 204)
  assert.equal((await enter(of('without@acme.example', 'stranger'))).status, 401)
  assert.deepEqual(await p.sql(`select 1 from person_identity where subject = 'stranger'`), [])
})

test('people remove their own connection if a password remains; administrators remove those of others', async () => {
  const email = 'contributor@acme.example'
  const id = await idOf(email)
  await connect(email, 'contributor')
  const cookie = await p.signIn(email)
  const own = () => p.call('GET', '/api/workspace/account/sign-on', { cookie })
  const shown = (await own()).body
  assert.deepEqual([shown.provider, typeof shown.connectedAt], ['Login', 'string'])
  assert.equal((await unlink(id, cookie)).status, 403, 'not for contributors')
  const remove = (by = cookie) => p.call('DELETE', '/api/workspace/account/sign-on', { cookie: by })
  assert.equal((await remove()).status, 204)
  assert.deepEqual((await own()).body, { provider: 'Login', connectedAt: null })
  assert.deepEqual([(await remove()).status, (await enter({ sub: 'contributor' })).status], [409, 401])
  p.clock.advance(11 * minute)
  const stale = await remove()
  assert.deepEqual([stale.status, stale.body.confirm], [403, 'password'])

  const made = await enter({ ...of('only@acme.example', 'only'), name: 'Only' })
  await p.sql('update session set confirmed_at = $1 where person_id = $2', [
    new Date(p.clock.now()),
    made.body.person.id,
  ])
  const only = await remove(made.session)
  assert.equal(only.status, 422, only.text)
  assert.match(only.body.message, /no password/)

  const admin = await p.signIn('admin@acme.example')
  const self = await unlink(await idOf('admin@acme.example'), admin)
  assert.equal(self.status, 422)
})

test('an identity that opened one account and then another makes their people count as one', async () => {
  const { id, email } = await people.newcomer()
  await connect(email, 'second-hand')
  assert.equal((await unlink(id)).status, 204)
  // Another address at the provider: a new person, by the same human.
  const made = await enter({ ...of('another.name@acme.example', 'second-hand'), name: 'Another' })
  assert.equal(made.status, 200, made.text)
  const { custodians } = await custodiansOf(made.body.person.id)
  const found = custodians.find((one: { id: string }) => one.id === id)
  assert.deepEqual([found?.why, found?.releasedAt], ['same_sign_on', null])

  // Without the administrator, who created one of them and set the provider of the other.
  await p.sql(`delete from custodian where why <> 'same_sign_on'`)
  const admin = await p.signIn('admin@acme.example')
  for (const one of [id, made.body.person.id]) {
    const body = { role: 'admin', reason }
    const changed = await p.call('PATCH', `/api/workspace/people/${one}`, { cookie: admin, body })
    assert.equal(changed.status, 200, changed.text)
  }
  const mine = await p.signIn(email)
  const other = (await enter({ sub: 'second-hand' })).session
  const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
  const risk = { riskKey: 'R-1', title: 'An employee leaves', ownerId: id, reason, ...figures }
  const { body, status, text } = await p.call('POST', '/api/workspace/risks', { cookie: mine, body: risk })
  assert.equal(status, 201, text)
  for (const next of ['assessed', 'treated'])
    await p.call('PATCH', `/api/workspace/risks/${body.id}`, { cookie: mine, body: { status: next, reason } })
  const accept = () => p.call('POST', `/api/workspace/risks/${body.id}/accept`, { cookie: other, body: { reason } })
  const refused = await accept()
  assert.deepEqual([refused.status, refused.body.error], [403, 'forbidden_resource'], refused.text)
})

test('a person who comes back with their former identity is not their own custodian', async () => {
  const { id, email } = await people.newcomer()
  await connect(email, 'comes-back')
  assert.equal((await unlink(id)).status, 204)
  await connect(email, 'comes-back')
  const { custodians } = await custodiansOf(id)
  assert.ok(!custodians.some(({ why }: { why: string }) => why === 'same_sign_on'))
})

test('a sign-on that waits for its code opens nothing once the connection is removed', async () => {
  const { id, email, code } = await people.enrolled()
  await p.sql(
    `insert into person_identity (organization_id, issuer, subject, person_id, created_at)
     select organization_id, $1, 'waits', id, now() from person where id = $2`,
    [forger.issuer, id],
  )
  const waiting = await enter(of(email, 'waits'))
  assert.equal(waiting.status, 202, waiting.text)
  const cookie = waiting.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  assert.equal((await unlink(id)).status, 204)
  p.clock.advance(minute)
  assert.equal((await p.call('POST', `${path}/code`, { cookie, body: { code: code() } })).status, 401)
})

test('if single sign-on is the only way in, removing it opens no password, and no one can lock themselves out', async () => {
  const { id, email } = await people.newcomer()
  await connect(email, 'forced')
  const policy = `update sign_in_policy set sign_in = $1 where is_current`
  const admin = await people.administrator()
  const saved = await p.call('POST', '/api/workspace/sign-in-policy', {
    cookie: admin,
    body: { signIn: 'any', breakGlassIds: [], reason },
  })
  assert.ok(saved.status < 300, saved.text)
  await p.sql(policy, ['single_sign_on'])
  const entered = await enter({ sub: 'forced' })
  await p.sql('update session set confirmed_at = $1 where person_id = $2', [new Date(p.clock.now()), id])
  const own = await p.call('DELETE', '/api/workspace/account/sign-on', { cookie: entered.session })
  assert.deepEqual([own.status, own.body.error], [409, 'conflict'], own.text)
  await p.sql(policy, ['any'])
  assert.equal((await unlink(id)).status, 204)
  await p.sql(policy, ['single_sign_on'])
  const refused = await people.signIn(email)
  assert.equal(refused.status, 403, refused.text)
  assert.equal((await p.call('GET', '/api/workspace/session', { cookie: entered.session })).status, 401)
  await p.sql(policy, ['any'])
})
