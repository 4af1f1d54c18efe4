import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { lastRefusal, useProvider as setProvider, signOn } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const path = '/api/workspace/session/single-sign-on'
const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }
const settings = { createPeople: true, defaultRole: 'contributor' as const }

let mail: MailServer
let forger: ForgingProvider
let withMail: Probata
let withoutMail: Probata
let people: Newcomers
before(async () => {
  mail = await startMailServer()
  forger = await startForgingProvider()
  withMail = await boot({ env: { ...env, SMTP_URL: mail.url } })
  withoutMail = await boot({ env })
  people = createNewcomers(withMail)
  for (const p of [withMail, withoutMail]) await setProvider(p, { ...settings, issuer: forger.issuer })
})
after(async () => {
  for (const resource of [withMail, withoutMail, forger, mail]) await resource[Symbol.asyncDispose]()
})

const signOnWith = (p: Probata, claims: object, email = 'anybody@acme.example') => {
  Object.assign(forger, { claims })
  return signOn(p, email, url => forger.signIn(url))
}
const claimsFor = (name: string, sub: string) => ({ sub, email: `${name}@acme.example`, email_verified: true })

/** Sends the provider's response, as the browser with these cookies. */
const finishSignOn = (p: Probata, url: string, cookie: string) =>
  p.call('POST', `${path}/callback`, { cookie, body: { query: forger.signIn(url) } })

const connect = async (p: Probata, session: string, claims: object) => {
  Object.assign(forger, { claims })
  const start = await p.call('POST', '/api/workspace/account/sign-on', { cookie: session, body: {} })
  assert.equal(start.status, 200, start.text)
  const flow = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { url: start.body.url as string, flow }
}

/** Counts the mails with a link that an address received. */
const linksTo = (email: string): number =>
  mail.received.filter(({ to, text }) => to.includes(email) && /#connect=/.test(text)).length

const linkIn = (text: string): string => /#connect=([\w-]+)/.exec(text)?.[1] ?? assert.fail(text)

test('a matching address does not connect a person with a password; without a mail server, their own session can', async () => {
  const rejected = await signOnWith(withoutMail, claimsFor('reviewer', 'thief'))
  assert.deepEqual([rejected.status, rejected.session], [401, ''])
  assert.match(rejected.body.message, /Sign in with your password, and connect it/)
  assert.match(await lastRefusal(withoutMail, 'not connected'), /single sign-on: not connected yet/)

  const session = await withoutMail.signIn('reviewer@acme.example')
  const { url, flow } = await connect(withoutMail, session, claimsFor('another.person', 'own-subject'))
  assert.equal((await finishSignOn(withoutMail, url, flow)).status, 401, 'without the session that started it')
  const secondAttempt = await connect(withoutMail, session, claimsFor('another.person', 'own-subject'))
  const other = await withoutMail.signIn('contributor@acme.example')
  assert.equal(
    (await finishSignOn(withoutMail, secondAttempt.url, `${secondAttempt.flow}; ${other}`)).status,
    401,
    "with another person's session",
  )
  const third = await connect(withoutMail, session, claimsFor('another.person', 'own-subject'))
  const connection = await finishSignOn(withoutMail, third.url, `${third.flow}; ${session}`)
  assert.deepEqual([connection.status, connection.body.person?.email], [200, 'reviewer@acme.example'], connection.text)
  const signedOn = await signOnWith(withoutMail, { sub: 'own-subject' })
  assert.deepEqual([signedOn.status, signedOn.body.person?.email], [200, 'reviewer@acme.example'])

  const duplicate = await connect(withoutMail, other, claimsFor('contributor', 'own-subject'))
  assert.equal((await finishSignOn(withoutMail, duplicate.url, `${duplicate.flow}; ${other}`)).status, 401)
  assert.match(await lastRefusal(withoutMail, 'another person'), /linked to another person/)
})

test('connecting requires a proof of identity from the last ten minutes', async () => {
  const session = await withMail.signIn('contributor@acme.example')
  withMail.clock.advance(10 * minute + second)
  const response = await withMail.call('POST', '/api/workspace/account/sign-on', { cookie: session, body: {} })
  assert.deepEqual([response.status, response.body.confirm], [403, 'password'])
})

test('a mailed link connects only its own identity, once; the person is notified and an event recorded', async () => {
  const rejected = await signOnWith(withMail, claimsFor('reviewer', 'mailed'))
  assert.equal(rejected.status, 401)
  assert.match(rejected.body.message, /A mail with a link was sent/)
  const link = linkIn(await mail.letter('reviewer@acme.example', /sign-in\?organization=acme#connect=/))

  // Within a minute, no other mail is sent, and the first link stays valid.
  await signOnWith(withMail, claimsFor('reviewer', 'mailed'))
  assert.equal(linksTo('reviewer@acme.example'), 1)

  const signOnByLink = async (sub: string, token: string) => {
    Object.assign(forger, { claims: claimsFor('reviewer', sub) })
    const body = { email: 'reviewer@acme.example', organization: 'acme', link: token }
    const start = await withMail.call('POST', path, { body })
    assert.equal(start.status, 200, start.text)
    return finishSignOn(withMail, start.body.url, start.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  }
  assert.equal((await signOnByLink('thief', link)).status, 401, 'a different subject')
  assert.equal((await signOnByLink('mailed', `${link}x`)).status, 401, 'a different link')
  const signedOn = await signOnByLink('mailed', link)
  assert.deepEqual([signedOn.status, signedOn.body.person?.email], [200, 'reviewer@acme.example'], signedOn.text)
  await mail.letter('reviewer@acme.example', /is now connected to a sign-on at Login/)
  const links = await withMail.sql('select 1 from identity_link where person_id = $1', [signedOn.body.person.id])
  assert.deepEqual(links, [])

  const cookie = await withMail.signIn('admin@acme.example')
  const personId = signedOn.body.person.id
  const events = (await withMail.call('GET', '/api/workspace/security-events', { cookie })).body.securityEvents
  const [event] = events.filter(({ type }: { type: string }) => type === 'signOnConnected')
  assert.deepEqual([event?.severity, event?.context.personId, event?.context.state], ['medium', personId, 'mail'])
  const readCustodians = () => withMail.call('GET', `/api/workspace/people/${personId}/custodians`, { cookie })
  const { signOnConnected } = (await readCustodians()).body
  assert.deepEqual([signOnConnected.how, typeof signOnConnected.at], ['mail', 'string'])
})

test('a connected person gets no link for a second subject, because it could not be connected', async () => {
  const claims = { ...claimsFor('twice', 'first-subject'), name: 'Twice' }
  assert.equal((await signOnWith(withMail, claims)).status, 200)
  const rejected = await signOnWith(withMail, { ...claims, sub: 'second-subject' })
  assert.equal(rejected.status, 401)
  assert.match(rejected.body.message, /already connected with a different sign-on.*Sign on with that one, or ask/)
  assert.match(await lastRefusal(withMail, 'another subject'), /single sign-on: linked to another subject/)
  assert.equal((await signOnWith(withMail, claims)).status, 200)
  assert.equal(linksTo('twice@acme.example'), 0)
})

test('an address with a Kelvin sign does not match the same address with a k', async () => {
  const accepted = await signOnWith(withMail, claimsFor('kelvin', 'with-a-k'))
  assert.equal(accepted.status, 200, accepted.text)
  const rejected = await signOnWith(withMail, claimsFor('\u212aelvin', 'with-a-kelvin'))
  assert.equal(rejected.status, 401)
  assert.match(await lastRefusal(withMail, 'plain one'), /single sign-on: address is not a plain one/)
})

test('a link expires after an hour', async () => {
  await signOnWith(withMail, claimsFor('contributor', 'late'))
  const link = linkIn(await mail.letter('contributor@acme.example', /#connect=/))
  withMail.clock.advance(hour)
  const body = { email: 'contributor@acme.example', organization: 'acme', link }
  const start = await withMail.call('POST', path, { body })
  const flow = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  assert.equal((await finishSignOn(withMail, start.body.url, flow)).status, 401)
})

test('a sign-on with a verified address creates a person, who can sign on again', async () => {
  const unverified = { sub: 'new-1', email: 'new-1@acme.example' }
  assert.equal((await signOnWith(withMail, unverified)).status, 401)
  assert.match(await lastRefusal(withMail, 'no verified'), /no verified address/)
  const created = await signOnWith(withMail, { ...unverified, email_verified: true })
  assert.equal(created.status, 200, created.text)
  const secondSignOn = await signOnWith(withMail, unverified)
  assert.equal(secondSignOn.body.person?.id, created.body.person.id)

  await setProvider(withMail, { ...settings, issuer: forger.issuer, addressesVerified: true })
  assert.equal((await signOnWith(withMail, { sub: 'new-2', email: 'new-2@acme.example' })).status, 200)
  const deniedAddress = { sub: 'new-3', email: 'new-3@acme.example', email_verified: false }
  assert.equal((await signOnWith(withMail, deniedAddress)).status, 401)
  await setProvider(withMail, { ...settings, issuer: forger.issuer })
})

test('a provider stored before the setting existed still accepts addresses without email_verified', async () => {
  const response = await withMail.call('GET', '/api/workspace/identity-provider', {
    cookie: await withMail.signIn('admin@acme.example'),
  })
  assert.equal(response.body.identityProvider.addressesVerified, false)
  await withMail.sql(
    `update identity_provider set record = (record::jsonb - 'addressesVerified')::text where is_current`,
  )
  assert.equal((await signOnWith(withMail, { sub: 'new-4', email: 'new-4@acme.example' })).status, 200)
})

test('a person whom the operator created and who never signed in can sign on by address', async () => {
  await withMail.sql(`update login set password_hash = null where id in (
    select login_id from person where record::json ->> 'email' = 'second.reviewer@acme.example')`)
  const claims = claimsFor('second.reviewer', 'second')
  assert.equal((await signOnWith(withMail, claims)).status, 200)
  // As if a change of the issuer deleted the identities. The person has signed in by now, so the address no longer
  // suffices.
  await withMail.sql(`delete from person_identity where subject = 'second'`)
  assert.equal((await signOnWith(withMail, claims)).status, 401)
})

test('our second factor is required after signing on, unless the workspace accepts the method used at the provider', async () => {
  const { id, email, code } = await people.enrolled()
  const issuer = forger.issuer
  await withMail.sql(
    `insert into person_identity (organization_id, issuer, subject, person_id, created_at)
     select organization_id, $1, 'with-factor', id, now() from person where id = $2`,
    [issuer, id],
  )
  const amr = ['pwd', 'otp', ...Array.from({ length: 30 }, (_, i) => `method-${i}-${'x'.repeat(200)}`)]
  const claims = { sub: 'with-factor', email, acr: 'silver', amr }
  const pending = await signOnWith(withMail, claims)
  assert.deepEqual([pending.status, pending.body, pending.session], [202, { secondFactor: 'totp' }, ''])
  const setCookie = pending.headers.getSetCookie().find(text => text.startsWith('probata_sign_on_code=')) ?? ''
  assert.match(setCookie, /; HttpOnly; SameSite=Lax; Max-Age=300$/)
  assert.ok(setCookie.length <= 4096, 'browsers keep the cookie')
  const cookie = setCookie.split(';')[0] ?? ''
  const send = (text: string, codeCookie = cookie) =>
    withMail.call('POST', `${path}/code`, { cookie: codeCookie, body: { code: text } })
  const rejection = await send('000000')
  assert.deepEqual([rejection.status, rejection.body.secondFactor], [401, 'totp'])
  assert.equal((await send(code(), 'probata_sign_on_code=v1.x.y')).status, 401)
  withMail.clock.advance(minute)
  const currentCode = code()
  const signedOn = await send(currentCode)
  assert.deepEqual([signedOn.status, signedOn.body.person?.id], [200, id], signedOn.text)
  assert.equal((await send(currentCode)).status, 401, 'a code works once')
  const late = await signOnWith(withMail, claims)
  const lateCookie = late.headers
    .getSetCookie()
    .find(text => text.startsWith('probata_sign_on_code='))
    ?.split(';')[0]
  withMail.clock.advance(5 * minute + second)
  assert.equal((await send(code(), lateCookie)).status, 401)

  const statusWithSettings = async (overrides: object) => {
    await setProvider(withMail, { ...settings, issuer, ...overrides })
    return (await signOnWith(withMail, claims)).status
  }
  assert.equal(await statusWithSettings({ acceptedAmr: ['hwk'], acceptedAcr: ['gold'] }), 202)
  assert.equal(await statusWithSettings({ acceptedAmr: ['otp'] }), 200)
  assert.equal(await statusWithSettings({ acceptedAcr: ['silver'] }), 200)
  assert.equal((await people.signIn(email, undefined, password)).status, 401, 'the password alone is still not enough')
})
