import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour, minute } from '#lib/clock.ts'
import { clientSecret, password } from '#test/fixture.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { authenticator, step, totp } from '#test/newcomers.ts'
import { restSecond } from '#test/second-administrator.ts'
import { connectPeople, signOn, useProvider } from '#test/sign-on.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'

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

let addressCount = 0
const signIn = (email: string, overrides: object = {}) =>
  p.call('POST', session, {
    body: { email, password, ...overrides },
    headers: { 'x-forwarded-for': `192.0.2.${++addressCount}` },
  })

const cookieOf = ({ headers }: ApiResponse): string =>
  headers
    .getSetCookie()
    .find(text => text.startsWith('probata_session='))
    ?.split(';')[0] ?? ''

const ask = (cookie: string, method: string, path: string, body: object = {}) =>
  p.call(method, `/api/workspace${path}`, { cookie, ...(method !== 'GET' && { body: { reason, ...body } }) })

const isSignedIn = async (cookie: string): Promise<boolean> => (await ask(cookie, 'GET', '/session')).status === 200

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

const requireSingleSignOn = (breakGlassIds: string[], cookie = admin) =>
  ask(cookie, 'POST', '/sign-in-policy', { signIn: 'single_sign_on', breakGlassIds })

const eventsOf = async (type: string) => (await ask(admin, 'GET', `/security-events?type=${type}`)).body.securityEvents

const assertRequiresSignOn = ({ status, body }: ApiResponse): void =>
  assert.deepEqual(
    [status, body.error, body.signIn],
    [403, 'forbidden_resource', 'single_sign_on'],
    JSON.stringify(body),
  )

/** Sessions and links created before single sign-on is required. */
const earlier = { auditor: '', dana: '', erin: '', invitation: '', reset: '', erinAtGlobex: '' }

test('single sign-on can be required only with a working provider and break-glass administrators who can sign in without it', async () => {
  const byPassword = cookieOf(await signIn('admin@acme.example'))
  dana = await idOf('dana@shared.example')
  const message = async (response: Promise<ApiResponse>) => {
    const { status, body } = await response
    return [status, body.message]
  }
  const [status, text] = await message(requireSingleSignOn([dana], byPassword))
  assert.equal(status, 422)
  assert.match(text, /no identity provider/)
  await useProvider(p, { issuer: forger.issuer })
  await restSecond(p)
  assert.match(
    (await message(requireSingleSignOn([dana], byPassword)))[1],
    /No administrator is signed in by single sign-on/,
  )
  // An auditor's sign-on does not prove that administrators can sign in.
  await signOnAs('auditor')
  assert.match((await message(requireSingleSignOn([dana], byPassword)))[1], /No administrator is signed in/)
  admin = await signOnAs('admin')
  assert.match((await message(requireSingleSignOn([])))[1], /Name at least one/)
  for (const id of [dana, await idOf('auditor@acme.example'), 'prs_0000000000ZZZZZZZZZZZZZZZZ'])
    assert.deepEqual(await message(requireSingleSignOn([id])), [
      400,
      'breakGlassIds.0 must be an active administrator who is managed by hand and has both a password and a second factor',
    ])
  assert.equal((await requireSingleSignOn([dana, dana])).status, 400)
  assert.equal((await ask(admin, 'GET', '/sign-in-policy')).body.signIn, 'any')
})

test('requiring single sign-on ends sessions opened with passwords, except those of break-glass administrators', async () => {
  const enrolling = cookieOf(await signIn('dana@shared.example', { organization: 'acme' }))
  const enrolment = await p.call('POST', totp, { cookie: enrolling, body: { currentPassword: password } })
  codeOf = authenticator(p.clock, enrolment.body.otpauthUrl)
  assert.equal((await p.call('POST', `${totp}/confirm`, { cookie: enrolling, body: { code: codeOf() } })).status, 200)
  p.clock.advance(step)
  earlier.auditor = cookieOf(await signIn('auditor@acme.example'))
  earlier.dana = cookieOf(await signIn('dana@shared.example', { organization: 'acme', code: codeOf() }))
  p.clock.advance(step)
  earlier.erin = cookieOf(await signIn('erin@shared.example', { organization: 'acme' }))
  earlier.erinAtGlobex = cookieOf(await signIn('erin@shared.example', { organization: 'globex' }))
  const link = async (path: string, body: object) => {
    const response = await ask(admin, 'POST', path, { show: true, ...body })
    assert.equal(response.status, 201, response.text)
    return response.body.url.split('#')[1]
  }
  earlier.invitation = await link('/people/invitations', { email: 'new@acme.example', name: 'New', role: 'auditor' })
  earlier.reset = await link(`/people/${await idOf('forgetful@acme.example')}/password-reset`, {})
  const { status, body, text } = await requireSingleSignOn([dana])
  assert.equal(status, 200, text)
  assert.deepEqual([body.signInPolicy.breakGlass[0].email, body.ended >= 3], ['dana@shared.example', true])
  assert.deepEqual(await Promise.all([admin, earlier.dana, earlier.erinAtGlobex].map(isSignedIn)), [true, true, true])
  assert.deepEqual(await Promise.all([earlier.auditor, earlier.erin].map(isSignedIn)), [false, false])
  const [event] = await eventsOf('signInPolicyChanged')
  assert.equal(event.context.state, 'single_sign_on')
})

test('no password, invitation, reset link or other workspace opens a session', async () => {
  assertRequiresSignOn(await signIn('auditor@acme.example'))
  const accept = (token: string) =>
    p.call('POST', '/api/workspace/invitations/accept', { body: { token, password: 'a password of my own' } })
  assertRequiresSignOn(await accept(earlier.invitation))
  assertRequiresSignOn(await accept(earlier.reset))
  // The failed attempts do not use up the links or change the password.
  assertRequiresSignOn(await accept(earlier.reset))
  assertRequiresSignOn(await signIn('forgetful@acme.example'))

  await p.call('POST', `${session}/forgot`, { body: { email: 'forgetful@acme.example' } })
  const letter = await mail.letter('forgetful@acme.example', /invitation#/)
  assertRequiresSignOn(await accept(/invitation#(\S+)/.exec(letter)?.[1] ?? ''))

  // A session of another workspace neither lists this workspace nor can switch to it.
  const { body } = await ask(earlier.erinAtGlobex, 'GET', '/account/workspaces')
  assert.deepEqual(
    body.workspaces.map(({ slug }: { slug: string }) => slug),
    ['globex'],
  )
  const switchToAcme = (cookie: string) =>
    p.call('POST', `${session}/switch`, { cookie, body: { organization: 'acme' } })
  assertRequiresSignOn(await switchToAcme(earlier.erinAtGlobex))
  assert.ok(await isSignedIn(earlier.erinAtGlobex))
  const { status, body: offered } = await signIn('erin@shared.example')
  assert.equal(status, 202)
  const choose = (organization: string) =>
    p.call('POST', `${session}/choice`, { body: { choice: offered.choice, organization } })
  assertRequiresSignOn(await choose('acme'))
  assert.equal((await choose('globex')).status, 200)

  const invitation = await ask(admin, 'POST', '/people/invitations', {
    email: 'x@acme.example',
    name: 'X',
    role: 'auditor',
  })
  assert.deepEqual([invitation.status, invitation.body.error], [422, 'unprocessable'])
  assert.equal((await ask(admin, 'POST', `/people/${await idOf('auditor@acme.example')}/password-reset`)).status, 422)
  const created = await ask(admin, 'POST', '/people', { email: 'y@acme.example', name: 'Y', role: 'auditor' })
  assert.deepEqual([created.status, created.body.url], [201, undefined])
  assert.ok(await isSignedIn(await signOnAs('y')))
  await p.system.services.refusals.flush()
  const [refusals] = await p.sql(
    `select count(*)::int as n from audit_event where record::json ->> 'detail' like '%single sign-on only%'`,
  )
  assert.ok(Number(refusals?.n) >= 1)
})

test('a password session written directly to the database does not work', async () => {
  const cookie = await signOnAs('auditor')
  assert.ok(await isSignedIn(cookie))
  await p.sql(`update session set opened_with = 'password' where person_id = $1`, [await idOf('auditor@acme.example')])
  p.system.services.identities.forget()
  assert.equal(await isSignedIn(cookie), false)
})

test('service accounts continue to work', async () => {
  const token = await p.token('acme-scanner')
  assert.equal((await p.call('GET', '/api/v1/governance/evidence/requirements', { token })).status, 200)
})

test('each break-glass sign-in requires the second factor, causes an event and mails every administrator', async () => {
  const before = (await eventsOf('breakGlassUsed')).length
  const letters = mail.received.length
  const missing = await signIn('dana@shared.example', { organization: 'acme' })
  assert.deepEqual([missing.status, missing.body.secondFactor], [401, 'totp'])
  const signedIn = await signIn('dana@shared.example', { organization: 'acme', code: codeOf() })
  assert.equal(signedIn.status, 200, signedIn.text)
  p.clock.advance(step)
  const [event, ...older] = await eventsOf('breakGlassUsed')
  assert.deepEqual([event.severity, event.context.personId, older.length], ['critical', dana, before])
  const recipients = ['admin@acme.example', 'dana@shared.example']
  const content = /dana signed in to the governance workspace of Acme with a password/
  for (const to of recipients) await mail.letter(to, content, letters)
  const sent = mail.received.slice(letters).filter(({ text }) => content.test(text))
  assert.deepEqual(sent.flatMap(({ to }) => to).sort(), recipients)

  // Switching from another workspace also counts as a break-glass sign-in.
  const globexCookie = cookieOf(await signIn('dana@shared.example', { organization: 'globex', code: codeOf() }))
  p.clock.advance(step)
  const switched = await p.call('POST', `${session}/switch`, { cookie: globexCookie, body: { organization: 'acme' } })
  assert.equal(switched.status, 200, switched.text)
  assert.equal((await eventsOf('breakGlassUsed')).length, before + 2)
})

test('nothing can be removed that a break-glass administrator needs to sign in', async () => {
  const conflictMessage = async (response: Promise<ApiResponse>) => {
    const { status, body } = await response
    assert.deepEqual([status, body.error], [409, 'conflict'], JSON.stringify(body))
    return body.message
  }
  for (const body of [{ disabled: true }, { role: 'auditor' }])
    assert.match(await conflictMessage(ask(admin, 'PATCH', `/people/${dana}`, body)), /break-glass/)
  await conflictMessage(ask(admin, 'DELETE', `/people/${dana}/totp`))
  await conflictMessage(ask(admin, 'POST', `/people/${dana}/access-source`, { source: 'groups' }))
  await conflictMessage(p.call('DELETE', totp, { cookie: earlier.dana, body: { code: codeOf() } }))
  p.clock.advance(step)
  assert.match(await conflictMessage(ask(admin, 'DELETE', '/identity-provider')), /allow other ways/)
  // Without the factor, their session stops working, however the factor was removed.
  await p.sql(`update person set record = jsonb_set(record::jsonb, '{secondFactor}', '"none"')::text where id = $1`, [
    dana,
  ])
  p.system.services.identities.forget()
  assert.equal(await isSignedIn(earlier.dana), false)
  await p.sql(`update person set record = jsonb_set(record::jsonb, '{secondFactor}', '"totp"')::text where id = $1`, [
    dana,
  ])
  p.system.services.identities.forget()
  assert.equal(await isSignedIn(earlier.dana), true)
})

test("a password confirms a break-glass administrator's session, but not a session opened at the provider", async () => {
  const confirm = (cookie: string, body: object) => p.call('POST', `${session}/confirm`, { cookie, body })
  const { status, body } = await confirm(admin, { password })
  assert.deepEqual([status, body.signIn], [422, 'single_sign_on'])
  assert.match(body.message, /Confirm your identity at your identity provider/)
  assert.equal((await confirm(earlier.dana, { password, code: codeOf() })).status, 204)
  p.clock.advance(minute)
})

test('when single sign-on is no longer required, passwords work again', async () => {
  const { status, body, text } = await ask(admin, 'POST', '/sign-in-policy', { signIn: 'any', breakGlassIds: [] })
  assert.equal(status, 200, text)
  assert.deepEqual([body.signInPolicy.signIn, body.ended], ['any', 0])
  assert.equal((await signIn('auditor@acme.example')).status, 200)
  p.clock.advance(hour)
})
