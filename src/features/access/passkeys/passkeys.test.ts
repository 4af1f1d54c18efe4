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
  // A port is part of the origin, and not of the host that passkeys are made for.
  p = await boot({ env: { PORT: String(port), PROBATA_URL: `http://localhost:${port}` } })
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const add = (cookie: string, over: Deviation = {}, key = newKey(p)) => addPasskey(p, cookie, over, key)
const proving = (key: Key, over: Deviation = {}) => provingAt(p, key, over)
const enter = (key: Key, over: Deviation = {}) => enterWithPasskey(p, key, over)

/** A new person with a passkey, signed in. */
const keyed = async () => {
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

/** A passkey that was never added. */
const strange = () => {
  const key = newKey(p)
  key.make({ challenge: 'AAAA', user: { id: 'AAAA' } })
  return key
}

const readStoredPerson = async (id: string) =>
  JSON.parse(String((await p.sql('select record from person where id = $1', [id]))[0]?.record))

describe('a passkey alone', () => {
  test('opens a session, can be named, and records its use', async () => {
    const { key, email } = await keyed()
    const opened = await enter(key)
    assert.deepEqual([opened.status, opened.body.person.email, opened.body.signedInWith], [200, email, 'passkey'])
    const cookie = cookiesOf(opened)[0] ?? ''
    const { body } = await p.call('GET', account, { cookie })
    assert.deepEqual([body.host, body.adding], ['localhost', 'possible'])
    const [{ name, state, lastUsedAt }] = body.passkeys
    assert.deepEqual([name, state, typeof lastUsedAt], ['My key', 'usable', 'string'])
  })

  const wrong: Readonly<Record<string, Deviation>> = {
    'without user verification': { verified: false },
    'from another origin': { origin: 'http://localhost:8100' },
    'for another host': { rpId: 'probata.example' },
    'over another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  }
  for (const [what, over] of Object.entries(wrong))
    test(`opens nothing ${what}, in the same words as an unknown one`, async () => {
      const { key } = await keyed()
      const refused = await enter(key, over)
      const unknown = await enter(strange(), {})
      assert.deepEqual([refused.status, unknown.status, refused.body.message], [401, 401, unknown.body.message])
      assert.equal((await enter(key)).status, 200)
    })

  test('a signature of another key for the same id opens nothing', async () => {
    const { key } = await keyed()
    const { cookie, passkey } = await proving(key)
    const forged = { ...passkey, signature: newKey(p).prove({ challenge: 'x' }).signature }
    const refused = await p.call('POST', `${session}/passkey`, { cookie, body: { passkey: forged } })
    assert.equal(refused.status, 401)
  })

  test('a challenge works once, for its browser, within five minutes', async () => {
    const { key } = await keyed()
    const { cookie, passkey } = await proving(key)
    const send = (by: string) => p.call('POST', `${session}/passkey`, { cookie: by, body: { passkey } })
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

  test('a counter that goes back locks the passkey, with a security event', async () => {
    const { key, id, cookie } = await keyed()
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

  test('a disabled person and a removed passkey open nothing', async () => {
    const one = await keyed()
    const cookie = await people.administrator()
    const body = { disabled: true, reason: 'for the test of passkeys' }
    assert.equal((await p.call('PATCH', `/api/workspace/people/${one.id}`, { cookie, body })).status, 200)
    assert.equal((await enter(one.key)).status, 401)
    const other = await keyed()
    assert.equal((await p.call('DELETE', `${account}/${other.passkeyId}`, { cookie: other.cookie })).status, 204)
    assert.equal((await enter(other.key)).status, 401)
    assert.equal((await readStoredPerson(other.id)).secondFactor, 'none')
    assert.equal((await people.signIn(other.email)).status, 200)
  })
})

describe('a passkey beside the password', () => {
  test('is required, even without user verification; a recovery code works too, once', async () => {
    const { key, email, codes } = await keyed()
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
    const [one, other] = [await keyed(), await keyed()]
    const { cookie, passkey } = await proving(other.key)
    const refused = await p.call('POST', session, { cookie, body: { email: one.email, password, passkey } })
    assert.deepEqual([refused.status, refused.body.message], [401, 'The passkey is wrong.'])
  })

  test('an administrator turns it off with everything else', async () => {
    const { id, email, key } = await keyed()
    const cookie = await people.administrator()
    await changeWithSecond(p, cookie, ['DELETE', `/people/${id}/totp`])
    assert.equal((await enter(key)).status, 401)
    assert.equal((await people.signIn(email)).status, 200)
  })

  test('an app can be added and removed beside it, and the recovery codes stay valid', async () => {
    const { id, email, code } = await people.enrolled()
    p.clock.advance(minute)
    const cookie = cookiesOf(await people.signIn(email, code()))[0] ?? ''
    const { key, answer } = await add(cookie)
    assert.deepEqual([answer.status, answer.body.recoveryCodes], [201, undefined])
    assert.equal((await readStoredPerson(id)).secondFactor, 'totp')
    const { cookie: flow, passkey } = await proving(key)
    assert.equal((await p.call('POST', session, { cookie: flow, body: { email, password, passkey } })).status, 200)
    p.clock.advance(minute)
    const off = await p.call('DELETE', '/api/workspace/account/totp', { cookie, body: { code: code() } })
    assert.deepEqual([off.status, (await readStoredPerson(id)).secondFactor], [204, 'passkey'])
    assert.equal((await people.signIn(email)).body.secondFactor, 'passkey')
  })
})

describe('in a session', () => {
  test("a passkey proves a person's identity again, except without verification or if it is another person's", async () => {
    const { key, cookie } = await keyed()
    const other = await keyed()
    p.clock.advance(11 * minute)
    const stale = await p.call('POST', `${account}/challenge`, { cookie })
    assert.deepEqual([stale.status, stale.body.confirm], [403, 'password'])
    const confirm = async (by: Key, over: Deviation = {}) => {
      const { cookie: flow, passkey } = await proving(by, over)
      return p.call('POST', `${session}/confirm`, { cookie: `${cookie}; ${flow}`, body: { passkey } })
    }
    assert.equal((await confirm(key, { verified: false })).status, 422)
    assert.equal((await confirm(other.key)).status, 422)
    const done = await confirm(key)
    assert.equal(done.status, 204, done.text)
    assert.equal((await p.call('POST', `${account}/challenge`, { cookie: cookiesOf(done)[0] ?? '' })).status, 200)
  })

  test('adding a passkey ends the other sessions; another origin, a replay and a duplicate are refused', async () => {
    const { email } = await people.newcomer()
    const [cookie, elsewhere] = [await p.signIn(email), await p.signIn(email)]
    assert.equal((await add(cookie, { origin: 'http://evil.example' })).answer.status, 422)
    const { key, answer } = await add(cookie)
    assert.equal(answer.status, 201)
    assert.equal((await p.call('GET', session, { cookie: elsewhere })).status, 401)
    assert.equal((await add(cookie, {}, key)).answer.status, 422)
    const name = { name: 'Renamed' }
    const path = `${account}/${answer.body.passkey.id}`
    assert.equal((await p.call('PATCH', path, { cookie, body: name })).status, 204)
    assert.equal((await p.call('GET', account, { cookie })).body.passkeys[0].name, 'Renamed')
    const { cookie: stranger } = await keyed()
    assert.equal((await p.call('PATCH', path, { cookie: stranger, body: name })).status, 404)
    assert.equal((await p.call('DELETE', path, { cookie: stranger })).status, 404)
  })

  test('a session that a provider opened neither sees nor adds any', async () => {
    const { id, cookie } = await keyed()
    await p.sql(`update session set opened_with = 'single_sign_on' where person_id = $1`, [id])
    p.system.services.identities.forget()
    const { body } = await p.call('GET', account, { cookie })
    assert.deepEqual([body.passkeys, body.adding], [[], 'sign_in_with_password'])
    assert.equal((await p.call('POST', `${account}/challenge`, { cookie })).status, 422)
  })

  test('a changed host is explained, and its passkeys still count', async () => {
    const { id, cookie, key, email } = await keyed()
    await p.sql(`update passkey set rp_id = 'old.example' where credential_id = $1`, [key.id])
    const { body } = await p.call('GET', account, { cookie })
    assert.deepEqual([body.passkeys[0].state, body.passkeys[0].host], ['another_host', 'old.example'])
    assert.equal((await people.signIn(email)).body.secondFactor, 'passkey')
    assert.equal((await readStoredPerson(id)).secondFactor, 'passkey')
  })
})

test('an install at an IP address, or over plain http, says why it has none', async () => {
  const why = (url: string) => passkeyHost({ settings: { url } }).why
  assert.deepEqual(
    ['http://127.0.0.1:8099', 'https://[::1]:8443', 'http://probata.example', 'https://probata.example:8443'].map(why),
    ['ip_address', 'ip_address', 'not_https', null],
  )
  await using other = await boot()
  const cookie = await other.signIn('admin@acme.example')
  assert.equal((await other.call('GET', account, { cookie })).body.adding, 'ip_address')
  assert.equal((await other.call('POST', `${session}/passkey/challenge`, {})).status, 422)
  assert.equal((await other.call('POST', `${account}/challenge`, { cookie })).status, 422)
})
