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
  for (const resource of [p, forger, mail]) await resource[Symbol.asyncDispose]()
})
beforeEach(() => p.clock.advance(2 * minute))

const claimsFor = (email: string, sub: string) => ({ sub, email, email_verified: true })

const signOnWith = (claims: object, email = 'anybody@acme.example') => {
  Object.assign(forger, { claims })
  return signOn(p, email, url => forger.signIn(url))
}

/** Waits for a mail to the person and signs on with its link. */
const signOnByLink = async (email: string, sub: string) => {
  const link = /#connect=([\w-]+)/.exec(await mail.letter(email, /#connect=/))?.[1]
  Object.assign(forger, { claims: claimsFor(email, sub) })
  const start = await p.call('POST', path, { body: { email, organization: 'acme', link } })
  const cookie = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return p.call('POST', `${path}/callback`, { cookie, body: { query: forger.signIn(start.body.url) } })
}

const connect = (email: string, sub: string) => {
  Object.assign(forger, { claims: claimsFor(email, sub) })
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

test('after an administrator removes the connection, the old subject cannot sign on, and a mailed link connects a new one', async () => {
  const email = 'reviewer@acme.example'
  await connect(email, 'old-subject')
  const signedOn = await signOnWith({ sub: 'old-subject' })
  assert.equal(signedOn.status, 200)
  const { id } = signedOn.body.person
  const byPassword = await p.signIn(email)
  const readSession = (cookie: string) => p.call('GET', '/api/workspace/session', { cookie })
  assert.equal(typeof (await custodiansOf(id)).connectedAt, 'string')

  assert.equal((await unlink(id)).status, 204)
  assert.deepEqual([(await readSession(signedOn.session)).status, (await readSession(byPassword)).status], [401, 200])
  assert.equal((await custodiansOf(id)).connectedAt, null)
  await mail.letter(email, /and your sign-on at Login was removed/)
  const cookie = await p.signIn('admin@acme.example')
  const { securityEvents } = (await p.call('GET', '/api/workspace/security-events', { cookie })).body
  const event = securityEvents.find(({ type }: { type: string }) => type === 'signOnRemoved')
  assert.deepEqual([event?.severity, event?.context.personId, event?.context.state], ['medium', id, 'administrator'])
  const [row] = await p.sql(
    `select record::json ->> 'reason' as reason from audit_event where action = 'person.unlink_identity' and resource_id = $1`,
    [id],
  )
  assert.equal(row?.reason, reason)
  const secondRemoval = await unlink(id)
  assert.deepEqual([secondRemoval.status, secondRemoval.body.error], [409, 'conflict'])

  // A matching address does not reconnect the person, with either subject.
  for (const sub of ['new-subject', 'old-subject']) {
    const rejected = await signOnWith(claimsFor(email, sub))
    assert.deepEqual([rejected.status, rejected.session], [401, ''])
    assert.match(await lastRefusal(p, 'not connected yet'), /not connected yet/)
  }
  assert.equal((await signOnByLink(email, 'old-subject')).status, 401, 'the link rejects the old subject')
  const connection = await signOnByLink(email, 'new-subject')
  assert.deepEqual([connection.status, connection.body.person?.id], [200, id], connection.text)
  assert.equal((await signOnWith({ sub: 'new-subject' })).status, 200)
  assert.equal((await signOnWith(claimsFor(email, 'old-subject'))).status, 401)
})

test('a person without a password whose connection was removed is not reconnected by address', async () => {
  const created = await signOnWith({ ...claimsFor('without@acme.example', 'without'), name: 'Without' })
  assert.equal(created.status, 200, created.text)
  assert.equal((await unlink(created.body.person.id)).status, 204)
  assert.equal((await signOnWith(claimsFor('without@acme.example', 'stranger'))).status, 401)
  assert.deepEqual(await p.sql(`select 1 from person_identity where subject = 'stranger'`), [])
})

test("people can remove their own connection if they have a password; administrators can remove other people's", async () => {
  const email = 'contributor@acme.example'
  const id = await idOf(email)
  await connect(email, 'contributor')
  const cookie = await p.signIn(email)
  const readOwnConnection = () => p.call('GET', '/api/workspace/account/sign-on', { cookie })
  const connection = (await readOwnConnection()).body
  assert.deepEqual([connection.provider, typeof connection.connectedAt], ['Login', 'string'])
  assert.equal((await unlink(id, cookie)).status, 403, 'not for contributors')
  const remove = (sessionCookie = cookie) =>
    p.call('DELETE', '/api/workspace/account/sign-on', { cookie: sessionCookie })
  assert.equal((await remove()).status, 204)
  assert.deepEqual((await readOwnConnection()).body, { provider: 'Login', connectedAt: null })
  assert.deepEqual([(await remove()).status, (await signOnWith({ sub: 'contributor' })).status], [409, 401])
  p.clock.advance(11 * minute)
  const stale = await remove()
  assert.deepEqual([stale.status, stale.body.confirm], [403, 'password'])

  const created = await signOnWith({ ...claimsFor('only@acme.example', 'only'), name: 'Only' })
  await p.sql('update session set confirmed_at = $1 where person_id = $2', [
    new Date(p.clock.now()),
    created.body.person.id,
  ])
  const response = await remove(created.session)
  assert.equal(response.status, 422, response.text)
  assert.match(response.body.message, /no password/)

  const admin = await p.signIn('admin@acme.example')
  const self = await unlink(await idOf('admin@acme.example'), admin)
  assert.equal(self.status, 422)
})

test('two people who used the same identity count as one person for four eyes', async () => {
  const { id, email } = await people.newcomer()
  await connect(email, 'second-hand')
  assert.equal((await unlink(id)).status, 204)
  // A different address at the provider creates a new person record for the same human.
  const created = await signOnWith({ ...claimsFor('another.name@acme.example', 'second-hand'), name: 'Another' })
  assert.equal(created.status, 200, created.text)
  const { custodians } = await custodiansOf(created.body.person.id)
  const custodian = custodians.find((entry: { id: string }) => entry.id === id)
  assert.deepEqual([custodian?.why, custodian?.releasedAt], ['same_sign_on', null])

  // Removes the administrator as custodian: they created one person and configured the other's provider.
  await p.sql(`delete from custodian where why <> 'same_sign_on'`)
  const admin = await p.signIn('admin@acme.example')
  for (const personId of [id, created.body.person.id]) {
    const body = { role: 'admin', reason }
    const change = await p.call('PATCH', `/api/workspace/people/${personId}`, { cookie: admin, body })
    assert.equal(change.status, 200, change.text)
  }
  const ownSession = await p.signIn(email)
  const otherSession = (await signOnWith({ sub: 'second-hand' })).session
  const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
  const risk = { riskKey: 'R-1', title: 'An employee leaves', ownerId: id, reason, ...figures }
  const { body, status, text } = await p.call('POST', '/api/workspace/risks', { cookie: ownSession, body: risk })
  assert.equal(status, 201, text)
  for (const next of ['assessed', 'treated'])
    await p.call('PATCH', `/api/workspace/risks/${body.id}`, { cookie: ownSession, body: { status: next, reason } })
  const accept = () =>
    p.call('POST', `/api/workspace/risks/${body.id}/accept`, { cookie: otherSession, body: { reason } })
  const response = await accept()
  assert.deepEqual([response.status, response.body.error], [403, 'forbidden_resource'], response.text)
})

test('a person who reconnects their former identity does not become their own custodian', async () => {
  const { id, email } = await people.newcomer()
  await connect(email, 'comes-back')
  assert.equal((await unlink(id)).status, 204)
  await connect(email, 'comes-back')
  const { custodians } = await custodiansOf(id)
  assert.ok(!custodians.some(({ why }: { why: string }) => why === 'same_sign_on'))
})

test('a sign-on waiting for its second factor fails after the connection is removed', async () => {
  const { id, email, code } = await people.enrolled()
  await p.sql(
    `insert into person_identity (organization_id, issuer, subject, person_id, created_at)
     select organization_id, $1, 'waits', id, now() from person where id = $2`,
    [forger.issuer, id],
  )
  const pending = await signOnWith(claimsFor(email, 'waits'))
  assert.equal(pending.status, 202, pending.text)
  const cookie = pending.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  assert.equal((await unlink(id)).status, 204)
  p.clock.advance(minute)
  assert.equal((await p.call('POST', `${path}/code`, { cookie, body: { code: code() } })).status, 401)
})

test('with mandatory single sign-on, removing a connection does not enable the password, and people cannot remove their own', async () => {
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
  const signedOn = await signOnWith({ sub: 'forced' })
  await p.sql('update session set confirmed_at = $1 where person_id = $2', [new Date(p.clock.now()), id])
  const removal = await p.call('DELETE', '/api/workspace/account/sign-on', { cookie: signedOn.session })
  assert.deepEqual([removal.status, removal.body.error], [409, 'conflict'], removal.text)
  await p.sql(policy, ['any'])
  assert.equal((await unlink(id)).status, 204)
  await p.sql(policy, ['single_sign_on'])
  const response = await people.signIn(email)
  assert.equal(response.status, 403, response.text)
  assert.equal((await p.call('GET', '/api/workspace/session', { cookie: signedOn.session })).status, 401)
  await p.sql(policy, ['any'])
})
