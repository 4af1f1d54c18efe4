import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { second } from '#lib/clock.ts'
import { password } from './fixture.ts'
import { type ForgingProvider, startForgingProvider } from './forging-provider.ts'
import { authenticator } from './newcomers.ts'
import { patch, senderOf } from './scim.ts'
import { signOn, useProvider } from './sign-on.ts'
import { boot, type Probata } from './system.ts'

/**
 * Actions that a person did or prepared in a colleague's account after a takeover count as done by that person. This
 * remains so after the colleague has returned and proved a factor of their own.
 */
const reason = 'to check the effects of a takeover'
const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }

let p: Probata
let forger: ForgingProvider
let number = 0
before(async () => {
  forger = await startForgingProvider()
  p = await boot({ env })
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await forger[Symbol.asyncDispose]()
})

const ask = (cookie: string, method: string, path: string, body: object = {}) =>
  p.call(method, `/api/workspace${path}`, { cookie, ...(method !== 'GET' && { body }) })
const must = async (status: number, cookie: string, method: string, path: string, body: object = {}) => {
  const response = await ask(cookie, method, path, { reason, ...body })
  assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
  return response
}
const cookieIn = ({ headers }: { headers: Headers }): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''

interface Colleague {
  readonly id: string
  readonly email: string
}

/** Creates administrators of acme as the operator's file does: with a password, and without a custodian. */
const colleagues = async (...names: readonly string[]): Promise<Colleague[]> => {
  const admin = await p.signIn('admin@acme.example')
  const administrators = []
  for (const name of names) {
    const email = `${name}-${++number}@acme.example`
    const { body } = await must(201, admin, 'POST', '/people', { email, name, role: 'admin', password })
    administrators.push({ id: body.person.id as string, email })
  }
  await p.sql('delete from custodian')
  p.system.services.identities.forget()
  return administrators
}

/** Creates a link to an account that the creator sees, and opens a session with it. */
const takeOver = async (takerSession: string, { id }: Colleague): Promise<string> => {
  const { body } = await must(201, takerSession, 'POST', `/people/${id}/password-reset`, { show: true })
  const token = String(body.url).split('#')[1]
  const acceptance = { token, password: `a password of another person ${++number}` }
  const response = await p.call('POST', '/api/workspace/invitations/accept', { body: acceptance })
  assert.equal(response.status, 201, response.text)
  return cookieIn(response)
}

/**
 * Lets a person return with a link from a third administrator. All of the person's custodians are released. The person
 * then sets up an app and proves that the app is theirs.
 */
const returnByLink = async (third: string, { id, email }: Colleague) => {
  const { body } = await must(201, third, 'POST', `/people/${id}/password-reset`, { show: true })
  const ownPassword = `my own password ${++number}`
  const acceptance = await p.call('POST', '/api/workspace/invitations/accept', {
    body: { token: String(body.url).split('#')[1], password: ownPassword },
  })
  const session = cookieIn(acceptance)
  const enrolment = await ask(session, 'POST', '/account/totp', { currentPassword: ownPassword })
  const code = authenticator(p.clock, enrolment.body.otpauthUrl)
  assert.equal((await ask(session, 'POST', '/account/totp/confirm', { code: code() })).status, 200)
  p.clock.advance(31 * second)
  // Releases the third administrator too, as if the link had been sent by mail.
  await p.sql(
    `delete from custodian where person_id = $1 and custodian_id in (select person_id from session where token_sha256 is not null and person_id = $2)`,
    [id, await idOf(third)],
  )
  p.system.services.identities.forget()
  await must(204, third, 'POST', `/people/${id}/factor/confirm`)
  return { email, password: ownPassword, code }
}

const idOf = async (cookie: string): Promise<string> => (await ask(cookie, 'GET', '/session')).body.person.id

const createScene = async () => {
  const [taker, owner, third] = await colleagues('taker', 'owner', 'third')
  assert.ok(taker && owner && third)
  const [takerSession, thirdSession] = [await p.signIn(taker.email), await p.signIn(third.email)]
  return { owner, takerSession, thirdSession }
}

test("a person who requested the release of a hold in a colleague's account cannot confirm it as themselves", async () => {
  const { owner, takerSession, thirdSession } = await createScene()
  const takenSession = await takeOver(takerSession, owner)
  const { body: hold } = await must(201, takenSession, 'POST', '/storage-holds', { claimId: null })
  await must(200, takenSession, 'POST', `/storage-holds/${hold.id}/release`)
  await returnByLink(thirdSession, owner)
  const ownConfirmation = await ask(takerSession, 'POST', `/storage-holds/${hold.id}/release/confirm`, { reason })
  assert.deepEqual(
    [ownConfirmation.status, /four eyes/.test(ownConfirmation.body.message)],
    [422, true],
    ownConfirmation.text,
  )
  await must(200, thirdSession, 'POST', `/storage-holds/${hold.id}/release/confirm`)
})

test('the same applies to the destruction of keys', async () => {
  const { owner, takerSession, thirdSession } = await createScene()
  const takenSession = await takeOver(takerSession, owner)
  await must(201, takenSession, 'POST', '/storage-keys')
  const { body: destruction } = await must(201, takenSession, 'POST', '/storage-keys/destruction')
  await returnByLink(thirdSession, owner)
  const body = { destructionId: destruction.id, reason }
  const ownConfirmation = await ask(takerSession, 'POST', '/storage-keys/destruction/confirm', body)
  assert.deepEqual(
    [ownConfirmation.status, /four eyes/.test(ownConfirmation.body.message)],
    [422, true],
    ownConfirmation.text,
  )
  await must(200, thirdSession, 'POST', '/storage-keys/destruction/confirm', body)
})

test("an identity connected in a colleague's account no longer opens it without their factor, whatever the provider says", async () => {
  const { owner, takerSession, thirdSession } = await createScene()
  await useProvider(p, { issuer: forger.issuer, createPeople: true, acceptedAmr: ['mfa'] })
  const takenSession = await takeOver(takerSession, owner)
  Object.assign(forger, {
    claims: { sub: 'of the taker', email: 'x@acme.example', email_verified: true, amr: ['mfa'] },
  })
  const start = await ask(takenSession, 'POST', '/account/sign-on')
  const query = forger.signIn(start.body.url)
  const flow = `${cookieIn(start)}; ${takenSession}`
  const callback = await p.call('POST', '/api/workspace/session/single-sign-on/callback', {
    cookie: flow,
    body: { query },
  })
  assert.deepEqual([callback.status, callback.body.person?.id], [200, owner.id], callback.text)
  await returnByLink(thirdSession, owner)
  const repeat = await signOn(p, owner.email, url => forger.signIn(url))
  assert.deepEqual([repeat.status, repeat.session], [202, ''], repeat.text)
})

test('a person who sent a new address for another remains their custodian, and a mail to that address releases no custodian', async () => {
  const { owner, takerSession } = await createScene()
  const { body: session } = await must(200, takerSession, 'GET', '/session')
  const { body: tokenBody } = await must(201, takerSession, 'POST', '/provisioning-tokens', { name: 'A directory' })
  const sender = senderOf(p, session.organization.id.slice(4), tokenBody.token)
  const value = `taker-${++number}@private.example`
  await sender.ok('PATCH', `/Users/${owner.id}`, patch({ op: 'replace', path: 'userName', value }))
  const { custodians } = (await must(200, takerSession, 'GET', `/people/${owner.id}/custodians`)).body
  assert.deepEqual(
    custodians.map(({ id, why }: Record<string, string>) => [id, why]),
    [[session.person.id, 'address']],
  )
  const { body: risk } = await must(201, takerSession, 'POST', '/risks', {
    ...{ riskKey: `R${++number}`, title: 'An employee leaves', likelihood: 4, impact: 5, treatment: 'mitigate' },
    ...{ residualLikelihood: 1, residualImpact: 2, ownerId: session.person.id },
  })
  for (const status of ['assessed', 'treated']) await must(200, takerSession, 'PATCH', `/risks/${risk.id}`, { status })
  const rejection = await ask(await p.signIn(owner.email), 'POST', `/risks/${risk.id}/accept`, { reason })
  assert.equal(rejection.status, 403, rejection.text)
})
