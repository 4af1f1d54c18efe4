import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour, minute } from '#lib/clock.ts'
import { clientSecret, password } from '#test/fixture.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { authenticator, step, totp } from '#test/newcomers.ts'
import { restSecond } from '#test/second-administrator.ts'
import { connectPeople, signOn, useProvider } from '#test/sign-on.ts'
import { type Answer, boot, type Probata } from '#test/system.ts'

const user = (name: string, slug: string, role: string) => ({ email: `${name}@${slug}.example`, name, password, role })
const shared = (name: string, role: string) => user(name, 'shared', role)

const machine = { clientId: 'acme-scanner', clientSecret, scopes: ['governance.evidence:read'] }
const provision = {
  organizations: [
    {
      ...{ slug: 'acme', name: 'Acme' },
      users: [
        ...[user('admin', 'acme', 'admin'), user('auditor', 'acme', 'auditor'), user('forgetful', 'acme', 'auditor')],
        ...[shared('dana', 'admin'), shared('erin', 'auditor')],
      ],
      serviceAccounts: [{ name: 'scanner', ...machine }],
    },
    {
      slug: 'globex',
      name: 'Globex',
      users: [user('admin', 'globex', 'admin'), shared('dana', 'auditor'), shared('erin', 'auditor')],
    },
  ],
}

const reason = 'for a test of forced sign-on'
const session = '/api/workspace/session'

let p: Probata
let forger: ForgingProvider
let mail: MailServer
/** The session of the administrator, who signed on at the provider. */
let admin: string
/** Dana's authenticator app, and her id in acme. */
let codeOf: (steps?: number) => string
let dana: string

before(async () => {
  mail = await startMailServer()
  p = await boot({
    provision,
    env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url },
  })
  forger = await startForgingProvider()
})
after(async () => {
  await forger[Symbol.asyncDispose]()
  await p[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

let times = 0
const signIn = (email: string, over: object = {}) =>
  p.call('POST', session, {
    body: { email, password, ...over },
    headers: { 'x-forwarded-for': `192.0.2.${++times}` },
  })

const cookieOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .find(text => text.startsWith('probata_session='))
    ?.split(';')[0] ?? ''

const ask = (cookie: string, method: string, path: string, body: object = {}) =>
  p.call(method, `/api/workspace${path}`, { cookie, ...(method !== 'GET' && { body: { reason, ...body } }) })

const isIn = async (cookie: string): Promise<boolean> => (await ask(cookie, 'GET', '/session')).status === 200

const idOf = async (email: string): Promise<string> => {
  const [row] = await p.sql(
    `select p.id from person p join organization o on o.id = p.organization_id
      where o.slug = 'acme' and p.record::json ->> 'email' = $1`,
    [email],
  )
  return String(row?.id)
}

const signOnAs = async (name: string) => {
  const email = `${name}@acme.example`
  const sub = name === 'auditor' ? 'a' : name
  Object.assign(forger, {
    claims: { sub, email, email_verified: true, auth_time: Math.floor(p.clock.now() / 1000) },
  })
  await connectPeople(p, { [name]: sub })
  return (await signOn(p, email, url => forger.signIn(url))).session
}

const force = (breakGlassIds: string[], by = admin) =>
  ask(by, 'POST', '/sign-in-policy', { signIn: 'single_sign_on', breakGlassIds })

const eventsOf = async (type: string) => (await ask(admin, 'GET', `/security-events?type=${type}`)).body.securityEvents

const isRefused = ({ status, body }: Answer): void =>
  assert.deepEqual(
    [status, body.error, body.signIn],
    [403, 'forbidden_resource', 'single_sign_on'],
    JSON.stringify(body),
  )

/** Sessions and links from before, which end or no longer open anything. */
const before_ = { auditor: '', dana: '', erin: '', invitation: '', reset: '', erinAtGlobex: '' }

test('it requires a working provider and break-glass administrators who can sign in without it', async () => {
  const byPassword = cookieOf(await signIn('admin@acme.example'))
  dana = await idOf('dana@shared.example')
  const message = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return [status, body.message]
  }
  const [none, why] = await message(force([dana], byPassword))
  assert.equal(none, 422)
  assert.match(why, /no identity provider/)
  await useProvider(p, { issuer: forger.issuer })
  await restSecond(p)
  assert.match((await message(force([dana], byPassword)))[1], /No administrator is signed in by single sign-on/)
  // An auditor's sign-on does not prove that administrators get in.
  await signOnAs('auditor')
  assert.match((await message(force([dana], byPassword)))[1], /No administrator is signed in/)
  admin = await signOnAs('admin')
  assert.match((await message(force([])))[1], /Name at least one/)
  for (const id of [dana, await idOf('auditor@acme.example'), 'prs_0000000000ZZZZZZZZZZZZZZZZ'])
    assert.deepEqual(await message(force([id])), [
      400,
      'breakGlassIds.0 must be an active administrator who is managed by hand and has both a password and a second factor',
    ])
  assert.equal((await force([dana, dana])).status, 400)
  assert.equal((await ask(admin, 'GET', '/sign-in-policy')).body.signIn, 'any')
})

test('switching it on ends sessions opened with passwords, except those of break-glass administrators', async () => {
  const enrolling = cookieOf(await signIn('dana@shared.example', { organization: 'acme' }))
  const begun = await p.call('POST', totp, { cookie: enrolling, body: { currentPassword: password } })
  codeOf = authenticator(p.clock, begun.body.otpauthUrl)
  assert.equal((await p.call('POST', `${totp}/confirm`, { cookie: enrolling, body: { code: codeOf() } })).status, 200)
  p.clock.advance(step)
  before_.auditor = cookieOf(await signIn('auditor@acme.example'))
  before_.dana = cookieOf(await signIn('dana@shared.example', { organization: 'acme', code: codeOf() }))
  p.clock.advance(step)
  before_.erin = cookieOf(await signIn('erin@shared.example', { organization: 'acme' }))
  before_.erinAtGlobex = cookieOf(await signIn('erin@shared.example', { organization: 'globex' }))
  const link = async (path: string, body: object) => {
    const answer = await ask(admin, 'POST', path, { show: true, ...body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.url.split('#')[1]
  }
  before_.invitation = await link('/people/invitations', { email: 'new@acme.example', name: 'New', role: 'auditor' })
  before_.reset = await link(`/people/${await idOf('forgetful@acme.example')}/password-reset`, {})
  const { status, body, text } = await force([dana])
  assert.equal(status, 200, text)
  assert.deepEqual([body.signInPolicy.breakGlass[0].email, body.ended >= 3], ['dana@shared.example', true])
  assert.deepEqual(await Promise.all([admin, before_.dana, before_.erinAtGlobex].map(isIn)), [true, true, true])
  assert.deepEqual(await Promise.all([before_.auditor, before_.erin].map(isIn)), [false, false])
  const [event] = await eventsOf('signInPolicyChanged')
  assert.equal(event.context.state, 'single_sign_on')
})

test('no password, invitation, link or other workspace leads in', async () => {
  isRefused(await signIn('auditor@acme.example'))
  const accept = (token: string) =>
    p.call('POST', '/api/workspace/invitations/accept', { body: { token, password: 'a password of my own' } })
  isRefused(await accept(before_.invitation))
  isRefused(await accept(before_.reset))
  // Neither link was used up, and the password is unchanged.
  isRefused(await accept(before_.reset))
  isRefused(await signIn('forgetful@acme.example'))

  await p.call('POST', `${session}/forgot`, { body: { email: 'forgetful@acme.example' } })
  const letter = await mail.letter('forgetful@acme.example', /invitation#/)
  isRefused(await accept(/invitation#(\S+)/.exec(letter)?.[1] ?? ''))

  // A session of another workspace neither lists it nor leads there.
  const { body } = await ask(before_.erinAtGlobex, 'GET', '/account/workspaces')
  assert.deepEqual(
    body.workspaces.map(({ slug }: { slug: string }) => slug),
    ['globex'],
  )
  const switched = (cookie: string) => p.call('POST', `${session}/switch`, { cookie, body: { organization: 'acme' } })
  isRefused(await switched(before_.erinAtGlobex))
  assert.ok(await isIn(before_.erinAtGlobex))
  const { status, body: offered } = await signIn('erin@shared.example')
  assert.equal(status, 202)
  const choose = (organization: string) =>
    p.call('POST', `${session}/choice`, { body: { choice: offered.choice, organization } })
  isRefused(await choose('acme'))
  assert.equal((await choose('globex')).status, 200)

  const invited = await ask(admin, 'POST', '/people/invitations', {
    email: 'x@acme.example',
    name: 'X',
    role: 'auditor',
  })
  assert.deepEqual([invited.status, invited.body.error], [422, 'unprocessable'])
  assert.equal((await ask(admin, 'POST', `/people/${await idOf('auditor@acme.example')}/password-reset`)).status, 422)
  const made = await ask(admin, 'POST', '/people', { email: 'y@acme.example', name: 'Y', role: 'auditor' })
  assert.deepEqual([made.status, made.body.url], [201, undefined])
  assert.ok(await isIn(await signOnAs('y')))
  await p.system.services.refusals.flush()
  const [refusals] = await p.sql(
    `select count(*)::int as n from audit_event where record::json ->> 'detail' like '%single sign-on only%'`,
  )
  assert.ok(Number(refusals?.n) >= 1)
})

test('a session written in any other way opens nothing', async () => {
  const sneaked = await signOnAs('auditor')
  assert.ok(await isIn(sneaked))
  await p.sql(`update session set opened_with = 'password' where person_id = $1`, [await idOf('auditor@acme.example')])
  p.system.services.identities.forget()
  assert.equal(await isIn(sneaked), false)
})

test('machines continue to work', async () => {
  const token = await p.token('acme-scanner')
  assert.equal((await p.call('GET', '/api/v1/governance/evidence/requirements', { token })).status, 200)
})

test('each break-glass sign-in requires the second factor, and sends an event and a mail to every administrator', async () => {
  const before = (await eventsOf('breakGlassUsed')).length
  const letters = mail.received.length
  const missing = await signIn('dana@shared.example', { organization: 'acme' })
  assert.deepEqual([missing.status, missing.body.secondFactor], [401, 'totp'])
  const entered = await signIn('dana@shared.example', { organization: 'acme', code: codeOf() })
  assert.equal(entered.status, 200, entered.text)
  p.clock.advance(step)
  const [event, ...older] = await eventsOf('breakGlassUsed')
  assert.deepEqual([event.severity, event.context.personId, older.length], ['critical', dana, before])
  const told = ['admin@acme.example', 'dana@shared.example']
  const says = /dana signed in to the governance workspace of Acme with a password/
  for (const to of told) await mail.letter(to, says, letters)
  const sent = mail.received.slice(letters).filter(({ text }) => says.test(text))
  assert.deepEqual(sent.flatMap(({ to }) => to).sort(), told)

  // Coming from another workspace counts as one, too.
  const elsewhere = cookieOf(await signIn('dana@shared.example', { organization: 'globex', code: codeOf() }))
  p.clock.advance(step)
  const there = await p.call('POST', `${session}/switch`, { cookie: elsewhere, body: { organization: 'acme' } })
  assert.equal(there.status, 200, there.text)
  assert.equal((await eventsOf('breakGlassUsed')).length, before + 2)
})

test('break-glass administrators keep what they need to get in', async () => {
  const refused = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    assert.deepEqual([status, body.error], [409, 'conflict'], JSON.stringify(body))
    return body.message
  }
  for (const body of [{ disabled: true }, { role: 'auditor' }])
    assert.match(await refused(ask(admin, 'PATCH', `/people/${dana}`, body)), /break-glass/)
  await refused(ask(admin, 'DELETE', `/people/${dana}/totp`))
  await refused(ask(admin, 'POST', `/people/${dana}/access-source`, { source: 'groups' }))
  await refused(p.call('DELETE', totp, { cookie: before_.dana, body: { code: codeOf() } }))
  p.clock.advance(step)
  assert.match(await refused(ask(admin, 'DELETE', '/identity-provider')), /allow other ways/)
  // No one gets in without the factor, however it was removed.
  await p.sql(`update person set record = jsonb_set(record::jsonb, '{secondFactor}', '"none"')::text where id = $1`, [
    dana,
  ])
  p.system.services.identities.forget()
  assert.equal(await isIn(before_.dana), false)
  await p.sql(`update person set record = jsonb_set(record::jsonb, '{secondFactor}', '"totp"')::text where id = $1`, [
    dana,
  ])
  p.system.services.identities.forget()
  assert.equal(await isIn(before_.dana), true)
})

test('a password proves nothing in a session of the provider, but does in one of a break-glass administrator', async () => {
  const confirm = (cookie: string, body: object) => p.call('POST', `${session}/confirm`, { cookie, body })
  const { status, body } = await confirm(admin, { password })
  assert.deepEqual([status, body.signIn], [422, 'single_sign_on'])
  assert.match(body.message, /Confirm your identity at your identity provider/)
  assert.equal((await confirm(before_.dana, { password, code: codeOf() })).status, 204)
  p.clock.advance(minute)
})

test('switched off, passwords lead in again', async () => {
  const { status, body, text } = await ask(admin, 'POST', '/sign-in-policy', { signIn: 'any', breakGlassIds: [] })
  assert.equal(status, 200, text)
  assert.deepEqual([body.signInPolicy.signIn, body.ended], ['any', 0])
  assert.equal((await signIn('auditor@acme.example')).status, 200)
  p.clock.advance(hour)
})
