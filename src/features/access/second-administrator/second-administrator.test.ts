import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { day, hour, minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { applyFile } from '#test/second-administrator.ts'
import { connectPeople, signOn } from '#test/sign-on.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'

const reason = 'for a test of two administrators'
const secret = 'a-secret-that-no-one-reads-again'

let p: Probata
let forger: ForgingProvider
let people: Newcomers

before(async () => {
  p = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' } })
  forger = await startForgingProvider()
  people = createNewcomers(p)
})
after(async () => {
  await forger[Symbol.asyncDispose]()
  await p[Symbol.asyncDispose]()
})

let signIns = 0
const sessionOf = async (email: string): Promise<string> => {
  const response = await p.call('POST', '/api/workspace/session', {
    body: { email, password },
    headers: { 'x-forwarded-for': `192.0.2.${++signIns % 250}` },
  })
  assert.equal(response.status, 200, response.text)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const ask = (cookie: string, method: string, path: string, body: object = {}): Promise<ApiResponse> =>
  p.call(method, `/api/workspace${path}`, { cookie, ...(method !== 'GET' && { body: { reason, ...body } }) })

const decide = (cookie: string, id: string, verb: 'confirm' | 'withdraw') =>
  ask(cookie, 'POST', `/approval-requests/${id}/${verb}`)

/** Adds administrators by the operator's file, so that no one saw their passwords or links. */
const addAdministrators = async (...names: string[]): Promise<void> => {
  const users = names.map(name => ({ email: `${name}@acme.example`, name, role: 'admin', password }))
  await applyFile(p, { users })
}

const settings = (overrides: object = {}) => ({
  ...{ issuer: forger.issuer, clientId: 'client', clientSecret: secret, name: 'Login', createPeople: false },
  ...{ defaultRole: 'auditor', emailDomains: ['acme.example'], ...overrides },
})

const readProvider = async (cookie: string) => (await ask(cookie, 'GET', '/identity-provider')).body

describe('with two administrators', () => {
  let first: string
  let second: string
  before(() => addAdministrators('ada', 'grace'))
  beforeEach(async () => {
    first = await sessionOf('ada@acme.example')
    second = await sessionOf('grace@acme.example')
    const { approvalRequests } = (await ask(first, 'GET', '/approval-requests?status=open')).body
    for (const { id } of approvalRequests) await decide(first, id, 'withdraw')
  })

  const request = async (overrides: object = {}): Promise<string> => {
    const response = await ask(first, 'POST', '/identity-provider', settings(overrides))
    assert.equal(response.status, 202, response.text)
    return response.body.request.id
  }

  test('a change takes effect only when the other administrator confirms it, and no response contains the secret', async () => {
    const changeResponse = await ask(first, 'POST', '/identity-provider', settings())
    assert.deepEqual([changeResponse.status, changeResponse.body.identityProvider], [202, null])
    const { id } = changeResponse.body.request
    const beforeConfirmation = await readProvider(second)
    assert.deepEqual([beforeConfirmation.identityProvider, beforeConfirmation.openRequestId], [null, id])
    const signOnStart = await p.call('POST', '/api/workspace/session/single-sign-on', {
      body: { email: 'auditor@acme.example', organization: 'acme' },
    })
    assert.equal(signOnStart.status, 422)
    const proposal = await ask(second, 'GET', `/approval-requests/${id}/proposal`)
    const changes = new Map(proposal.body.changes.map((line: { field: string }) => [line.field, line]))
    assert.deepEqual(changes.get('issuer'), { field: 'issuer', before: null, after: forger.issuer })
    assert.deepEqual(changes.get('token_endpoint'), {
      ...{ field: 'token_endpoint', before: null, after: `${forger.issuer}/token` },
    })
    for (const { text } of [changeResponse, proposal, await ask(second, 'GET', `/approval-requests/${id}`)])
      assert.ok(!text.includes(secret))
    const [row] = await p.sql('select proposal, client_secret from access_proposal where request_id = $1', [id])
    assert.ok(!String(row?.proposal).includes(secret))
    assert.match(String(row?.client_secret), /^v1\./)
    assert.equal((await decide(second, id, 'confirm')).status, 200)
    const { identityProvider } = await readProvider(second)
    assert.deepEqual([identityProvider.issuer, identityProvider.emailDomains], [forger.issuer, ['acme.example']])
    const [proposalRow] = await p.sql('select client_secret from access_proposal where request_id = $1', [id])
    assert.equal(proposalRow?.client_secret, null)
    // Sign-on works with the requested secret.
    await p.sql('update sign_on_domain set named = true')
    await connectPeople(p, { auditor: 'a' })
    Object.assign(forger, { claims: { sub: 'a', email: 'auditor@acme.example', email_verified: true } })
    const response = await signOn(p, 'auditor@acme.example', url => forger.signIn(url))
    assert.equal(response.status, 200, response.text)
  })

  test('administrators cannot confirm their own requests, even if the workspace allows self-decisions', async () => {
    assert.equal((await ask(first, 'PATCH', '/settings', { selfDecision: true })).status, 200)
    const id = await request({ name: 'Mine' })
    const own = await decide(first, id, 'confirm')
    assert.deepEqual([own.status, (await readProvider(first)).identityProvider.name], [422, 'Login'])
    assert.equal((await ask(first, 'PATCH', '/settings', { selfDecision: false })).status, 200)
    assert.equal((await decide(first, id, 'withdraw')).status, 200)
    assert.equal((await decide(second, id, 'confirm')).status, 422)
    assert.equal((await readProvider(first)).openRequestId, null)
  })

  test('other roles can see a request, but neither see its proposal nor decide on it', async () => {
    const id = await request({ name: 'Other' })
    const reviewer = await sessionOf('reviewer@acme.example')
    assert.equal((await ask(reviewer, 'GET', `/approval-requests/${id}`)).status, 200)
    assert.equal((await ask(reviewer, 'GET', `/approval-requests/${id}/proposal`)).status, 403)
    for (const verb of ['confirm', 'withdraw'] as const) assert.equal((await decide(reviewer, id, verb)).status, 403)
    const work = async (cookie: string) => (await ask(cookie, 'GET', '/my-work?kind=approval')).text
    assert.ok(!(await work(reviewer)).includes(id))
    assert.ok((await work(second)).includes(id))
    assert.ok(!(await work(first)).includes(id))
    const stranger = await sessionOf('admin@globex.example')
    for (const path of ['', '/proposal'])
      assert.equal((await ask(stranger, 'GET', `/approval-requests/${id}${path}`)).status, 404)
    assert.equal((await decide(stranger, id, 'confirm')).status, 404)
    assert.equal((await decide(second, id, 'withdraw')).status, 200, 'declined')
  })

  test('only one request for the provider can be open, for a change or a removal, even with concurrent requests', async () => {
    const id = await request({ name: 'One' })
    for (const [method, body] of [
      ['POST', settings({ name: 'Two' })],
      ['DELETE', {}],
    ] as const) {
      const secondRequest = await ask(second, method, '/identity-provider', body)
      assert.deepEqual([secondRequest.status, secondRequest.body.approvalRequestId], [422, id])
    }
    const rules = await ask(first, 'POST', '/group-rules', { rules: [] })
    assert.equal(rules.status, 202, 'rules are independent')
    for (const requestId of [id, rules.body.request.id])
      assert.equal((await decide(first, requestId, 'withdraw')).status, 200)
    const both = await Promise.all(
      [1, 2].map(n => ask(first, 'POST', '/identity-provider', settings({ name: `At once ${n}` }))),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [202, 422])
    const open = (await readProvider(first)).openRequestId
    assert.equal((await decide(first, open, 'withdraw')).status, 200)
  })

  test('a request cannot be confirmed after the file changed the settings, or after an edit in the database', async () => {
    const id = await request({ name: 'Outdated' })
    const { clientSecret, ...rest } = settings({ name: 'By the operator' })
    await applyFile(p, { identityProvider: { ...rest, clientSecret } })
    const response = await decide(second, id, 'confirm')
    assert.deepEqual([response.status, /changed since/.test(response.body.message)], [422, true])
    assert.equal((await decide(second, id, 'withdraw')).status, 200)
    const other = await request({ name: 'Slipped in' })
    await p.sql(
      `update access_proposal set proposal = replace(proposal, 'Slipped in', 'Slipped on') where request_id = $1`,
      [other],
    )
    assert.equal((await decide(second, other, 'confirm')).status, 422)
    assert.equal((await decide(second, other, 'withdraw')).status, 200)
    assert.equal((await readProvider(first)).identityProvider.name, 'By the operator')
  })

  test('changing or removing the provider ends the sessions that it opened', async () => {
    const enter = async () => {
      await p.sql('update sign_on_domain set named = true')
      await connectPeople(p, { auditor: 'a' })
      Object.assign(forger, { claims: { sub: 'a', email: 'auditor@acme.example', email_verified: true } })
      return (await signOn(p, 'auditor@acme.example', url => forger.signIn(url))).session
    }
    const isOpen = async (cookie: string) => (await ask(cookie, 'GET', '/session')).status === 200
    let session = await enter()
    const id = await request({ name: 'Changed' })
    assert.ok(await isOpen(session), 'a request ends nothing')
    assert.equal((await decide(second, id, 'confirm')).status, 200)
    assert.ok(!(await isOpen(session)))
    session = await enter()
    const removal = await ask(first, 'DELETE', '/identity-provider')
    assert.ok(await isOpen(session))
    assert.equal((await decide(second, removal.body.request.id, 'confirm')).status, 200)
    assert.ok(!(await isOpen(session)))
    assert.equal((await readProvider(first)).identityProvider, null)
    assert.ok(await isOpen(first))
  })

  test('the requester becomes a custodian of the people connected to the provider; the confirming administrator does not', async () => {
    assert.equal((await decide(second, await request(), 'confirm')).status, 200)
    await connectPeople(p, { contributor: 'c' })
    assert.equal((await decide(second, await request({ name: 'Again' }), 'confirm')).status, 200)
    const rows = await p.sql(
      `select c.record::json ->> 'name' as name from custodian k join person c on c.id = k.custodian_id
        where k.why = 'provider' and k.released_at is null`,
    )
    assert.deepEqual([...new Set(rows.map(({ name }) => name))], ['ada'])
  })

  test('a person whose custodian is the requester, or whose access the requester changed within a day, cannot confirm', async () => {
    const id = await request({ name: 'By hands' })
    const grace = (await ask(second, 'GET', '/session')).body.person.id
    const ada = (await ask(first, 'GET', '/session')).body.person.id
    await p.sql(
      `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from)
       select organization_id, id, $2, 'reset_link', now(), now() - interval '1 hour' from person where id = $1`,
      [grace, ada],
    )
    p.system.services.identities.forget()
    assert.match(
      (await decide(second, id, 'confirm')).body.message,
      /The requester, and people who could act as the requester, cannot/,
    )
    await p.sql(`delete from custodian where why = 'reset_link'`)
    p.system.services.identities.forget()
    assert.equal((await decide(first, id, 'withdraw')).status, 200)
    assert.equal((await ask(first, 'PATCH', `/people/${grace}`, { name: 'Grace' })).status, 200)
    const later = await request({ name: 'By hands' })
    const response = await decide(second, later, 'confirm')
    assert.deepEqual([response.status, /granted or changed your access/.test(response.body.message)], [422, true])
    assert.equal((await decide(first, later, 'withdraw')).status, 200)
    p.clock.advance(day + hour)
    ;[first, second] = [await sessionOf('ada@acme.example'), await sessionOf('grace@acme.example')]
    assert.equal((await decide(second, await request({ name: 'By hands' }), 'confirm')).status, 200)
  })

  test('confirming requires a recent proof of identity, and a request expires after a week', async () => {
    const id = await request({ name: 'Late' })
    p.clock.advance(11 * minute)
    const late = await decide(second, id, 'confirm')
    assert.deepEqual([late.status, late.body.confirm], [403, 'password'])
    p.clock.advance(7 * day)
    ;[first, second] = [await sessionOf('ada@acme.example'), await sessionOf('grace@acme.example')]
    assert.equal((await decide(second, id, 'confirm')).status, 422)
    const next = await request({ name: 'Next' })
    assert.equal((await ask(first, 'GET', `/approval-requests/${id}`)).body.status, 'withdrawn')
    assert.equal((await decide(second, next, 'withdraw')).status, 200)
  })

  test('group rules also need a request, and apply once confirmed', async () => {
    const rules = [{ source: 'scim', group: 'admins', role: 'admin' }]
    const response = await ask(first, 'POST', '/group-rules', { rules })
    assert.deepEqual([response.status, response.body.groupRules.rules], [202, []])
    const { id } = response.body.request
    const proposal = await ask(second, 'GET', `/approval-requests/${id}/proposal`)
    assert.deepEqual(proposal.body.changes, [{ field: 'scim: admins', before: null, after: 'admin' }])
    assert.deepEqual((await ask(first, 'GET', '/group-rules')).body.rules, [])
    assert.equal((await decide(second, id, 'confirm')).status, 200)
    assert.deepEqual((await ask(first, 'GET', '/group-rules')).body.rules, rules)
  })

  test('a second factor is removed when another administrator confirms, but not when the requester does', async () => {
    const { id, email } = await people.enrolled()
    const response = await ask(first, 'DELETE', `/people/${id}/totp`)
    assert.equal(response.status, 202, response.text)
    assert.equal((await ask(first, 'GET', `/people/${id}`)).body.secondFactor, 'totp')
    assert.equal((await ask(second, 'DELETE', `/people/${id}/totp`)).status, 422)
    assert.equal((await decide(first, response.body.request.id, 'confirm')).status, 422)
    assert.equal((await decide(second, response.body.request.id, 'confirm')).status, 200)
    assert.equal((await ask(first, 'GET', `/people/${id}`)).body.secondFactor, 'none')
    assert.equal((await people.signIn(email)).status, 200)
    const rows = await p.sql(
      `select record::json ->> 'reason' as reason from audit_event where action = 'person.remove_totp' and resource_id = $1`,
      [id],
    )
    assert.deepEqual(rows, [{ reason }])
  })

  test("an administrator's requests are withdrawn when they lose the role", async () => {
    const id = await request({ name: 'Left behind' })
    const ada = (await ask(first, 'GET', '/session')).body.person.id
    assert.equal((await ask(second, 'PATCH', `/people/${ada}`, { role: 'auditor' })).status, 200)
    assert.equal((await ask(second, 'GET', `/approval-requests/${id}`)).body.status, 'withdrawn')
    assert.equal((await decide(second, id, 'confirm')).status, 422)
  })
})
