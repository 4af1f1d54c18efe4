import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { chosen, reason, session, sessions, sharedLogins } from '#test/shared-logins.ts'
import { boot, type Probata } from '#test/system.ts'
import { dana, workspaces } from '#test/two-workspaces.ts'

let p: Probata
let mails: MailServer
before(async () => {
  mails = await startMailServer()
  p = await boot({ provision: workspaces, env: { SMTP_URL: mails.url } })
})
after(async () => {
  await p[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
})

const { cookieOf, ask, admin, signIn, enter, opens, isOpen, invite, accept, create, join, enrol } = sharedLogins(
  () => p,
)

describe('a person with several workspaces', () => {
  test('switches without the password; the new session keeps the original end, and the old session is closed', async () => {
    const { email } = await join()
    const response = await signIn(email, chosen, { organization: 'acme' })
    const first = cookieOf(response)
    const { workspaces } = (await ask(first, 'GET', '/api/workspace/account/workspaces')).body
    assert.deepEqual(
      workspaces
        .map(({ slug, role, current }: { slug: string; role: string; current: boolean }) => [slug, role, current])
        .sort(),
      [
        ['acme', 'auditor', true],
        ['globex', 'reviewer', false],
      ],
    )
    p.clock.advance(hour)
    const switched = await ask(first, 'POST', `${session}/switch`, { organization: 'globex' })
    assert.deepEqual(
      [switched.status, switched.body.organization.slug, switched.body.expiresAt],
      [200, 'globex', response.body.expiresAt],
    )
    assert.deepEqual([await isOpen(first), await isOpen(cookieOf(switched))], [false, true])
    assert.equal((await ask(cookieOf(switched), 'POST', `${session}/switch`, { organization: 'nowhere' })).status, 404)
    assert.equal((await ask(cookieOf(switched), 'POST', `${session}/switch`, { organization: 'globex' })).status, 422)
  })

  test('a session opened by a link or an identity provider, or before the second factor, cannot reach other workspaces', async () => {
    const { email } = await join()
    for (const openedWith of ['invitation', 'single_sign_on', 'setup']) {
      const signedIn = await signIn(email, chosen, { organization: 'acme' })
      const cookie = cookieOf(signedIn)
      await p.sql(`update session set opened_with = $1 where person_id = $2`, [openedWith, signedIn.body.person.id])
      const response = await ask(cookie, 'GET', '/api/workspace/account/workspaces')
      assert.deepEqual(
        response.body.workspaces.map(({ slug }: { slug: string }) => slug),
        ['acme'],
        openedWith,
      )
      assert.equal((await ask(cookie, 'POST', `${session}/switch`, { organization: 'globex' })).status, 404)
      const { body } = await ask(cookie, 'GET', sessions)
      assert.ok(body.sessions.length > 0)
      assert.ok(body.sessions.every(({ workspace }: { workspace: { slug: string } }) => workspace.slug === 'acme'))
    }
    const [early, other] = [await enter(email, chosen, 'acme'), await enter(email, chosen, 'globex')]
    await ask(early, 'DELETE', sessions)
    assert.equal(await isOpen(other), false)
    const later = await enter(email, chosen, 'globex')
    await enrol(later)
    assert.equal((await ask(early, 'POST', `${session}/switch`, { organization: 'globex' })).status, 404)
  })

  test('a page of one workspace can neither read nor change anything after the browser switched to another workspace', async () => {
    const { email } = await join()
    const signedIn = await signIn(email, chosen, { organization: 'acme' })
    const page = { 'probata-person': signedIn.body.person.id }
    const switched = await ask(cookieOf(signedIn), 'POST', `${session}/switch`, { organization: 'globex' })
    const cookie = cookieOf(switched)
    const feed = { name: 'created by the page of acme', reason }
    for (const [method, path, body] of [
      ['POST', '/api/workspace/calendar-feeds', feed],
      ['DELETE', sessions, undefined],
      ['GET', session, undefined],
      ['GET', '/api/workspace/claims', undefined],
    ] as const) {
      const response = await p.call(method, path, { cookie, headers: page, ...(body && { body }) })
      assert.deepEqual([response.status, response.body.session], [403, 'changed'], path)
    }
    assert.deepEqual((await ask(cookie, 'GET', '/api/workspace/calendar-feeds')).body.calendarFeeds, [])
    const own = { cookie, headers: { 'probata-person': switched.body.person.id } }
    assert.equal((await p.call('GET', session, own)).status, 200)
  })

  test('changing the password ends the other sessions in every workspace, and is recorded in each audit trail', async () => {
    const { email } = await join()
    const [acme, globex] = [await enter(email, chosen, 'acme'), await enter(email, chosen, 'globex')]
    const body = { currentPassword: chosen, newPassword: 'the next password of mine' }
    assert.equal((await ask(acme, 'POST', '/api/workspace/account/password', body)).status, 204)
    assert.deepEqual([await isOpen(acme), await isOpen(globex)], [true, false])
    assert.equal(await opens(email, 'the next password of mine', 'globex'), true)
    for (const slug of ['acme', 'globex']) {
      const { text } = await admin(slug, 'GET', '/api/workspace/audit?action=account.change_password')
      assert.match(text, /password changed/, slug)
    }
  })

  test('can list and end the sessions of every workspace', async () => {
    const { email } = await join()
    const [acme, globex] = [await enter(email, chosen, 'acme'), await enter(email, chosen, 'globex')]
    const { body } = await ask(acme, 'GET', sessions)
    const listed = body.sessions.map(({ workspace, current }: { workspace: { slug: string }; current: boolean }) => [
      workspace.slug,
      current,
    ])
    assert.deepEqual(listed.slice(0, 2), [
      ['globex', false],
      ['acme', true],
    ])
    assert.equal((await ask(acme, 'DELETE', `${sessions}/${body.sessions[0].id}`)).status, 204)
    assert.deepEqual([await isOpen(acme), await isOpen(globex)], [true, false])
  })

  test('a choice becomes void when the second factor changes', async () => {
    const { email, cookie } = await join()
    const requestChoice = async (code?: string) => {
      const response = await signIn(email, chosen, code === undefined ? {} : { code })
      assert.equal(response.status, 202, response.text)
      return response.body.choice
    }
    const choose = async (choice: string) =>
      (await p.call('POST', `${session}/choice`, { body: { choice, organization: 'acme' } })).status
    const choiceWithoutFactor = await requestChoice()
    const code = await enrol(cookie)
    assert.equal((await signIn(email, chosen)).status, 401)
    assert.equal(await choose(choiceWithoutFactor), 401)
    const choiceWithOldFactor = await requestChoice(code(2))
    p.clock.advance(minute)
    assert.equal((await ask(cookie, 'DELETE', '/api/workspace/account/totp', { code: code() })).status, 204)
    const next = await enrol(cookie)
    assert.equal(await choose(choiceWithOldFactor), 401)
    assert.equal(await choose(await requestChoice(next(2))), 200)
  })

  test('gets one mail for a forgotten password; the new password applies to all workspaces and ends every session', async () => {
    const { email } = await join()
    const token = await invite('acme-bank', email)
    await accept(token, { password: 'a login of its own there' })
    const [acme, globex] = [await enter(email, chosen, 'acme'), await enter(email, chosen, 'globex')]
    const mailCount = mails.received.length
    await Promise.all(Array.from({ length: 4 }, () => p.call('POST', `${session}/forgot`, { body: { email } })))
    const [, link = ''] = /invitation#(\S+)/.exec(await mails.letter(email, /invitation#/, mailCount)) ?? []
    const preview = await p.call('POST', '/api/workspace/invitations/look', { body: { token: link } })
    assert.deepEqual([preview.body.email, preview.body.purpose], [email, 'password_reset'])
    for (const slug of ['acme', 'globex', 'acme-bank'])
      assert.doesNotMatch((await admin(slug, 'GET', '/api/workspace/people/invitations')).text, /password_reset/)
    const acceptance = await accept(link, { password: 'set by the mail to me' })
    assert.deepEqual([acceptance.status, acceptance.headers.get('set-cookie')], [200, null])
    assert.equal(mails.received.length, mailCount + 1)
    assert.deepEqual([await isOpen(acme), await isOpen(globex)], [false, false])
    for (const slug of ['acme', 'globex', 'acme-bank']) {
      assert.equal(await opens(email, 'set by the mail to me', slug), true, slug)
      assert.equal(await opens(email, chosen, slug), false, slug)
    }
    assert.equal((await accept(link, { password: 'set by the mail again' })).status, 401)
  })

  test("a person who knows one login's password cannot guess more often at the address's other logins", async () => {
    const { email } = await create()
    const token = await invite('globex', email)
    assert.equal((await accept(token, { password: chosen })).status, 201)
    p.clock.advance(minute + second)
    const statuses = []
    for (let i = 0; i < 14; i++) statuses.push((await p.call('POST', session, { body: { email, password } })).status)
    assert.deepEqual([...new Set(statuses)], [200, 429])
    assert.ok(statuses.indexOf(429) <= 10, statuses.join())
  })

  test('a person with one workspace sees only that workspace', async () => {
    const cookie = await enter(dana, password, 'acme')
    assert.equal((await ask(cookie, 'GET', '/api/workspace/account/workspaces')).body.workspaces.length, 2)
    const cookieOfGlobex = await p.signIn('admin@globex.example')
    assert.equal((await ask(cookieOfGlobex, 'GET', '/api/workspace/account/workspaces')).body.workspaces.length, 1)
  })
})
