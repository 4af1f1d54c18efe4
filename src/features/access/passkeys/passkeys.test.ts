import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute, second } from '#lib/clock.ts'
import type { Deviation } from '#test/authenticator.ts'
import { password } from '#test/fixture.ts'
import { freePort } from '#test/free-port.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import {
  account,
  addPasskey,
  cookiesOf,
  enterWithPasskey,
  type Key,
  newKey,
  proving as provingAt,
  session,
} from '#test/passkeys.ts'
import { changeWithSecond } from '#test/second-administrator.ts'
import { boot, type Probata } from '#test/system.ts'
import { passkeyHost } from './host.ts'

let p: Probata
let people: Newcomers
before(async () => {
  const port = await freePort()
  // A port is part of the origin, but not of the host to which passkeys are bound.
  p = await boot({ env: { PORT: String(port), PROBATA_URL: `http://localhost:${port}` } })
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const add = (cookie: string, overrides: Deviation = {}, key = newKey(p)) => addPasskey(p, cookie, overrides, key)
const proving = (key: Key, overrides: Deviation = {}) => provingAt(p, key, overrides)
const enter = (key: Key, overrides: Deviation = {}) => enterWithPasskey(p, key, overrides)

/** Creates a signed-in person with a passkey. */
const createPersonWithPasskey = async () => {
  const { id, email } = await people.newcomer()
  const cookie = await p.signIn(email)
  const { key, answer } = await add(cookie)
  assert.equal(answer.status, 201, answer.text)
  return {
    id,
    email,
    cookie,
    key,
    passkeyId: String(answer.body.passkey.id),
    codes: answer.body.recoveryCodes as [string, ...string[]],
  }
}

/** Creates a passkey that is never added. */
const createUnknownKey = () => {
  const key = newKey(p)
  key.make({ challenge: 'AAAA', user: { id: 'AAAA' } })
  return key
}

const readStoredPerson = async (id: string) =>
  JSON.parse(String((await p.sql('select record from person where id = $1', [id]))[0]?.record))

describe('a passkey alone', () => {
  test('opens a session, has a name, and records its use', async () => {
    const { key, email } = await createPersonWithPasskey()
    const response = await enter(key)
    assert.deepEqual([response.status, response.body.person.email, response.body.signedInWith], [200, email, 'passkey'])
    const cookie = cookiesOf(response)[0] ?? ''
    const { body } = await p.call('GET', account, { cookie })
    assert.deepEqual([body.host, body.adding], ['localhost', 'possible'])
    const [{ name, state, lastUsedAt }] = body.passkeys
    assert.deepEqual([name, state, typeof lastUsedAt], ['My key', 'usable', 'string'])
  })

  const deviations: Readonly<Record<string, Deviation>> = {
    'without user verification': { verified: false },
    'from another origin': { origin: 'http://localhost:8100' },
    'for another host': { rpId: 'probata.example' },
    'over another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  }
  for (const [condition, overrides] of Object.entries(deviations))
    test(`is rejected ${condition}, with the same message as an unknown passkey`, async () => {
      const { key } = await createPersonWithPasskey()
      const response = await enter(key, overrides)
      const unknown = await enter(createUnknownKey(), {})
      assert.deepEqual([response.status, unknown.status, response.body.message], [401, 401, unknown.body.message])
      assert.equal((await enter(key)).status, 200)
    })

  test('a signature by a different key with the same id is rejected', async () => {
    const { key } = await createPersonWithPasskey()
    const { cookie, passkey } = await proving(key)
    const forged = { ...passkey, signature: newKey(p).prove({ challenge: 'x' }).signature }
    const response = await p.call('POST', `${session}/passkey`, { cookie, body: { passkey: forged } })
    assert.equal(response.status, 401)
  })

  test('a challenge works once, in the browser that requested it, for five minutes', async () => {
    const { key } = await createPersonWithPasskey()
    const { cookie, passkey } = await proving(key)
    const send = (flow: string) => p.call('POST', `${session}/passkey`, { cookie: flow, body: { passkey } })
    assert.equal((await send('')).status, 401)
    assert.equal((await send((await proving(key)).cookie)).status, 401)
    assert.equal((await send(cookie)).status, 200)
    assert.equal((await send(cookie)).status, 401)
    const late = await proving(key)
    p.clock.advance(5 * minute + second)
    assert.equal(
      (await p.call('POST', `${session}/passkey`, { cookie: late.cookie, body: { passkey: late.passkey } })).status,
      401,
    )
    assert.equal(
      (await p.sql('select from passkey where locked_at is not null and credential_id = $1', [key.id])).length,
      0,
    )
  })

  test('a counter that does not increase locks the passkey, with a security event', async () => {
    const { key, id, cookie } = await createPersonWithPasskey()
    assert.equal((await enter(key, { counter: 7 })).status, 200)
    assert.equal((await enter(key, { counter: 7 })).status, 401)
    assert.equal((await enter(key, { counter: 9 })).status, 401)
    const events = await p.sql(
      `select record from security_event where record like '%passkeyCloned%' and record like $1`,
      [`%${id}%`],
    )
    assert.equal(events.length, 1)
    assert.equal((await p.call('GET', account, { cookie })).body.passkeys[0].state, 'cloned')
    assert.equal((await readStoredPerson(id)).secondFactor, 'passkey')
  })

  test('a removed passkey, and a passkey of a disabled person, are rejected', async () => {
    const one = await createPersonWithPasskey()
    const cookie = await people.administrator()
    const body = { disabled: true, reason: 'for the test of passkeys' }
    assert.equal((await p.call('PATCH', `/api/workspace/people/${one.id}`, { cookie, body })).status, 200)
    assert.equal((await enter(one.key)).status, 401)
    const other = await createPersonWithPasskey()
    assert.equal((await p.call('DELETE', `${account}/${other.passkeyId}`, { cookie: other.cookie })).status, 204)
    assert.equal((await enter(other.key)).status, 401)
    assert.equal((await readStoredPerson(other.id)).secondFactor, 'none')
    assert.equal((await people.signIn(other.email)).status, 200)
  })
})

describe('a passkey in addition to the password', () => {
  test('is required, even without user verification; a recovery code also works, once', async () => {
    const { key, email, codes } = await createPersonWithPasskey()
    const missing = await people.signIn(email)
    assert.deepEqual([missing.status, missing.body.secondFactor], [401, 'passkey'])
    assert.equal((await people.signIn(email, '123456')).status, 401)
    const { cookie, passkey } = await proving(key, { verified: false })
    const body = { email, password, passkey }
    assert.equal((await p.call('POST', session, { cookie, body })).status, 200)
    assert.equal((await p.call('POST', session, { cookie, body })).status, 401)
    p.clock.advance(minute + second)
    assert.equal((await people.signIn(email, codes[0])).status, 200)
    assert.equal((await people.signIn(email, codes[0])).status, 401)
  })

  test('a passkey of another person does not work', async () => {
    const [one, other] = [await createPersonWithPasskey(), await createPersonWithPasskey()]
    const { cookie, passkey } = await proving(other.key)
    const response = await p.call('POST', session, { cookie, body: { email: one.email, password, passkey } })
    assert.deepEqual([response.status, response.body.message], [401, 'The passkey is wrong.'])
  })

  test('is removed when an administrator removes the second factor', async () => {
    const { id, email, key } = await createPersonWithPasskey()
    const cookie = await people.administrator()
    await changeWithSecond(p, cookie, ['DELETE', `/people/${id}/totp`])
    assert.equal((await enter(key)).status, 401)
    assert.equal((await people.signIn(email)).status, 200)
  })

  test('can be added to an app, which can then be removed; the recovery codes stay valid', async () => {
    const { id, email, code } = await people.enrolled()
    p.clock.advance(minute)
    const cookie = cookiesOf(await people.signIn(email, code()))[0] ?? ''
    const { key, answer } = await add(cookie)
    assert.deepEqual([answer.status, answer.body.recoveryCodes], [201, undefined])
    assert.equal((await readStoredPerson(id)).secondFactor, 'totp')
    const { cookie: flow, passkey } = await proving(key)
    assert.equal((await p.call('POST', session, { cookie: flow, body: { email, password, passkey } })).status, 200)
    p.clock.advance(minute)
    const removal = await p.call('DELETE', '/api/workspace/account/totp', { cookie, body: { code: code() } })
    assert.deepEqual([removal.status, (await readStoredPerson(id)).secondFactor], [204, 'passkey'])
    assert.equal((await people.signIn(email)).body.secondFactor, 'passkey')
  })
})

describe('in a session', () => {
  test("a passkey confirms a person's identity, unless it lacks user verification or belongs to another person", async () => {
    const { key, cookie } = await createPersonWithPasskey()
    const other = await createPersonWithPasskey()
    p.clock.advance(11 * minute)
    const stale = await p.call('POST', `${account}/challenge`, { cookie })
    assert.deepEqual([stale.status, stale.body.confirm], [403, 'password'])
    const confirm = async (usedKey: Key, overrides: Deviation = {}) => {
      const { cookie: flow, passkey } = await proving(usedKey, overrides)
      return p.call('POST', `${session}/confirm`, { cookie: `${cookie}; ${flow}`, body: { passkey } })
    }
    assert.equal((await confirm(key, { verified: false })).status, 422)
    assert.equal((await confirm(other.key)).status, 422)
    const response = await confirm(key)
    assert.equal(response.status, 204, response.text)
    assert.equal((await p.call('POST', `${account}/challenge`, { cookie: cookiesOf(response)[0] ?? '' })).status, 200)
  })

  test('adding a passkey ends the other sessions; a different origin or a duplicate is rejected', async () => {
    const { email } = await people.newcomer()
    const [cookie, otherSession] = [await p.signIn(email), await p.signIn(email)]
    assert.equal((await add(cookie, { origin: 'http://evil.example' })).answer.status, 422)
    const { key, answer } = await add(cookie)
    assert.equal(answer.status, 201)
    assert.equal((await p.call('GET', session, { cookie: otherSession })).status, 401)
    assert.equal((await add(cookie, {}, key)).answer.status, 422)
    const name = { name: 'Renamed' }
    const path = `${account}/${answer.body.passkey.id}`
    assert.equal((await p.call('PATCH', path, { cookie, body: name })).status, 204)
    assert.equal((await p.call('GET', account, { cookie })).body.passkeys[0].name, 'Renamed')
    const { cookie: stranger } = await createPersonWithPasskey()
    assert.equal((await p.call('PATCH', path, { cookie: stranger, body: name })).status, 404)
    assert.equal((await p.call('DELETE', path, { cookie: stranger })).status, 404)
  })

  test('a session opened at a provider can neither list nor add passkeys', async () => {
    const { id, cookie } = await createPersonWithPasskey()
    await p.sql(`update session set opened_with = 'single_sign_on' where person_id = $1`, [id])
    p.system.services.identities.forget()
    const { body } = await p.call('GET', account, { cookie })
    assert.deepEqual([body.passkeys, body.adding], [[], 'sign_in_with_password'])
    assert.equal((await p.call('POST', `${account}/challenge`, { cookie })).status, 422)
  })

  test('a passkey of a former host is marked, and still counts as a second factor', async () => {
    const { id, cookie, key, email } = await createPersonWithPasskey()
    await p.sql(`update passkey set rp_id = 'old.example' where credential_id = $1`, [key.id])
    const { body } = await p.call('GET', account, { cookie })
    assert.deepEqual([body.passkeys[0].state, body.passkeys[0].host], ['another_host', 'old.example'])
    assert.equal((await people.signIn(email)).body.secondFactor, 'passkey')
    assert.equal((await readStoredPerson(id)).secondFactor, 'passkey')
  })
})

test('an install at an IP address, or over plain http, reports why it supports no passkeys', async () => {
  const obstacleAt = (url: string) => passkeyHost({ settings: { url } }).obstacle
  assert.deepEqual(
    ['http://127.0.0.1:8099', 'https://[::1]:8443', 'http://probata.example', 'https://probata.example:8443'].map(
      obstacleAt,
    ),
    ['ip_address', 'ip_address', 'not_https', null],
  )
  await using other = await boot()
  const cookie = await other.signIn('admin@acme.example')
  assert.equal((await other.call('GET', account, { cookie })).body.adding, 'ip_address')
  assert.equal((await other.call('POST', `${session}/passkey/challenge`, {})).status, 422)
  assert.equal((await other.call('POST', `${account}/challenge`, { cookie })).status, 422)
})
