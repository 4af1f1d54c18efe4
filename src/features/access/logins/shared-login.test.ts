import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { confirmRequest, secondAdministrator } from '#test/second-administrator.ts'
import { chosen, session, sharedLogins } from '#test/shared-logins.ts'
import { boot, type Probata } from '#test/system.ts'
import { workspaces } from '#test/two-workspaces.ts'

let p: Probata
before(async () => {
  p = await boot({ provision: workspaces })
})
after(() => p[Symbol.asyncDispose]())

const { cookieOf, ask, admin, signIn, enter, opens, isOpen, invite, accept, create, join, enrol, resetLink } =
  sharedLogins(() => p)

describe('joining another workspace', () => {
  test('requires the link, the current password and a new one; earlier sessions and passwords stop working', async () => {
    const { email } = await create()
    const earlierSession = await enter(email, password, 'acme')
    const token = await invite('globex', email)
    assert.equal((await accept(token, { currentPassword: 'not the password', password: chosen })).status, 401)
    assert.equal((await accept(token, { currentPassword: password, password })).status, 400)
    const response = await accept(token, { currentPassword: password, password: chosen })
    assert.deepEqual(
      [response.status, response.body.organization.slug, response.body.person.role],
      [201, 'globex', 'reviewer'],
    )
    assert.equal(await isOpen(earlierSession), false)
    for (const slug of ['acme', 'globex']) {
      assert.equal(await opens(email, password, slug), false, slug)
      assert.equal(await opens(email, chosen, slug), true, slug)
    }
    assert.equal((await accept(token, { currentPassword: chosen, password })).status, 401)
  })

  test('also requires a code if the login has a second factor', async () => {
    const { email, cookie } = await join()
    const code = await enrol(cookie)
    const token = await invite('acme-bank', email)
    const missing = await accept(token, { currentPassword: chosen, password })
    assert.deepEqual([missing.status, missing.body.secondFactor], [401, 'totp'])
    p.clock.advance(minute)
    const response = await accept(token, { currentPassword: chosen, password, code: code() })
    assert.deepEqual([response.status, response.body.secondFactor], [201, 'totp'])
  })

  test('someone who created the address in another workspace first gains no access', async () => {
    const { email } = await create()
    const token = await invite('globex', email)
    const acceptance = await accept(token, { password: chosen })
    assert.equal(acceptance.status, 201)
    assert.equal(await opens(email, password, 'globex'), false)
    const otherSession = await enter(email, password, 'acme')
    assert.equal((await ask(otherSession, 'POST', `${session}/switch`, { organization: 'globex' })).status, 404)
    assert.equal((await signIn(email, password)).body.organization.slug, 'acme')
  })
})

describe('an administrator of one workspace', () => {
  test('a password reset link affects only their own workspace, and does not reveal that the login is shared', async () => {
    const shared = await join()
    const single = await create()
    const observations: unknown[] = []
    for (const { id, email } of [shared, single]) {
      const token = await resetLink('acme', id)
      const acceptance = await accept(token, { password: 'what the administrator chose' })
      const { status, body } = acceptance
      observations.push([status, Object.keys(body), body.organization.slug, body.secondFactor])
      const cookie = cookieOf(acceptance)
      const listed = await ask(cookie, 'GET', '/api/workspace/account/workspaces')
      observations.push(listed.body.workspaces.map(({ slug }: { slug: string }) => slug))
      observations.push((await ask(cookie, 'POST', `${session}/switch`, { organization: 'globex' })).status)
      const signInAfterReset = await signIn(email, 'what the administrator chose')
      observations.push([signInAfterReset.status, signInAfterReset.body.organization?.slug])
      const { body: person } = await admin('acme', 'GET', `/api/workspace/people/${id}`)
      observations.push(Object.keys(person), person.secondFactor)
    }
    assert.deepEqual(observations.slice(0, observations.length / 2), observations.slice(observations.length / 2))
    assert.equal(await opens(shared.email, 'what the administrator chose', 'globex'), false)
    assert.equal(await opens(shared.email, chosen, 'globex'), true)
    assert.equal(await isOpen(shared.cookie), true)
  })

  test('turning off the second factor affects only this workspace', async () => {
    const { email, id, cookie } = await join()
    const code = await enrol(cookie)
    const { body: before } = await admin('acme', 'GET', `/api/workspace/people/${id}`)
    assert.equal(before.secondFactor, 'totp')
    await secondAdministrator(p)
    assert.equal(
      (await confirmRequest(p, await admin('acme', 'DELETE', `/api/workspace/people/${id}/totp`))).status,
      200,
    )
    assert.equal((await admin('acme', 'GET', `/api/workspace/people/${id}`)).body.secondFactor, 'none')
    assert.equal(await opens(email, chosen, 'acme'), true)
    const response = await signIn(email, chosen, { organization: 'globex' })
    assert.deepEqual([response.status, response.body.secondFactor], [401, 'totp'])
    // The clock advances when a sign-in starts, so a later code is due.
    assert.equal((await signIn(email, chosen, { organization: 'globex', code: code(2) })).status, 200)
  })

  test('disabling a person or ending their sessions affects only this workspace', async () => {
    const { email, id, cookie } = await join()
    await admin('acme', 'DELETE', `/api/workspace/people/${id}/sessions`)
    await admin('acme', 'PATCH', `/api/workspace/people/${id}`, { disabled: true })
    assert.equal(await isOpen(cookie), true)
    const response = await signIn(email, chosen)
    assert.deepEqual([response.status, response.body.organization.slug], [200, 'globex'])
    assert.equal((await ask(cookie, 'POST', `${session}/switch`, { organization: 'acme' })).status, 404)
  })

  test("does not see another workspace's sessions or audit trail", async () => {
    const { email, id, cookie } = await join()
    await enter(email, chosen, 'globex')
    const listed = await admin('acme', 'GET', `/api/workspace/people/${id}/sessions`)
    assert.deepEqual(listed.body.sessions, [])
    const { text } = await admin('acme', 'GET', '/api/workspace/audit?limit=200')
    assert.doesNotMatch(text, /globex/)
    assert.equal(await isOpen(cookie), true)
  })
})
