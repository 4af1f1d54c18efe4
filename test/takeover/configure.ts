import type { Answer } from '#test/system.ts'
import type { Session, World } from './world.ts'

/**
 * What changes who may become whom in a workspace, in one place: where such a change takes a second administrator, it is
 * requested and confirmed here.
 */
export const setProvider = async (w: World, by: Session, over: object): Promise<boolean> => {
  const { issuer, clientId, clientSecret } = w.provider
  const known = { issuer, clientId, clientSecret, name: 'Login', createPeople: true, defaultRole: 'reviewer' }
  const body = { ...known, emailDomains: [`${by.account.slug}.example`], ...over }
  const answer = await w.ask(by, 'POST', '/identity-provider', body)
  if (answer.status !== 200) return false
  // As if the operator's file named the domains.
  await w.p.sql('update sign_on_domain set named = true')
  return true
}

export const setGroupRules = (w: World, by: Session, rules: readonly object[]): Promise<Answer> =>
  w.ask(by, 'POST', '/group-rules', { rules })

export const removeFactor = (w: World, by: Session, personId: string): Promise<Answer> =>
  w.ask(by, 'DELETE', `/people/${personId}/totp`)

export const setSignInPolicy = (w: World, by: Session, body: object): Promise<Answer> =>
  w.ask(by, 'POST', '/sign-in-policy', body)
