import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hour, minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

let p: Probata
let newcomers: Newcomers
before(async () => {
  p = await boot()
  newcomers = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const session = '/api/workspace/session'
const account = '/api/workspace/account'
const people = '/api/workspace/people'
const reason = 'Needed for the account test'

const signInAs = (email: string, text = password, agent = 'A browser') =>
  p.call('POST', session, { body: { email, password: text }, headers: { 'user-agent': agent } })

const cookieOf = async (...args: Parameters<typeof signInAs>): Promise<string> => {
  const { headers } = await signInAs(...args)
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

const isSignedIn = async (cookie: string, server = p): Promise<boolean> =>
  (await server.call('GET', session, { cookie })).status === 200

describe('your own password', () => {
  const change = (cookie: string, currentPassword: string, newPassword: string, key?: string) =>
    p.call('POST', `${account}/password`, { cookie, body: { currentPassword, newPassword }, ...(key && { key }) })
  const next = 'another battery staple'

  test('changing it ends your other sessions; only the new password signs in', async () => {
    const { id, email } = await newcomers.newcomer()
    const [ownCookie, other, stranger] = [await cookieOf(email), await cookieOf(email), await newcomers.administrator()]
    assert.equal(await isSignedIn(other), true)
    const { status, text } = await change(ownCookie, password, next)
    assert.deepEqual([status, text], [204, ''])
    assert.deepEqual(
      [await isSignedIn(ownCookie), await isSignedIn(other), await isSignedIn(stranger)],
      [true, false, true],
    )
    assert.deepEqual([(await signInAs(email)).status, (await signInAs(email, next)).status], [401, 200])
    assert.deepEqual(await newcomers.trail(id, 'account.change_password'), [
      { outcome: 'done', detail: 'password changed' },
    ])
  })

  test('a wrong current password is rejected and audited, and nothing changes', async () => {
    const { id, email } = await newcomers.newcomer()
    const [ownCookie, other] = [await cookieOf(email), await cookieOf(email)]
    const { status, body } = await change(ownCookie, 'not my password', next)
    assert.deepEqual(
      [status, body.error, body.issues],
      [422, 'unprocessable', [{ path: ['currentPassword'], message: 'is wrong', code: 'field.wrong', values: {} }]],
    )
    assert.deepEqual([await isSignedIn(ownCookie), await isSignedIn(other)], [true, true])
    assert.equal((await signInAs(email)).status, 200)
    assert.deepEqual(await newcomers.trail(id, 'account.change_password'), [
      { outcome: 'refused', detail: 'unprocessable' },
    ])
  })

  test('an unacceptable new password is rejected with the name of its field', async () => {
    const cookie = await cookieOf((await newcomers.newcomer()).email)
    for (const bad of ['11 letters.', `twelve and a \u0007 bell`]) {
      const { status, body } = await change(cookie, password, bad)
      assert.deepEqual([status, body.issues[0].path], [400, ['newPassword']])
    }
  })

  test('only one of two concurrent changes takes effect', async () => {
    const cookie = await cookieOf((await newcomers.newcomer()).email)
    const responses = await Promise.all([change(cookie, password, `${next} 1`), change(cookie, password, `${next} 2`)])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 422])
  })

  test('guesses are limited without blocking sign-ins', async () => {
    const { email } = await newcomers.newcomer()
    const cookie = await cookieOf(email)
    const guesses = await Promise.all(Array.from({ length: 10 }, (_, i) => change(cookie, `guess ${i}`, next)))
    assert.deepEqual([...new Set(guesses.map(({ status }) => status))], [422])
    const { status, headers } = await change(cookie, password, next)
    assert.equal(status, 429)
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d?$/)
    assert.equal((await signInAs(email)).status, 200)
  })

  test('a repeat with an idempotency key gets the first response, and no password or digest of it is stored', async () => {
    const { id, email } = await newcomers.newcomer()
    const cookie = await cookieOf(email)
    const statuses = [
      (await change(cookie, password, next, 'the-key-of-a-change')).status,
      (await change(cookie, password, next, 'the-key-of-a-change')).status,
      (await change(cookie, 'something else', 'something else again', 'the-key-of-a-change')).status,
    ]
    assert.deepEqual(statuses, [204, 204, 204])
    assert.equal((await signInAs(email, next)).status, 200)
    assert.equal(
      (await newcomers.trail(id, 'account.change_password')).filter(({ outcome }) => outcome === 'done').length,
      1,
    )
  })

  test('a person without a password is referred to single sign-on', async () => {
    const { id, email } = await newcomers.newcomer()
    const cookie = await cookieOf(email)
    await p.sql('update login set password_hash = null where id = (select login_id from person where id = $1)', [id])
    const { status, body } = await change(cookie, password, next)
    assert.equal(status, 422)
    assert.match(body.message, /single sign-on/)
    const [withoutPassword, unknown] = [await signInAs(email), await signInAs('unknown@acme.example')]
    assert.deepEqual([withoutPassword.status, withoutPassword.body.message], [401, unknown.body.message])
    const enrolment = await p.call('POST', `${account}/totp`, { cookie, body: { currentPassword: password } })
    assert.equal(enrolment.status, 422)
    assert.match(enrolment.body.message, /single sign-on/)
  })
})

describe('your own sessions', () => {
  const list = async (cookie: string) => (await p.call('GET', `${account}/sessions`, { cookie })).body.sessions
  const end = (cookie: string, id = '') => p.call('DELETE', `${account}/sessions${id && `/${id}`}`, { cookie })

  test('the list shows the start, end, last use, browser and address of each session, and marks the current one', async () => {
    const { email } = await newcomers.newcomer()
    const older = await cookieOf(email, password, 'Old browser')
    const newer = await cookieOf(email, password, 'New browser')
    const sessions = await list(newer)
    const summaries = sessions.map(({ userAgent, address, signedInWith, current }: Record<string, unknown>) => [
      userAgent,
      address,
      signedInWith,
      current,
    ])
    assert.deepEqual(summaries, [
      ['New browser', '127.0.0.1', 'password', true],
      ['Old browser', '127.0.0.1', 'password', false],
    ])
    for (const { id, createdAt, expiresAt, lastUsedAt } of sessions) {
      assert.match(id, /^ses_/)
      assert.equal(lastUsedAt, createdAt)
      assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 12 * hour)
    }
    assert.equal((await list(older))[1].current, true)

    p.clock.advance(minute)
    const elapsed = await until('the last use of the session is recorded', async () => {
      const [{ lastUsedAt, createdAt }] = await list(newer)
      return lastUsedAt !== createdAt && Date.parse(lastUsedAt) - Date.parse(createdAt)
    })
    assert.ok(elapsed >= minute)
  })

  test("a person can end one of their own sessions, but not another person's", async () => {
    const { id: personId, email } = await newcomers.newcomer()
    const [ownCookie, other] = [await cookieOf(email), await cookieOf(email)]
    const [{ id }] = await list(ownCookie)
    const stranger = await cookieOf((await newcomers.newcomer()).email)
    const foreign = await p.signIn('admin@globex.example')
    const responses = [
      await end(stranger, id),
      await end(foreign, id),
      await end(ownCookie, 'ses_00000000000000000000000000'),
      await end(ownCookie, 'nonsense'),
    ]
    assert.deepEqual(
      responses.map(({ status, body }) => [status, body.message]),
      Array(4).fill([404, 'There is no such session.']),
    )
    assert.equal(await isSignedIn(other), true)
    assert.equal((await end(ownCookie, id)).status, 204)
    assert.deepEqual([await isSignedIn(ownCookie), await isSignedIn(other)], [true, false])
    assert.equal((await end(ownCookie, id)).status, 404)
    assert.equal(
      (await newcomers.trail(personId, 'account.end_session')).filter(({ outcome }) => outcome === 'done').length,
      1,
    )
    const [{ id: last }] = await list(ownCookie)
    assert.equal((await end(ownCookie, last)).status, 204)
    assert.equal(await isSignedIn(ownCookie), false)
  })

  test('a person can end all their other sessions at once', async () => {
    const { email } = await newcomers.newcomer()
    const cookies = [await cookieOf(email), await cookieOf(email), await cookieOf(email)]
    assert.equal((await end(cookies[1] ?? '')).status, 204)
    assert.deepEqual(await Promise.all(cookies.map(cookie => isSignedIn(cookie))), [false, true, false])
    assert.equal((await list(cookies[1] ?? '')).length, 1)
  })

  test('another node rejects an ended session within a second', async t => {
    await using second = await boot({ database: p.connection, provision: null })
    const { email } = await newcomers.newcomer()
    const [ownCookie, other] = [await cookieOf(email), await cookieOf(email)]
    assert.equal(await isSignedIn(other, second), true)
    assert.equal((await end(ownCookie)).status, 204)
    const { now } = performance
    t.mock.method(performance, 'now', () => now.call(performance) + 1000)
    assert.equal(await isSignedIn(other, second), false)
    assert.equal(await isSignedIn(ownCookie, second), true)
  })

  test('expired sessions are not listed, and a job removes them', async () => {
    const { id, email } = await newcomers.newcomer()
    await cookieOf(email)
    p.clock.advance(12 * hour)
    const cookie = await cookieOf(email)
    assert.equal((await list(cookie)).length, 1)
    const countSessions = async () => (await p.sql('select id from session where person_id = $1', [id])).length
    assert.equal(await countSessions(), 2)
    p.clock.advance(24 * hour)
    assert.ok((await p.system.runJob('forget-expired-credentials')) >= 1)
    assert.equal(await countSessions(), 1)
  })
})

describe('the sessions of another person', () => {
  const sessionsOf = (id: string) => `${people}/${id}/sessions`

  test('an administrator can list and end them', async () => {
    const { id, email } = await newcomers.newcomer()
    const [one, other] = [await cookieOf(email, password, 'Theirs'), await cookieOf(email, password, 'Theirs')]
    const cookie = await newcomers.administrator()
    const { body } = await p.call('GET', sessionsOf(id), { cookie })
    assert.deepEqual(
      body.sessions.map(({ userAgent, current }: Record<string, unknown>) => [userAgent, current]),
      Array(2).fill(['Theirs', false]),
    )
    assert.equal((await p.call('DELETE', sessionsOf(id), { cookie, body: {} })).status, 400)
    assert.equal((await p.call('DELETE', sessionsOf(id), { cookie, body: { reason } })).status, 204)
    assert.deepEqual([await isSignedIn(one), await isSignedIn(other)], [false, false])
    assert.deepEqual((await p.call('GET', sessionsOf(id), { cookie })).body, { sessions: [] })
    const [row] = await p.sql(
      `select record from audit_event where action = 'person.end_sessions' and resource_id = $1`,
      [id],
    )
    assert.equal(JSON.parse(String(row?.record)).reason, reason)
  })

  test('an unknown person and a person of another workspace get the same response, and only administrators may call', async () => {
    const { id, email } = await newcomers.newcomer()
    const foreign = await p.signIn('admin@globex.example')
    const administrator = await newcomers.administrator()
    for (const method of ['GET', 'DELETE']) {
      const send = (cookie: string, personId: string) =>
        p.call(method, sessionsOf(personId), { cookie, ...(method === 'DELETE' && { body: { reason } }) })
      const responses = [await send(foreign, id), await send(administrator, 'prs_00000000000000000000000000')]
      for (const { status, body } of responses)
        assert.deepEqual([status, body.message], [404, 'There is no such person.'])
      assert.equal((await send(await cookieOf(email), id)).status, 403)
    }
  })
})
