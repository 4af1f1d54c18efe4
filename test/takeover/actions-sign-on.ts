import { second } from '#lib/clock.ts'
import type { ApiResponse } from '#test/system.ts'
import type { Step } from './actions.ts'
import type { Act } from './acts.ts'
import { setProvider } from './configure.ts'
import { type Account, enter, pick, type TestSession, type World, waitForMail } from './world.ts'

const path = '/api/workspace/session/single-sign-on'

export const ownSubject = (human: number, slug: string): string => `${slug}-h${human}`

/** Adds a person at the provider, unless the provider already has the subject. */
export const person = (w: World, sub: string, email: string): void => {
  if (w.provider.people.some(existing => existing.sub === sub)) return
  const amr = ['mfa']
  w.provider.people.push({ sub, email, email_verified: true, name: sub, groups: ['everyone'], amr })
}

/** Completes a sign-on. If a second factor is required, sends a code of the human's authenticator. */
const complete = async (w: World, human: number, callback: ApiResponse, account?: Account): Promise<ApiResponse> => {
  const [app] = account ? w.secretsOf(human, account).apps : []
  if (callback.status !== 202 || !app) return callback
  w.p.clock.advance(31 * second)
  const cookie = callback.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  return w.call('POST', `${path}/code`, { cookie, body: { code: app() } })
}

export const signOnAs = async (w: World, by: TestSession, sub: string, account?: Account, link?: string) => {
  const email = account?.email ?? `unknown@${by.account.slug}.example`
  const mailsBefore = w.mail.received.length
  const body = { email, organization: by.account.slug, ...(link && { link }) }
  const start = await w.call('POST', path, { body })
  if (start.status !== 200) return
  const cookie = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const query = await w.provider.signIn(start.body.url, sub)
  const response = await w.call('POST', `${path}/callback`, { cookie, body: { query } })
  const callback = await complete(w, by.human, response, account)
  if (callback.status === 200) await enter(w, by.human, callback.headers.getSetCookie())
  if (callback.status !== 401 || !account || !/A mail with a link was sent/.test(callback.text)) return
  const mail = await waitForMail(w, mailsBefore, /#connect=([\w-]+)/)
  if (mail?.reader !== undefined) w.pendingSignOns.push({ human: mail.reader, account, sub, link: mail.found })
}

/** Returns whether a human can prove to the provider that they are a subject. */
const canSignInAs = (w: World, human: number, sub: string): boolean =>
  w.controllers.has(human) || sub === ownSubject(human, w.slug) || sub === ownSubject(human, w.otherSlug)

const ownAccounts = (w: World): Account[] => w.accounts.filter(({ slug }) => slug === w.slug)

export const signOnDoors = {
  async setProvider(w, by, { which }) {
    const overrides = which % 2 === 0 ? { acceptedAmr: ['mfa'] } : {}
    if (await setProvider(w, by, overrides)) w.controllers.add(by.human)
  },
  async connect(w, by, { which }) {
    const start = await w.call('POST', '/api/workspace/account/sign-on', { cookie: by.cookie, body: {} })
    if (start.status !== 200) return
    // The human's second sign-on at the provider, which they use for accounts that they enter with it.
    const sub = which % 2 === 0 ? ownSubject(by.human, by.account.slug) : `${w.slug}-h${by.human}-${w.next('')}`
    // Uses another domain, because the workspace treats two people at a company's provider as two people.
    person(w, sub, `unused-${w.next('')}@elsewhere.example`)
    const flow = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const query = await w.provider.signIn(start.body.url, sub)
    const response = await w.call('POST', `${path}/callback`, { cookie: `${flow}; ${by.cookie}`, body: { query } })
    const callback = await complete(w, by.human, response, by.account)
    if (callback.status === 200) w.shared.set(`sub ${by.human} ${by.account.id}`, sub)
    if (callback.status === 200) await enter(w, by.human, callback.headers.getSetCookie())
  },
  // Signs on with a subject that the human has connected.
  async signOn(w, by, { whom }) {
    const connectedAccounts = ownAccounts(w).filter(({ id }) => w.shared.has(`sub ${by.human} ${id}`))
    const account = pick(connectedAccounts, whom)
    const sub = account && w.shared.get(`sub ${by.human} ${account.id}`)
    if (sub) await signOnAs(w, by, sub, account)
  },
  // A human who runs the provider chooses the subject.
  async signOnAsOther(w, by, { whom }) {
    const account = pick(ownAccounts(w), whom)
    if (!account) return
    const sub = account.owner === undefined ? `forged-${account.id}` : ownSubject(account.owner, account.slug)
    person(w, sub, account.email)
    if (canSignInAs(w, by.human, sub)) await signOnAs(w, by, sub, account)
  },
  async signOnAsNew(w, by) {
    if (w.controllers.size === 0 || by.account.slug !== w.slug) return
    const ownAccount = w.accounts.find(({ owner }) => owner === by.human)
    const name = w.controllers.has(by.human) ? `${w.next('new')}@` : `${ownAccount?.email.split('@')[0]}+${w.next('')}@`
    const sub = `${w.slug}-${w.next('sub')}`
    person(w, sub, `${name}${w.slug}.example`)
    await signOnAs(w, by, sub)
  },
  // Honest: the human who reads the mail follows its link, and proves to the provider that they are the subject.
  async followConnect(w, _, { which }) {
    const pendingSignOn = pick(w.pendingSignOns, which)
    if (!pendingSignOn) return
    const { human, account, sub, link } = pendingSignOn
    const by = w.sessions.find(one => one.human === human)
    if (!by || !canSignInAs(w, human, sub)) return
    await signOnAs(w, by, sub, account, link)
  },
} satisfies Partial<Record<Act['what'], Step>>
