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
/** Its administrators may run the jobs of the install. */
const provision = {
  organizations: workspace.organizations.map(one => ({ ...one, operator: one.slug === 'acme' })),
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

/** Events of one type since the call, each with the request of its audit row. */
const watch = async (type: string) => {
  const list = async (): Promise<SecurityEvent[]> => {
    const cookie = await people.administrator()
    const { status, body, text } = await p.call('GET', `/api/workspace/security-events?type=${type}`, { cookie })
    assert.equal(status, 200, text)
    assert.ok(!text.includes(canary) && !text.includes(password), text)
    return body.securityEvents
  }
  const known = new Set((await list()).map(({ id }) => id))
  return async (): Promise<SecurityEvent[]> => (await list()).filter(({ id }) => !known.has(id)).reverse()
}

const auditOf = async ({ context: { requestId } }: SecurityEvent, action: string): Promise<number> => {
  const rows = await p.sql(`select from audit_event where action = $1 and record::json ->> 'requestId' = $2`, [
    action,
    requestId,
  ])
  return rows.length
}

test('wrong passwords until the limit: one event an hour, even if the guesses continue', async () => {
  const { id, email } = await people.newcomer()
  const since = await watch('signInLocked')
  const wrong = (from: string) =>
    p.call('POST', '/api/workspace/session', {
      body: { email, password: canary },
      headers: { 'x-forwarded-for': from },
    })
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await wrong('203.0.113.7')).status)
  assert.ok(statuses.includes(429))
  const [event, ...more] = await since()
  assert.ok(event)
  assert.equal(more.length, 0)
  assert.deepEqual([event.severity, event.context.personId, event.context.code], ['medium', id, 'password'])
  assert.equal(await auditOf(event, 'session.lock'), 1)
  for (let i = 0; i < 12; i++) await wrong('203.0.113.7')
  assert.equal((await since()).length, 1)
  await using other = await boot({ database: p.connection, provision: null, env })
  const later = async (ahead: number) => {
    other.clock.advance(ahead)
    const body = { email, password: canary }
    for (let i = 0; i < 12; i++)
      await other.call('POST', '/api/workspace/session', { body, headers: { 'x-forwarded-for': '203.0.113.9' } })
    return (await since()).length
  }
  p.clock.advance(hour)
  assert.equal(await later(2 * hour), 2)
})

test('an unknown address is locked without an event', async () => {
  const since = await watch('signInLocked')
  for (let i = 0; i < 12; i++) {
    const body = { email: 'unknown@acme.example', password: canary }
    await p.call('POST', '/api/workspace/session', { body, headers: { 'x-forwarded-for': '203.0.113.8' } })
  }
  assert.deepEqual(await since(), [])
})

test('wrong codes of the second factor', async () => {
  const { id, email } = await people.enrolled()
  const since = await watch('signInLocked')
  for (let i = 0; i < 4; i++) assert.equal((await people.signIn(email, '000000')).status, 401)
  assert.deepEqual(await since(), [])
  await people.signIn(email, '000000')
  const [event, ...more] = await since()
  assert.ok(event)
  assert.equal(more.length, 0)
  assert.deepEqual([event.context.personId, event.context.code], [id, 'second_factor'])
  assert.equal(await auditOf(event, 'session.open'), 1)
})

test('a second factor that is removed, by an administrator and by its owner', async () => {
  const since = await watch('secondFactorRemoved')
  const [one, two] = [await people.enrolled(), await people.enrolled()]
  await changeWithSecond(p, await people.administrator(), ['DELETE', `/people/${one.id}/totp`])
  const [first] = await since()
  assert.ok(first)
  assert.deepEqual([first.severity, first.context.personId], ['medium', one.id])
  assert.equal(await auditOf(first, 'person.remove_totp'), 1)
  const removed = await p.call('DELETE', totp, { cookie: two.cookie, body: { code: two.code() } })
  assert.equal(removed.status, 204, removed.text)
  assert.deepEqual(
    (await since()).map(({ context }) => context.personId),
    [one.id, two.id],
  )
})

test('administrators: created, promoted, enabled again, invited; no other people', async () => {
  const since = await watch('administratorAdded')
  const who = async () => (await since()).map(({ context }) => context.personId)
  const made = await ask('POST', '/people', { email: 'made@acme.example', name: canary, role: 'admin', password })
  assert.equal(made.status, 201, made.text)
  const [event] = await since()
  assert.ok(event)
  assert.equal(await auditOf(event, 'person.create'), 1)
  const { id } = await people.newcomer()
  const expected = [made.body.person.id]
  assert.deepEqual(await who(), expected)
  const change = async (body: object) => assert.equal((await ask('PATCH', `/people/${id}`, body)).status, 200)
  await change({ role: 'reviewer' })
  await change({ role: 'admin' })
  expected.push(id)
  assert.deepEqual(await who(), expected)
  await change({ name: 'Other' })
  await change({ disabled: true })
  assert.deepEqual(await who(), expected)
  await change({ disabled: false })
  expected.push(id)
  assert.deepEqual(await who(), expected)
  const invited = { email: 'invited@acme.example', name: 'Invited', role: 'admin' }
  const { body } = await ask('POST', '/people/invitations', invited)
  assert.deepEqual(await who(), expected)
  const token = String(body.url).split('#')[1]
  const accepted = await p.call('POST', '/api/workspace/invitations/accept', { body: { token, password } })
  assert.equal(accepted.status, 201, accepted.text)
  assert.equal((await who()).length, expected.length + 1)
})

test('the identity provider: set, changed, removed', async () => {
  await using forger = await startForgingProvider()
  const since = await watch('identityProviderChanged')
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
    [await auditOf(set, 'identity_provider.set'), await auditOf(removed, 'identity_provider.remove')],
    [1, 1],
  )
})

test('a change that is refused leaves no event', async () => {
  const since = await watch('administratorAdded')
  const again = { email: 'made@acme.example', name: 'Again', role: 'admin', password }
  assert.equal((await ask('POST', '/people', again)).status, 409)
  assert.deepEqual(await since(), [])
})

test('a sealed value that the master key does not open', async () => {
  await using forger = await startForgingProvider()
  const body = { issuer: forger.issuer, clientId: 'client', clientSecret: canary, name: 'Login' }
  const rest = { createPeople: false, defaultRole: 'auditor', emailDomains: [] }
  await setProvider(p, await people.administrator(), { ...body, ...rest })
  const run = async () => {
    const answer = await ask('POST', '/jobs/check-sealed-values/run')
    assert.equal(answer.status, 200, answer.text)
    return answer.body
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
