import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { createNewcomers } from '#test/newcomers.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

let probata: Probata
let cookie: string
before(async () => {
  probata = await boot({ env: { PROBATA_SESSION_IDLE_MINUTES: '120' } })
})
after(() => probata[Symbol.asyncDispose]())
beforeEach(async () => {
  cookie = await probata.signIn('admin@acme.example')
})

const confirm = (body: object, sessionCookie = cookie) =>
  probata.call('POST', '/api/workspace/session/confirm', { cookie: sessionCookie, body })
const sessionIn = ({ headers }: ApiResponse): string => headers.getSetCookie().join().split(';')[0] ?? ''
/** Confirms the session and returns its new cookie. */
const confirmedCookie = async (sessionCookie = cookie): Promise<string> => {
  const response = await confirm({ password }, sessionCookie)
  assert.equal(response.status, 204)
  return sessionIn(response)
}
const statusFor = async (sessionCookie: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  (await probata.call('GET', '/api/workspace/session', { cookie: sessionCookie, headers })).status
const reason = 'for the test of confirming'
const unknown = '00000000000000000000000000'
const calls: readonly (readonly [method: string, path: string, body: object, status: number])[] = [
  ['POST', '/service-accounts', { name: 'x', scopes: ['governance.evidence:read'], reason }, 201],
  ['PATCH', `/service-accounts/sva_${unknown}`, { name: 'x', reason }, 404],
  ['POST', `/service-accounts/sva_${unknown}/rotate-secret`, { reason }, 404],
  ['POST', `/service-accounts/sva_${unknown}/enable`, { reason }, 404],
  ['POST', '/people', { email: 'new.person@acme.example', name: 'New', role: 'auditor', reason }, 201],
  ['PATCH', `/people/prs_${unknown}`, { role: 'admin', reason }, 404],
  ['POST', `/people/prs_${unknown}/password-reset`, { reason }, 404],
  ['DELETE', `/people/prs_${unknown}/totp`, { reason }, 404],
  ['POST', '/people/invitations', { email: 'invited@acme.example', name: 'I', role: 'auditor', reason }, 201],
  ['DELETE', '/identity-provider', { reason }, 404],
  ['POST', '/identity-provider/rotate-key', { reason }, 404],
  ['DELETE', `/people/prs_${unknown}/sessions`, { reason }, 404],
  ['DELETE', `/account/sessions/ses_${unknown}`, {}, 404],
  ['DELETE', '/account/sessions', {}, 204],
  ['POST', '/webhooks', { reason }, 400],
  ['PATCH', `/webhooks/whk_${unknown}`, { url: 'https://example.com/', reason }, 404],
  ['POST', `/webhooks/whk_${unknown}/rotate-secret`, { reason }, 404],
  [
    'POST',
    '/exports',
    { scope: { kind: 'period', from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' }, reason },
    202,
  ],
  ['POST', '/exports', { scope: { kind: 'everything' }, reason }, 202],
]
const send = ([method, path, body]: (typeof calls)[number]) =>
  probata.call(method, `/api/workspace${path}`, { cookie, body })

describe('changing access, and exporting the whole workspace', () => {
  test('requires the password ten minutes after the last confirmation, and not before', async () => {
    probata.clock.advance(9 * minute)
    for (const call of calls) assert.equal((await send(call)).status, call[3], call[1])
    probata.clock.advance(minute + second)
    for (const call of calls) {
      const { status, body } = await send(call)
      assert.deepEqual([status, body.error, body.confirm], [403, 'forbidden_resource', 'password'], call[1])
    }
    assert.equal((await probata.call('GET', '/api/workspace/service-accounts', { cookie })).status, 200)
    const scope = { kind: 'requirement', requirementId: `ger_${unknown}` }
    assert.equal((await send(['POST', '/exports', { scope, reason }, 404])).status, 404)
    const rejection = await confirm({ password: 'wrong' })
    assert.deepEqual([rejection.status, rejection.body.issues[0].path], [422, ['password']])
    assert.equal((await send(['PATCH', `/people/prs_${unknown}`, { role: 'admin', reason }, 403])).status, 403)
    cookie = await confirmedCookie()
    assert.equal((await send(['PATCH', `/people/prs_${unknown}`, { role: 'admin', reason }, 404])).status, 404)
  })

  test('confirming one session does not confirm another session of the same person', async () => {
    const other = await probata.signIn('admin@acme.example')
    probata.clock.advance(11 * minute)
    assert.equal((await confirm({ password }, other)).status, 204)
    assert.equal((await send(['POST', '/people', { reason }, 403])).status, 403)
  })

  test('a refusal for a missing confirmation is not stored under its idempotency key', async () => {
    probata.clock.advance(11 * minute)
    const body = { name: 'keyed', scopes: ['governance.evidence:read'], reason }
    const create = () =>
      probata.call('POST', '/api/workspace/service-accounts', { cookie, body, key: 'confirmed-once' })
    assert.equal((await create()).status, 403)
    cookie = await confirmedCookie()
    assert.equal((await create()).status, 201)
  })

  test('guesses are limited, in this session only', async () => {
    for (let i = 0; i < 10; i++) assert.equal((await confirm({ password: `wrong ${i}` })).status, 422)
    assert.equal((await confirm({ password })).status, 429)
    const other = await probata.signIn('admin@acme.example')
    assert.equal((await confirm({ password }, other)).status, 204)
  })

  test('a confirmed session gets a new cookie with the same end, and the old cookie stops working', async () => {
    const oldCookie = cookie
    const sessionOf = async () => {
      const { body } = await probata.call('GET', '/api/workspace/account/sessions', { cookie })
      return body.sessions.find(({ current }: { current: boolean }) => current)
    }
    const before = await sessionOf()
    probata.clock.advance(90 * minute)
    const rejection = await confirm({ password: 'wrong' })
    assert.deepEqual([rejection.status, rejection.headers.getSetCookie()], [422, []])
    const response = await confirm({ password })
    const [setCookie = ''] = response.headers.getSetCookie()
    const [, seconds] =
      /^probata_session=pbs_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=(\d+)$/.exec(setCookie) ?? []
    const remaining = (10.5 * hour) / second
    assert.ok(Number(seconds) > remaining - 20 && Number(seconds) <= remaining, setCookie)
    cookie = sessionIn(response)
    assert.deepEqual([await statusFor(oldCookie), await statusFor(cookie)], [401, 200])
    const { id, expiresAt } = await sessionOf()
    assert.deepEqual([id, expiresAt], [before.id, before.expiresAt])
  })

  test('only one of two concurrent proofs succeeds, and its cookie is the valid one', async () => {
    const responses = await Promise.all([confirm({ password }), confirm({ password })])
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [204, 401])
    const [renewed = ''] = responses.map(sessionIn).filter(Boolean)
    assert.equal(await statusFor(renewed), 200)
  })

  test('a person with a second factor must also send a code', async () => {
    const newcomers = createNewcomers(probata)
    const { email, code } = await newcomers.enrolled()
    const signedIn = await newcomers.signIn(email, code())
    const sessionCookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const missing = await confirm({ password }, sessionCookie)
    assert.deepEqual([missing.status, missing.body.secondFactor], [422, 'totp'])
    assert.equal(
      (await confirm({ password: 'wrong', code: '000000' }, sessionCookie)).body.issues[0].path[0],
      'password',
    )
    probata.clock.advance(minute)
    assert.equal((await confirm({ password, code: code() }, sessionCookie)).status, 204)
  })
})

describe('an unused session', () => {
  const touchSession = (headers?: Readonly<Record<string, string>>) => {
    probata.system.services.identities.forget()
    return statusFor(cookie, headers)
  }
  const background = { 'probata-background': '1' }
  /** Waits until the use is recorded, which happens concurrently with the request. */
  const untilRecorded = () =>
    until('the use is recorded', async () => {
      const [row] = await probata.sql('select max(last_used_at) as at from session')
      return Date.parse(String(row?.at)) > probata.clock.now() - minute
    })

  test('ends after two hours, and a used session lasts its full twelve', async () => {
    for (let hours = 0; hours < 6; hours++) {
      probata.clock.advance(2 * hour - 2 * minute)
      assert.equal(await touchSession(), 200)
      await untilRecorded()
    }
    probata.clock.advance(12 * minute)
    assert.equal(await touchSession(), 401)
    cookie = await probata.signIn('admin@acme.example')
    probata.clock.advance(2 * hour + second)
    assert.equal(await touchSession(), 401)
    cookie = await probata.signIn('admin@acme.example')
    const { body } = await probata.call('GET', '/api/workspace/account/sessions', { cookie })
    assert.equal(body.sessions.length, 1)
  })

  test('ends although its page polls, and stays open while a person uses the page', async () => {
    for (let hours = 0; hours < 3; hours++) {
      assert.equal(await touchSession(background), 200)
      probata.clock.advance(40 * minute)
    }
    assert.equal(await touchSession(background), 401)
    cookie = await probata.signIn('admin@acme.example')
    probata.clock.advance(110 * minute)
    // The request comes right after a poll, while the identity is cached for a second.
    assert.equal(await touchSession(background), 200)
    assert.equal(await statusFor(cookie), 200)
    await untilRecorded()
    probata.clock.advance(110 * minute)
    assert.equal(await touchSession(background), 200)
  })
})
