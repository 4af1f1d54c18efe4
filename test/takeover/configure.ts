import type { Answer } from '#test/system.ts'
import { type Session, sessionsOf, type World } from './world.ts'

/**
 * All changes of who may become whom in a workspace. One account requests a change, another confirms it, preferably one
 * of the same human. Returns whether the change was made.
 */
const confirmed = async (w: World, by: Session, asked: Answer): Promise<boolean> => {
  if (asked.status !== 202) return false
  const path = `/approval-requests/${asked.body.request.id}`
  const others = sessionsOf(w, ['admin'], by.account.slug).filter(({ account }) => account !== by.account)
  const own = others.filter(({ human }) => human === by.human)
  const honest = others.filter(({ human, account }) => human !== by.human && account.owner === human)
  for (const second of [...own, ...honest]) {
    const answer = await w.ask(second, 'POST', `${path}/confirm`)
    if (answer.status !== 200) continue
    if (second.human === by.human)
      w.alone.push(`${asked.body.request.kind} by human ${by.human} as ${by.account.email} and ${second.account.email}`)
    return true
  }
  await w.ask(by, 'POST', `${path}/withdraw`)
  return false
}

export const setProvider = async (w: World, by: Session, over: object): Promise<boolean> => {
  const { issuer, clientId, clientSecret } = w.provider
  const known = { issuer, clientId, clientSecret, name: 'Login', createPeople: true, defaultRole: 'reviewer' }
  const body = { ...known, emailDomains: [`${by.account.slug}.example`], ...over }
  if (!(await confirmed(w, by, await w.ask(by, 'POST', '/identity-provider', body)))) return false
  // As if the operator's file named the domains.
  await w.p.sql('update sign_on_domain set named = true')
  return true
}

export const setGroupRules = async (w: World, by: Session, rules: readonly object[]): Promise<boolean> =>
  confirmed(w, by, await w.ask(by, 'POST', '/group-rules', { rules }))

export const removeFactor = async (w: World, by: Session, personId: string): Promise<boolean> =>
  confirmed(w, by, await w.ask(by, 'DELETE', `/people/${personId}/totp`))

export const setSignInPolicy = (w: World, by: Session, body: object): Promise<Answer> =>
  w.ask(by, 'POST', '/sign-in-policy', body)
