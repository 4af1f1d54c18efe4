import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour } from '#lib/clock.ts'
import type { SecurityEvent } from '#shared/security-event.ts'
import { password, workspace } from '#test/fixture.ts'
import { startForgingProvider } from '#test/forging-provider.ts'
import { createNewcomers, type Newcomers, totp } from '#test/newcomers.ts'
import { changeWithSecond, setProvider } from '#test/second-administrator.ts'
import { boot, type Probata } from '#test/system.ts'

const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }
/** The administrators of acme may run the jobs of the install. */
const provision = {
  organizations: workspace.organizations.map(organization => ({
    ...organization,
    operator: organization.slug === 'acme',
  })),
}
const canary = 'a-secret-that-no-event-may-repeat'
const reason = `for a test, with ${canary}`

let p: Probata
let people: Newcomers
before(async () => {
  p = await boot({ env, provision })
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const ask = async (method: string, path: string, body: object = {}) =>
  p.call(method, `/api/workspace${path}`, { cookie: await people.administrator(), body: { reason, ...body } })

/** Returns a function that lists the events of a type since this call. */
const watchEvents = async (type: string) => {
  const list = async (): Promise<SecurityEvent[]> => {
    const cookie = await people.administrator()
    const { status, body, text } = await p.call('GET', `/api/workspace/security-events?type=${type}`, { cookie })
    assert.equal(status, 200, text)
    assert.ok(!text.includes(canary) && !text.includes(password), text)
    return body.securityEvents
  }
  const earlierIds = new Set((await list()).map(({ id }) => id))
  return async (): Promise<SecurityEvent[]> => (await list()).filter(({ id }) => !earlierIds.has(id)).reverse()
}

const countAuditRows = async ({ context: { requestId } }: SecurityEvent, action: string): Promise<number> => {
  const rows = await p.sql(`select from audit_event where action = $1 and record::json ->> 'requestId' = $2`, [
    action,
    requestId,
  ])
  return rows.length
}

test('reaching the limit of wrong passwords causes one event an hour, even if the guesses continue', async () => {
  const { id, email } = await people.newcomer()
  const since = await watchEvents('signInLocked')
  const guess = (from: string) =>
    p.call('POST', '/api/workspace/session', {
      body: { email, password: canary },
      headers: { 'x-forwarded-for': from },
    })
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await guess('203.0.113.7')).status)
  assert.ok(statuses.includes(429))
  const [event, ...more] = await since()
  assert.ok(event)
  assert.equal(more.length, 0)
  assert.deepEqual([event.severity, event.context.personId, event.context.code], ['medium', id, 'password'])
  assert.equal(await countAuditRows(event, 'session.lock'), 1)
  for (let i = 0; i < 12; i++) await guess('203.0.113.7')
  assert.equal((await since()).length, 1)
  await using other = await boot({ database: p.connection, provision: null, env })
  const guessLater = async (elapsed: number) => {
    other.clock.advance(elapsed)
    const body = { email, password: canary }
    for (let i = 0; i < 12; i++)
      await other.call('POST', '/api/workspace/session', { body, headers: { 'x-forwarded-for': '203.0.113.9' } })
    return (await since()).length
  }
  p.clock.advance(hour)
  assert.equal(await guessLater(2 * hour), 2)
})

test('locking an unknown address causes no event', async () => {
  const since = await watchEvents('signInLocked')
  for (let i = 0; i < 12; i++) {
    const body = { email: 'unknown@acme.example', password: canary }
    await p.call('POST', '/api/workspace/session', { body, headers: { 'x-forwarded-for': '203.0.113.8' } })
  }
  assert.deepEqual(await since(), [])
})

test('wrong codes cause an event when the second factor is locked', async () => {
  const { id, email } = await people.enrolled()
  const since = await watchEvents('signInLocked')
  for (let i = 0; i < 4; i++) assert.equal((await people.signIn(email, '000000')).status, 401)
  assert.deepEqual(await since(), [])
  await people.signIn(email, '000000')
  const [event, ...more] = await since()
  assert.ok(event)
  assert.equal(more.length, 0)
  assert.deepEqual([event.context.personId, event.context.code], [id, 'second_factor'])
  assert.equal(await countAuditRows(event, 'session.open'), 1)
})

test('removing a second factor causes an event, by an administrator or by the person', async () => {
  const since = await watchEvents('secondFactorRemoved')
  const [removedByAdministrator, removedByPerson] = [await people.enrolled(), await people.enrolled()]
  await changeWithSecond(p, await people.administrator(), ['DELETE', `/people/${removedByAdministrator.id}/totp`])
  const [first] = await since()
  assert.ok(first)
  assert.deepEqual([first.severity, first.context.personId], ['medium', removedByAdministrator.id])
  assert.equal(await countAuditRows(first, 'person.remove_totp'), 1)
  const removal = await p.call('DELETE', totp, {
    cookie: removedByPerson.cookie,
    body: { code: removedByPerson.code() },
  })
  assert.equal(removal.status, 204, removal.text)
  assert.deepEqual(
    (await since()).map(({ context }) => context.personId),
    [removedByAdministrator.id, removedByPerson.id],
  )
})

test('creating, promoting, enabling or inviting an administrator causes an event; other changes do not', async () => {
  const since = await watchEvents('administratorAdded')
  const personIds = async () => (await since()).map(({ context }) => context.personId)
  const created = await ask('POST', '/people', { email: 'made@acme.example', name: canary, role: 'admin', password })
  assert.equal(created.status, 201, created.text)
  const [event] = await since()
  assert.ok(event)
  assert.equal(await countAuditRows(event, 'person.create'), 1)
  const { id } = await people.newcomer()
  const expected = [created.body.person.id]
  assert.deepEqual(await personIds(), expected)
  const change = async (body: object) => assert.equal((await ask('PATCH', `/people/${id}`, body)).status, 200)
  await change({ role: 'reviewer' })
  await change({ role: 'admin' })
  expected.push(id)
  assert.deepEqual(await personIds(), expected)
  await change({ name: 'Other' })
  await change({ disabled: true })
  assert.deepEqual(await personIds(), expected)
  await change({ disabled: false })
  expected.push(id)
  assert.deepEqual(await personIds(), expected)
  const invitation = { email: 'invited@acme.example', name: 'Invited', role: 'admin' }
  const { body } = await ask('POST', '/people/invitations', invitation)
  assert.deepEqual(await personIds(), expected)
  const token = String(body.url).split('#')[1]
  const acceptance = await p.call('POST', '/api/workspace/invitations/accept', { body: { token, password } })
  assert.equal(acceptance.status, 201, acceptance.text)
  assert.equal((await personIds()).length, expected.length + 1)
})

test('adding, changing and removing the identity provider each cause an event', async () => {
  await using forger = await startForgingProvider()
  const since = await watchEvents('identityProviderChanged')
  const body = { issuer: forger.issuer, clientId: 'client', clientSecret: canary, name: 'Login' }
  const rest = { createPeople: false, defaultRole: 'auditor', emailDomains: [] }
  const cookie = await people.administrator()
  for (const name of ['Login', 'Other login']) await setProvider(p, cookie, { ...body, ...rest, name })
  await changeWithSecond(p, cookie, ['DELETE', '/identity-provider'])
  const events = await since()
  assert.deepEqual(
    events.map(({ context }) => context.state),
    ['added', 'changed', 'removed'],
  )
  const [set, , removed] = events
  assert.ok(set && removed)
  assert.deepEqual(
    [await countAuditRows(set, 'identity_provider.set'), await countAuditRows(removed, 'identity_provider.remove')],
    [1, 1],
  )
})

test('a rejected change causes no event', async () => {
  const since = await watchEvents('administratorAdded')
  const duplicate = { email: 'made@acme.example', name: 'Again', role: 'admin', password }
  assert.equal((await ask('POST', '/people', duplicate)).status, 409)
  assert.deepEqual(await since(), [])
})

test('a sealed value that the master key cannot open causes one event a day', async () => {
  await using forger = await startForgingProvider()
  const body = { issuer: forger.issuer, clientId: 'client', clientSecret: canary, name: 'Login' }
  const rest = { createPeople: false, defaultRole: 'auditor', emailDomains: [] }
  await setProvider(p, await people.administrator(), { ...body, ...rest })
  const run = async () => {
    const response = await ask('POST', '/jobs/check-sealed-values/run')
    assert.equal(response.status, 200, response.text)
    return response.body
  }
  const events = async () => {
    const rows = await p.sql(`select record from security_event where type = 'masterKeyUnreadableValues' order by id`)
    return rows.map(({ record }): SecurityEvent => JSON.parse(String(record)))
  }
  const { processed } = await run()
  assert.ok(processed >= 2, `${processed} kinds`)
  assert.deepEqual(await events(), [])
  await p.sql(`update identity_provider set client_secret = (select totp_secret from login where totp_secret is not null limit 1)
    where is_current`)
  const { id } = await run()
  const [event, ...more] = await events()
  assert.ok(event)
  assert.equal(more.length, 0)
  assert.deepEqual([event.severity, event.organizationId], ['critical', 'install'])
  assert.deepEqual(
    [event.context.requestId, event.context.code, event.context.count],
    [id, 'identity_provider_secret', 1],
  )
  await run()
  assert.equal((await events()).length, 1)
  p.clock.advance(24 * hour)
  await run()
  assert.equal((await events()).length, 2)
})
