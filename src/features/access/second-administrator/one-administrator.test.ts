import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { password } from '#test/fixture.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
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

const settings = (overrides: object = {}) => ({
  ...{ issuer: forger.issuer, clientId: 'client', clientSecret: secret, name: 'Login', createPeople: false },
  ...{ defaultRole: 'auditor', emailDomains: ['acme.example'], ...overrides },
})

const readProvider = async (cookie: string) => (await ask(cookie, 'GET', '/identity-provider')).body

describe('with one administrator', () => {
  const requests: readonly [string, string, () => Promise<object> | object, RegExp][] = [
    ['POST', '/identity-provider', () => settings(), /identityProvider in the provisioning file/],
    ['POST', '/group-rules', () => ({ rules: [] }), /groupRules in the provisioning file/],
  ]
  for (const [method, path, body, alternative] of requests)
    test(`${method} ${path} is rejected with the operator's alternative, and changes nothing`, async () => {
      const cookie = await sessionOf('admin@acme.example')
      const response = await ask(cookie, method, path, await body())
      assert.deepEqual(
        [response.status, response.body.error, response.body.needs],
        [409, 'conflict', 'second_administrator'],
      )
      assert.match(response.body.message, alternative)
      const current = await readProvider(cookie)
      assert.deepEqual([current.identityProvider, current.openRequestId], [null, null])
    })

  test("removing a person's second factor is rejected, and the message names the command", async () => {
    const { id } = await people.enrolled()
    const response = await ask(await sessionOf('admin@acme.example'), 'DELETE', `/people/${id}/totp`)
    assert.deepEqual([response.status, response.body.needs], [409, 'second_administrator'])
    assert.match(response.body.message, /probata account reset-factor/)
  })

  test('an administrator whom the requester created or invited does not count, because the requester could act as them', async () => {
    const cookie = await sessionOf('admin@acme.example')
    const alias = { email: 'alias@acme.example', name: 'Alias', role: 'admin', password }
    assert.equal((await ask(cookie, 'POST', '/people', alias)).status, 201)
    const invitation = await ask(cookie, 'POST', '/people/invitations', {
      ...{ email: 'invited@acme.example', name: 'Invited', role: 'admin' },
    })
    const token = String(invitation.body.url).split('#')[1]
    const acceptance = await p.call('POST', '/api/workspace/invitations/accept', { body: { token, password } })
    assert.equal(acceptance.status, 201, acceptance.text)
    assert.equal((await ask(cookie, 'POST', '/identity-provider', settings())).status, 409)
    assert.equal((await ask(cookie, 'POST', '/group-rules', { rules: [] })).status, 409)
    await p.sql(`update person set disabled = true where record::json ->> 'name' in ('Alias', 'Invited')`)
  })
})
