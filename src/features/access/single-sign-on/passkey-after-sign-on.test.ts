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
  for (const one of [p, forger]) await one[Symbol.asyncDispose]()
})

/** A person with a passkey, connected with a subject equal to their id. */
const keyed = async () => {
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

type Keyed = Awaited<ReturnType<typeof keyed>>

const waitingOf = async ({ id, email }: Keyed) => {
  Object.assign(forger, { claims: { sub: id, email } })
  const waiting = await signOn(p, email, url => forger.signIn(url))
  assert.deepEqual([waiting.status, waiting.session], [202, ''], waiting.text)
  const kept = waiting.headers.getSetCookie().find(text => text.startsWith('probata_sign_on_code=')) ?? ''
  return { asked: waiting.body, kept: kept.split(';')[0] ?? '' }
}

const send = (kept: string, body: object, flow = '') =>
  p.call('POST', `${path}/code`, { cookie: `${kept}; ${flow}`, body })

const prove = async (kept: string, key: Keyed['key'], over = {}) => {
  const { cookie, passkey } = await proving(p, key, over)
  return send(kept, { passkey }, cookie)
}

test('a person with a passkey is requested to use it by its id, and gets in with or without user verification', async () => {
  for (const verified of [true, false]) {
    const person = await keyed()
    const { asked, kept } = await waitingOf(person)
    assert.equal(asked.secondFactor, 'passkey')
    assert.equal(asked.passkeys.length, 1)
    const opened = await prove(kept, person.key, { verified })
    assert.deepEqual([opened.status, opened.body.person?.id], [200, person.id], opened.text)
    assert.equal(opened.body.signedInWith, 'single_sign_on')
  }
})

test("another person's passkey, a proof without the sign-on, or a replayed one opens nothing", async () => {
  const [person, other] = [await keyed(), await keyed()]
  const { kept } = await waitingOf(person)
  const wrong = await prove(kept, other.key)
  assert.deepEqual(
    [wrong.status, wrong.body.secondFactor, wrong.body.passkeys?.length],
    [401, 'passkey', 1],
    wrong.text,
  )
  assert.equal((await prove('', person.key)).status, 401)
  assert.equal((await send(kept, {})).status, 400)
  const { cookie: flow, passkey } = await proving(p, person.key)
  assert.equal((await send(kept, { passkey }, flow)).status, 200)
  assert.equal((await send(kept, { passkey }, flow)).status, 401, 'a challenge counts once')
  p.clock.advance(5 * minute + 1000)
  assert.equal((await prove(kept, person.key)).status, 401, 'the sign-on waits for five minutes')
})

test('a recovery code works instead, and a removed passkey does not', async () => {
  const person = await keyed()
  const { kept } = await waitingOf(person)
  const opened = await send(kept, { code: person.codes[0] })
  assert.equal(opened.status, 200, opened.text)
  const second = await waitingOf(person)
  const { key: later, answer } = await addPasskey(p, await renewed(person))
  assert.equal(answer.status, 201, answer.text)
  const removed = await p.call('DELETE', `${account}/${person.passkeyId}`, { cookie: person.cookie })
  assert.equal(removed.status, 204, removed.text)
  assert.equal((await prove(second.kept, person.key)).status, 401)
  assert.equal((await prove(second.kept, later)).status, 200)
})

/** The session in which the passkey was added, while its proof is fresh. */
const renewed = async ({ cookie }: Keyed) => cookie

test('besides the password, the ids are revealed only once the password is correct', async () => {
  const { email, key } = await keyed()
  const refused = await people.signIn(email)
  assert.deepEqual([refused.status, refused.body.secondFactor], [401, 'passkey'])
  assert.deepEqual(refused.body.passkeys, [key.id])
  const wrong = await people.signIn(email, undefined, 'not their password')
  assert.deepEqual([wrong.status, 'passkeys' in wrong.body], [401, false])
})
