import assert from 'node:assert/strict'
import { minute } from '#lib/clock.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { password } from './fixture.ts'
import type { ApiResponse, Probata } from './system.ts'

const reason = 'confirmed by the second test administrator'

const sessionsBySystem = new WeakMap<object, Map<string, { readonly cookie: string; readonly until: number }>>()

const restingSystems = new WeakSet<object>()

const addressAt = (slug: string): string => `second.admin@${slug}.example`

/**
 * Disables the second administrator of acme until a test needs their confirmation again. For tests that count
 * administrators.
 */
export const restSecond = async (p: Probata): Promise<void> => {
  await p.sql(`update person set disabled = true where record::json ->> 'email' = $1`, [addressAt('acme')])
  p.system.services.identities.forget()
  restingSystems.add(p.system)
}

const isOpen = async (p: Probata, cookie: string): Promise<boolean> =>
  (await p.call('GET', '/api/workspace/session', { cookie })).status === 200

/** Returns the Cookie header of a second administrator, whom the operator's file adds to a workspace of the fixture. */
export const secondAdministrator = async (p: Probata, slug = 'acme'): Promise<string> => {
  const sessions = sessionsBySystem.get(p.system) ?? new Map()
  sessionsBySystem.set(p.system, sessions)
  const now = p.clock.now()
  const session = sessions.get(slug)
  if (session && restingSystems.delete(p.system)) {
    await p.sql(`update person set disabled = false where record::json ->> 'email' = $1`, [addressAt(slug)])
    p.system.services.identities.forget()
  }
  if (session && now < session.until && (await isOpen(p, session.cookie))) return session.cookie
  const email = addressAt(slug)
  if (!session) {
    const users = [{ email, name: `second admin of ${slug}`, role: 'admin', password }]
    const [row] = await p.sql('select name from organization where slug = $1', [slug])
    await provision(p.system.services, sections, { organizations: [{ slug, name: row?.name, users }] })
  }
  const cookie = await p.signIn(email)
  sessions.set(slug, { cookie, until: now + 9 * minute })
  return cookie
}

/**
 * Confirms, as the second administrator, the request that a response names; returns the response to the confirmation.
 */
export const confirmRequest = async (p: Probata, response: ApiResponse, slug = 'acme'): Promise<ApiResponse> => {
  assert.equal(response.status, 202, response.text)
  const cookie = await secondAdministrator(p, slug)
  const path = `/api/workspace/approval-requests/${response.body.request.id}/confirm`
  return p.call('POST', path, { cookie, body: { reason } })
}

/**
 * Requests a change of access as the first administrator and confirms it as the second; returns the response to the
 * request.
 */
export const changeWithSecond = async (
  p: Probata,
  cookie: string,
  [method, path, body]: readonly [method: string, path: string, body?: object],
  slug = 'acme',
): Promise<ApiResponse> => {
  await secondAdministrator(p, slug)
  const request = await p.call(method, `/api/workspace${path}`, { cookie, body: { reason, ...body } })
  const confirmation = await confirmRequest(p, request, slug)
  assert.equal(confirmation.status, 200, confirmation.text)
  return request
}

/**
 * Requests to set a provider, and confirms the request unless it is rejected. Returns the error, or a response with the
 * settings.
 */
export const tryProvider = async (p: Probata, cookie: string, body: object, slug = 'acme'): Promise<ApiResponse> => {
  await secondAdministrator(p, slug)
  const request = await p.call('POST', '/api/workspace/identity-provider', { cookie, body: { reason, ...body } })
  if (request.status !== 202) return request
  const confirmation = await confirmRequest(p, request, slug)
  assert.equal(confirmation.status, 200, confirmation.text)
  return p.call('GET', '/api/workspace/identity-provider', { cookie })
}

/** Sets the identity provider of a workspace; returns its settings. */
export const setProvider = async (
  p: Probata,
  cookie: string,
  body: object,
  slug = 'acme',
): Promise<ApiResponse['body']> => {
  await changeWithSecond(p, cookie, ['POST', '/identity-provider', body], slug)
  return (await p.call('GET', '/api/workspace/identity-provider', { cookie })).body.identityProvider
}

export const setRules = (p: Probata, cookie: string, rules: readonly object[], slug = 'acme') =>
  changeWithSecond(p, cookie, ['POST', '/group-rules', { rules }], slug)

/** Changes acme as if the operator applied a file. */
export const applyFile = (p: Probata, over: object) =>
  provision(p.system.services, sections, { organizations: [{ slug: 'acme', name: 'acme Bank', ...over }] })
