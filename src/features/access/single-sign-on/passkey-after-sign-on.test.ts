import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { freePort } from '#test/free-port.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { account, addPasskey, proving } from '#test/passkeys.ts'
import { signOn, useProvider } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const path = '/api/workspace/session/single-sign-on'

let forger: ForgingProvider
let p: Probata
let people: Newcomers
before(async () => {
  const port = await freePort()
  forger = await startForgingProvider()
  const env = { PORT: String(port), PROBATA_URL: `http://localhost:${port}`, PROBATA_OIDC_ALLOW: '127.0.0.0/8' }
  p = await boot({ env })
  people = createNewcomers(p)
  await useProvider(p, { issuer: forger.issuer })
})
after(async () => {
  for (const resource of [p, forger]) await resource[Symbol.asyncDispose]()
})

/** Creates a person with a passkey, connected to a subject that equals their id. */
const createPersonWithPasskey = async () => {
  const { id, email } = await people.newcomer()
  const cookie = await p.signIn(email)
  const { key, answer } = await addPasskey(p, cookie)
  assert.equal(answer.status, 201, answer.text)
  await p.sql(
    `insert into person_identity (organization_id, issuer, subject, person_id, created_at)
     select organization_id, $1, id, id, now() from person where id = $2`,
    [forger.issuer, id],
  )
  const { passkeys } = (await p.call('GET', account, { cookie })).body
  return { id, email, cookie, key, passkeyId: String(passkeys[0].id), codes: answer.body.recoveryCodes as string[] }
}

type PersonWithPasskey = Awaited<ReturnType<typeof createPersonWithPasskey>>

const startSignOn = async ({ id, email }: PersonWithPasskey) => {
  Object.assign(forger, { claims: { sub: id, email } })
  const pending = await signOn(p, email, url => forger.signIn(url))
  assert.deepEqual([pending.status, pending.session], [202, ''], pending.text)
  const setCookie = pending.headers.getSetCookie().find(text => text.startsWith('probata_sign_on_code=')) ?? ''
  return { challenge: pending.body, pendingCookie: setCookie.split(';')[0] ?? '' }
}

const send = (pendingCookie: string, body: object, flow = '') =>
  p.call('POST', `${path}/code`, { cookie: `${pendingCookie}; ${flow}`, body })

const prove = async (pendingCookie: string, key: PersonWithPasskey['key'], overrides = {}) => {
  const { cookie, passkey } = await proving(p, key, overrides)
  return send(pendingCookie, { passkey }, cookie)
}

test('the response lists the ids of passkeys, and a passkey completes the sign-on with or without user verification', async () => {
  for (const verified of [true, false]) {
    const person = await createPersonWithPasskey()
    const { challenge, pendingCookie } = await startSignOn(person)
    assert.equal(challenge.secondFactor, 'passkey')
    assert.equal(challenge.passkeys.length, 1)
    const response = await prove(pendingCookie, person.key, { verified })
    assert.deepEqual([response.status, response.body.person?.id], [200, person.id], response.text)
    assert.equal(response.body.signedInWith, 'single_sign_on')
  }
})

test("another person's passkey, a proof without a pending sign-on, or a replayed proof is rejected", async () => {
  const [person, other] = [await createPersonWithPasskey(), await createPersonWithPasskey()]
  const { pendingCookie } = await startSignOn(person)
  const rejection = await prove(pendingCookie, other.key)
  assert.deepEqual(
    [rejection.status, rejection.body.secondFactor, rejection.body.passkeys?.length],
    [401, 'passkey', 1],
    rejection.text,
  )
  assert.equal((await prove('', person.key)).status, 401)
  assert.equal((await send(pendingCookie, {})).status, 400)
  const { cookie: flow, passkey } = await proving(p, person.key)
  assert.equal((await send(pendingCookie, { passkey }, flow)).status, 200)
  assert.equal((await send(pendingCookie, { passkey }, flow)).status, 401, 'a challenge works once')
  p.clock.advance(5 * minute + 1000)
  assert.equal((await prove(pendingCookie, person.key)).status, 401, 'a pending sign-on expires after five minutes')
})

test('a recovery code completes the sign-on, and a removed passkey does not', async () => {
  const person = await createPersonWithPasskey()
  const { pendingCookie } = await startSignOn(person)
  const response = await send(pendingCookie, { code: person.codes[0] })
  assert.equal(response.status, 200, response.text)
  const second = await startSignOn(person)
  const { key: later, answer } = await addPasskey(p, person.cookie)
  assert.equal(answer.status, 201, answer.text)
  const removal = await p.call('DELETE', `${account}/${person.passkeyId}`, { cookie: person.cookie })
  assert.equal(removal.status, 204, removal.text)
  assert.equal((await prove(second.pendingCookie, person.key)).status, 401)
  assert.equal((await prove(second.pendingCookie, later)).status, 200)
})

test('a password sign-in reveals the ids only after a correct password', async () => {
  const { email, key } = await createPersonWithPasskey()
  const challenge = await people.signIn(email)
  assert.deepEqual([challenge.status, challenge.body.secondFactor], [401, 'passkey'])
  assert.deepEqual(challenge.body.passkeys, [key.id])
  const rejection = await people.signIn(email, undefined, 'not their password')
  assert.deepEqual([rejection.status, 'passkeys' in rejection.body], [401, false])
})
