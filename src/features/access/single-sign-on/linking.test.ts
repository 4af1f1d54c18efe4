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
let mailing: Probata
let silent: Probata
let people: Newcomers
before(async () => {
  mail = await startMailServer()
  forger = await startForgingProvider()
  mailing = await boot({ env: { ...env, SMTP_URL: mail.url } })
  silent = await boot({ env })
  people = createNewcomers(mailing)
  for (const p of [mailing, silent]) await setProvider(p, { ...settings, issuer: forger.issuer })
})
after(async () => {
  for (const one of [mailing, silent, forger, mail]) await one[Symbol.asyncDispose]()
})

const enter = (p: Probata, claims: object, email = 'anybody@acme.example') => {
  Object.assign(forger, { claims })
  return signOn(p, email, url => forger.signIn(url))
}
const of = (name: string, sub: string) => ({ sub, email: `${name}@acme.example`, email_verified: true })

/** Brings the provider's answer back to the browser with these cookies. */
const comeBack = (p: Probata, url: string, cookie: string) =>
  p.call('POST', `${path}/callback`, { cookie, body: { query: forger.signIn(url) } })

const connect = async (p: Probata, session: string, claims: object) => {
  Object.assign(forger, { claims })
  const begun = await p.call('POST', '/api/workspace/account/sign-on', { cookie: session, body: {} })
  assert.equal(begun.status, 200, begun.text)
  const flow = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { url: begun.body.url as string, flow }
}

/** The number of mails with a link that an address received. */
const linksTo = (email: string): number =>
  mail.received.filter(({ to, text }) => to.includes(email) && /#connect=/.test(text)).length

const linkIn = (text: string): string => /#connect=([\w-]+)/.exec(text)?.[1] ?? assert.fail(text)

test('an address alone lets no one in as a person with a password; without a mail server their own session does', async () => {
  const refused = await enter(silent, of('reviewer', 'thief'))
  assert.deepEqual([refused.status, refused.session], [401, ''])
  assert.match(refused.body.message, /Sign in with your password, and connect it/)
  assert.match(await lastRefusal(silent, 'not connected'), /single sign-on: not connected yet/)

  const session = await silent.signIn('reviewer@acme.example')
  const { url, flow } = await connect(silent, session, of('another.person', 'own-subject'))
  assert.equal((await comeBack(silent, url, flow)).status, 401, 'not without the session that began')
  const again = await connect(silent, session, of('another.person', 'own-subject'))
  const other = await silent.signIn('contributor@acme.example')
  assert.equal((await comeBack(silent, again.url, `${again.flow}; ${other}`)).status, 401, 'nor with another session')
  const third = await connect(silent, session, of('another.person', 'own-subject'))
  const connected = await comeBack(silent, third.url, `${third.flow}; ${session}`)
  assert.deepEqual([connected.status, connected.body.person?.email], [200, 'reviewer@acme.example'], connected.text)
  const entered = await enter(silent, { sub: 'own-subject' })
  assert.deepEqual([entered.status, entered.body.person?.email], [200, 'reviewer@acme.example'])

  const taken = await connect(silent, other, of('contributor', 'own-subject'))
  assert.equal((await comeBack(silent, taken.url, `${taken.flow}; ${other}`)).status, 401)
  assert.match(await lastRefusal(silent, 'another person'), /linked to another person/)
})

test('connecting requires a proof from the last ten minutes', async () => {
  const session = await mailing.signIn('contributor@acme.example')
  mailing.clock.advance(10 * minute + second)
  const refused = await mailing.call('POST', '/api/workspace/account/sign-on', { cookie: session, body: {} })
  assert.deepEqual([refused.status, refused.body.confirm], [403, 'password'])
})

test('a mailed link connects the identity that it was mailed for, once; the person is notified and the trail records it', async () => {
  const refused = await enter(mailing, of('reviewer', 'mailed'))
  assert.equal(refused.status, 401)
  assert.match(refused.body.message, /A mail with a link was sent/)
  const link = linkIn(await mail.letter('reviewer@acme.example', /sign-in\?organization=acme#connect=/))

  // Within a minute no other mail is sent, and the first one stays valid.
  await enter(mailing, of('reviewer', 'mailed'))
  assert.equal(linksTo('reviewer@acme.example'), 1)

  const follow = async (sub: string, token: string) => {
    Object.assign(forger, { claims: of('reviewer', sub) })
    const body = { email: 'reviewer@acme.example', organization: 'acme', link: token }
    const begun = await mailing.call('POST', path, { body })
    assert.equal(begun.status, 200, begun.text)
    return comeBack(mailing, begun.body.url, begun.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  }
  assert.equal((await follow('thief', link)).status, 401, 'another subject')
  assert.equal((await follow('mailed', `${link}x`)).status, 401, 'another link')
  const entered = await follow('mailed', link)
  assert.deepEqual([entered.status, entered.body.person?.email], [200, 'reviewer@acme.example'], entered.text)
  await mail.letter('reviewer@acme.example', /is now connected with a sign-on at Login/)
  const left = await mailing.sql('select 1 from identity_link where person_id = $1', [entered.body.person.id])
  assert.deepEqual(left, [])

  const cookie = await mailing.signIn('admin@acme.example')
  const personId = entered.body.person.id
  const events = (await mailing.call('GET', '/api/workspace/security-events', { cookie })).body.securityEvents
  const [event] = events.filter(({ type }: { type: string }) => type === 'signOnConnected')
  assert.deepEqual([event?.severity, event?.context.personId, event?.context.state], ['medium', personId, 'mail'])
  const marked = () => mailing.call('GET', `/api/workspace/people/${personId}/custodians`, { cookie })
  const { signOnConnected } = (await marked()).body
  assert.deepEqual([signOnConnected.how, typeof signOnConnected.at], ['mail', 'string'])
})

test('a connected person is mailed no link for another subject, which it could not connect', async () => {
  const claims = { ...of('twice', 'first-subject'), name: 'Twice' }
  assert.equal((await enter(mailing, claims)).status, 200)
  const refused = await enter(mailing, { ...claims, sub: 'second-subject' })
  assert.equal(refused.status, 401)
  assert.match(refused.body.message, /already connected with a different sign-on.*Sign on with that one, or ask/)
  assert.match(await lastRefusal(mailing, 'another subject'), /single sign-on: linked to another subject/)
  assert.equal((await enter(mailing, claims)).status, 200)
  assert.equal(linksTo('twice@acme.example'), 0)
})

test('an address with a Kelvin sign does not match the mailbox with a k', async () => {
  const known = await enter(mailing, of('kelvin', 'with-a-k'))
  assert.equal(known.status, 200, known.text)
  const refused = await enter(mailing, of('\u212aelvin', 'with-a-kelvin'))
  assert.equal(refused.status, 401)
  assert.match(await lastRefusal(mailing, 'plain one'), /single sign-on: address is not a plain one/)
})

test('a link that is an hour old connects nothing', async () => {
  await enter(mailing, of('contributor', 'late'))
  const link = linkIn(await mail.letter('contributor@acme.example', /#connect=/))
  mailing.clock.advance(hour)
  const body = { email: 'contributor@acme.example', organization: 'acme', link }
  const begun = await mailing.call('POST', path, { body })
  const flow = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  assert.equal((await comeBack(mailing, begun.body.url, flow)).status, 401)
})

test('a sign-on creates a new person, who can sign on again; an unverified address creates no one', async () => {
  const unsaid = { sub: 'new-1', email: 'new-1@acme.example' }
  assert.equal((await enter(mailing, unsaid)).status, 401)
  assert.match(await lastRefusal(mailing, 'no verified'), /no verified address/)
  const made = await enter(mailing, { ...unsaid, email_verified: true })
  assert.equal(made.status, 200, made.text)
  const again = await enter(mailing, unsaid)
  assert.equal(again.body.person?.id, made.body.person.id)

  await setProvider(mailing, { ...settings, issuer: forger.issuer, addressesVerified: true })
  assert.equal((await enter(mailing, { sub: 'new-2', email: 'new-2@acme.example' })).status, 200)
  const denied = { sub: 'new-3', email: 'new-3@acme.example', email_verified: false }
  assert.equal((await enter(mailing, denied)).status, 401)
  await setProvider(mailing, { ...settings, issuer: forger.issuer })
})

test('a provider from before the setting still accepts addresses that it does not call verified', async () => {
  const shown = await mailing.call('GET', '/api/workspace/identity-provider', {
    cookie: await mailing.signIn('admin@acme.example'),
  })
  assert.equal(shown.body.identityProvider.addressesVerified, false)
  await mailing.sql(
    `update identity_provider set record = (record::jsonb - 'addressesVerified')::text where is_current`,
  )
  assert.equal((await enter(mailing, { sub: 'new-4', email: 'new-4@acme.example' })).status, 200)
})

test('a person created by the operator who never signed in still signs on by the address', async () => {
  await mailing.sql(`update login set password_hash = null where id in (
    select login_id from person where record::json ->> 'email' = 'second.reviewer@acme.example')`)
  const claims = of('second.reviewer', 'second')
  assert.equal((await enter(mailing, claims)).status, 200)
  // A provider of another issuer forgets the identities, but the person has signed in by now.
  await mailing.sql(`delete from person_identity where subject = 'second'`)
  assert.equal((await enter(mailing, claims)).status, 401)
})

test('our own second factor is required after the provider, unless that required enough', async () => {
  const { id, email, code } = await people.enrolled()
  const issuer = forger.issuer
  await mailing.sql(
    `insert into person_identity (organization_id, issuer, subject, person_id, created_at)
     select organization_id, $1, 'with-factor', id, now() from person where id = $2`,
    [issuer, id],
  )
  const amr = ['pwd', 'otp', ...Array.from({ length: 30 }, (_, i) => `method-${i}-${'x'.repeat(200)}`)]
  const claims = { sub: 'with-factor', email, acr: 'silver', amr }
  const waiting = await enter(mailing, claims)
  assert.deepEqual([waiting.status, waiting.body, waiting.session], [202, { secondFactor: 'totp' }, ''])
  const kept = waiting.headers.getSetCookie().find(text => text.startsWith('probata_sign_on_code=')) ?? ''
  assert.match(kept, /; HttpOnly; SameSite=Lax; Max-Age=300$/)
  assert.ok(kept.length <= 4096, 'it is kept in the browser')
  const cookie = kept.split(';')[0] ?? ''
  const send = (text: string, by = cookie) => mailing.call('POST', `${path}/code`, { cookie: by, body: { code: text } })
  const wrong = await send('000000')
  assert.deepEqual([wrong.status, wrong.body.secondFactor], [401, 'totp'])
  assert.equal((await send(code(), 'probata_sign_on_code=v1.x.y')).status, 401)
  mailing.clock.advance(minute)
  const now = code()
  const opened = await send(now)
  assert.deepEqual([opened.status, opened.body.person?.id], [200, id], opened.text)
  assert.equal((await send(now)).status, 401, 'a code works once')
  const late = await enter(mailing, claims)
  const lateCookie = late.headers
    .getSetCookie()
    .find(text => text.startsWith('probata_sign_on_code='))
    ?.split(';')[0]
  mailing.clock.advance(5 * minute + second)
  assert.equal((await send(code(), lateCookie)).status, 401)

  const accepting = async (over: object) => {
    await setProvider(mailing, { ...settings, issuer, ...over })
    return (await enter(mailing, claims)).status
  }
  assert.equal(await accepting({ acceptedAmr: ['hwk'], acceptedAcr: ['gold'] }), 202)
  assert.equal(await accepting({ acceptedAmr: ['otp'] }), 200)
  assert.equal(await accepting({ acceptedAcr: ['silver'] }), 200)
  assert.equal((await people.signIn(email, undefined, password)).status, 401, 'neither does the password alone')
})
