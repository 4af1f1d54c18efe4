import type { ApiResponse } from '#test/system.ts'
import { sessionsOf, type TestSession, type World } from './world.ts'

/**
 * Makes a change that affects who can sign in as whom. One account requests it, and another one confirms it, preferably
 * one of the same human. Returns whether the change was made.
 */
const confirmChange = async (w: World, by: TestSession, request: ApiResponse): Promise<boolean> => {
  if (request.status !== 202) return false
  const path = `/approval-requests/${request.body.request.id}`
  const otherSessions = sessionsOf(w, ['admin'], by.account.slug).filter(({ account }) => account !== by.account)
  const ownSessions = otherSessions.filter(({ human }) => human === by.human)
  const ownersSessions = otherSessions.filter(({ human, account }) => human !== by.human && account.owner === human)
  for (const second of [...ownSessions, ...ownersSessions]) {
    const response = await w.ask(second, 'POST', `${path}/confirm`)
    if (response.status !== 200) continue
    if (second.human === by.human)
      w.selfConfirmed.push(
        `${request.body.request.kind} by human ${by.human} as ${by.account.email} and ${second.account.email}`,
      )
    return true
  }
  await w.ask(by, 'POST', `${path}/withdraw`)
  return false
}

export const setProvider = async (w: World, by: TestSession, overrides: object): Promise<boolean> => {
  const { issuer, clientId, clientSecret } = w.provider
  const settings = { issuer, clientId, clientSecret, name: 'Login', createPeople: true, defaultRole: 'reviewer' }
  const body = { ...settings, emailDomains: [`${by.account.slug}.example`], ...overrides }
  if (!(await confirmChange(w, by, await w.ask(by, 'POST', '/identity-provider', body)))) return false
  // Marks the domains as named by the operator's file.
  await w.p.sql('update sign_on_domain set named = true')
  return true
}

export const setGroupRules = async (w: World, by: TestSession, rules: readonly object[]): Promise<boolean> =>
  confirmChange(w, by, await w.ask(by, 'POST', '/group-rules', { rules }))

export const removeFactor = async (w: World, by: TestSession, personId: string): Promise<boolean> =>
  confirmChange(w, by, await w.ask(by, 'DELETE', `/people/${personId}/totp`))

export const setSignInPolicy = (w: World, by: TestSession, body: object): Promise<ApiResponse> =>
  w.ask(by, 'POST', '/sign-in-policy', body)
