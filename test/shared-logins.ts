import assert from 'node:assert/strict'
import { minute, second } from '#lib/clock.ts'
import { password } from './fixture.ts'
import { authenticator } from './newcomers.ts'
import type { ApiResponse, Probata } from './system.ts'

export const reason = 'for the test of one login'
export const chosen = 'a password that I chose myself'
export const session = '/api/workspace/session'
const totp = '/api/workspace/account/totp'
export const sessions = '/api/workspace/account/sessions'

/** Returns the actions of the people and administrators of test/two-workspaces.ts on their logins. */
export const sharedLogins = (p: () => Probata) => {
  const cookieOf = (response: ApiResponse): string => response.headers.getSetCookie().join().split(';')[0] ?? ''
  const ask = (cookie: string, method: string, path: string, body?: object) =>
    p().call(method, path, { cookie, ...(body && { body }) })
  const admin = async (slug: string, method: string, path: string, body?: object): Promise<ApiResponse> => {
    const cookie = await p().signIn(`admin@${slug}.example`)
    return ask(cookie, method, path, method === 'GET' ? undefined : { reason, ...body })
  }
  const signIn = (email: string, text: string, over: object = {}) => {
    p().clock.advance(minute + second)
    return p().call('POST', session, { body: { email, password: text, ...over } })
  }
  const enter = async (email: string, text: string, organization: string, over: object = {}): Promise<string> => {
    const response = await signIn(email, text, { organization, ...over })
    assert.equal(response.status, 200, response.text)
    return cookieOf(response)
  }
  const opens = async (email: string, text: string, organization: string): Promise<boolean> =>
    (await signIn(email, text, { organization })).status === 200
  const isOpen = async (cookie: string): Promise<boolean> => (await ask(cookie, 'GET', session)).status === 200

  const invite = async (slug: string, email: string): Promise<string> => {
    const { status, body } = await admin(slug, 'POST', '/api/workspace/people/invitations', {
      email,
      name: 'New person',
      role: 'reviewer',
      show: true,
    })
    assert.equal(status, 201)
    return body.url.split('#')[1]
  }
  const accept = (token: string, body: object) =>
    p().call('POST', '/api/workspace/invitations/accept', { body: { token, ...body } })

  let personCount = 0
  /** Creates a person in acme whose password acme's administrator knows; returns their address and their id in acme. */
  const create = async (): Promise<{ email: string; id: string }> => {
    const email = `shared-${++personCount}@shared.example`
    const invitation = { email, name: 'New person', role: 'auditor', password }
    const { status, body } = await admin('acme', 'POST', '/api/workspace/people', invitation)
    assert.equal(status, 201)
    return { email, id: body.person.id }
  }

  /** Creates a person in acme who has joined globex with the same login, by their own password. */
  const join = async (): Promise<{ email: string; id: string; cookie: string }> => {
    const { email, id } = await create()
    const token = await invite('globex', email)
    const acceptance = await accept(token, { currentPassword: password, password: chosen })
    assert.equal(acceptance.status, 201, acceptance.text)
    return { email, id, cookie: cookieOf(acceptance) }
  }

  const enrol = async (cookie: string, currentPassword = chosen) => {
    const enrolment = await ask(cookie, 'POST', totp, { currentPassword })
    assert.equal(enrolment.status, 201, enrolment.text)
    const code = authenticator(p().clock, enrolment.body.otpauthUrl)
    const confirmation = await ask(cookie, 'POST', `${totp}/confirm`, { code: code() })
    assert.equal(confirmation.status, 200, confirmation.text)
    return code
  }

  const resetLink = async (slug: string, id: string): Promise<string> => {
    const { status, body } = await admin(slug, 'POST', `/api/workspace/people/${id}/password-reset`)
    assert.equal(status, 201)
    return body.url.split('#')[1]
  }
  return { cookieOf, ask, admin, signIn, enter, opens, isOpen, invite, accept, create, join, enrol, resetLink }
}
