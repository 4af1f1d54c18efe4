import { second } from '#lib/clock.ts'
import { authenticator } from '#test/newcomers.ts'
import { addPasskey, enterWithPasskey } from '#test/passkeys.ts'
import type { Act } from './acts.ts'
import { removeFactor, setGroupRules, setSignInPolicy } from './configure.ts'
import { type Account, enter, pick, type TestSession, type World, waitForMail } from './world.ts'

/** One action of a walk by a signed-in human. */
export type Step = (w: World, by: TestSession, act: Act) => Promise<void>

const newPassword = (w: World, human: number): string => `a password of human ${human}, ${w.next('number')}`

/**
 * Returns another address of the mailbox by which the workspace knows a human. An address at another domain does not
 * reveal its owner (decision 101).
 */
const ownAddress = (w: World, { human, account: { slug } }: TestSession): string => {
  const ownAccounts = w.accounts.filter(({ owner }) => owner === human)
  const knownAccount = ownAccounts.find(one => one.slug === slug) ?? ownAccounts[0]
  return (knownAccount?.email ?? '').replace('@', `+${w.next('')}@`)
}

/** Accepts an invitation or a reset link as a human who has the link. */
const acceptLink = async (w: World, human: number, token: string, account?: Account): Promise<void> => {
  const password = newPassword(w, human)
  const response = await w.call('POST', '/api/workspace/invitations/accept', { body: { token, password } })
  if (response.status >= 300) return
  // If the account has a second factor, the link does not open a session.
  for (const sameLogin of w.accounts.filter(one => one === account || (account && one.email === account.email)))
    w.secretsOf(human, sameLogin).passwords.unshift(password)
  const session = await enter(w, human, response.headers.getSetCookie())
  if (session) w.secretsOf(human, session.account).passwords.unshift(password)
}

const tokenIn = (url: string): string => url.split('#')[1] ?? ''

const otherAccounts = (w: World, by: TestSession): Account[] =>
  w.accounts.filter(account => account.slug === by.account.slug && account !== by.account)

const signInAs = async (w: World, human: number, account: Account): Promise<TestSession | undefined> => {
  const { passwords, apps } = w.secretsOf(human, account)
  for (const password of passwords.slice(0, 2)) {
    w.p.clock.advance(31 * second)
    const [app] = apps
    const body = { email: account.email, password, organization: account.slug, ...(app && { code: app() }) }
    const response = await w.call('POST', '/api/workspace/session', { body })
    const session = response.status === 200 ? await enter(w, human, response.headers.getSetCookie()) : undefined
    if (session) return session
  }
  return undefined
}

type Door =
  | ('invite' | 'inviteByMail' | 'create' | 'reset' | 'resetByMail' | 'forgot' | 'signIn')
  | ('addPasskey' | 'enterWithPasskey')
  | ('switchWorkspace' | 'switchBack' | 'resetElsewhere' | 'makeMachine' | 'rotateMachine')
  | ('mapGroup' | 'promote' | 'breakGlass' | 'enrol' | 'unenrol' | 'removeFactor' | 'vouch' | 'prove' | 'recover')

const readFactorLink = async (w: World, mailsBefore: number, account: Account): Promise<void> => {
  // The server sends a mail only if the person has custodians, so otherwise this does not wait for one.
  const openCustodians = 'select from custodian where person_id = $1 and released_at is null limit 1'
  if ((await w.p.sql(openCustodians, [account.id])).length === 0) return
  const token = await waitForMail(w, mailsBefore, /#factor=([\w.-]+)/)
  if (token?.reader !== undefined) w.secretsOf(token.reader, account).factorLink = token.found
}

export const doors: Readonly<Record<Door, Step>> = {
  async invite(w, by, { which }) {
    const body = { email: `${w.next('alias')}@${w.slug}.example`, name: 'Alias', role: roleOf(which), show: true }
    const response = await w.ask(by, 'POST', '/people/invitations', body)
    if (response.status === 201) await acceptLink(w, by.human, tokenIn(response.body.url))
  },
  async inviteByMail(w, by, { which }) {
    const mailsBefore = w.mail.received.length
    const body = { email: ownAddress(w, by), name: 'Alias', role: roleOf(which) }
    const response = await w.ask(by, 'POST', '/people/invitations', body)
    const token = response.status === 201 ? await waitForMail(w, mailsBefore, /invitation#(\S+)/) : undefined
    if (token?.reader !== undefined) await acceptLink(w, token.reader, token.found)
  },
  async create(w, by, { which }) {
    const password = newPassword(w, by.human)
    const body = { email: `${w.next('alias')}@${w.slug}.example`, name: 'Alias', role: roleOf(which), password }
    const response = await w.ask(by, 'POST', '/people', body)
    if (response.status !== 201) return
    const { id, role, email } = response.body.person
    const account = { id, role, email, slug: by.account.slug }
    w.accounts.push(account)
    w.secretsOf(by.human, account).passwords.unshift(password)
    await signInAs(w, by.human, account)
  },
  async reset(w, by, { whom }) {
    const account = pick(otherAccounts(w, by), whom)
    if (!account) return
    const response = await w.ask(by, 'POST', `/people/${account.id}/password-reset`, { show: true })
    if (response.status === 201) await acceptLink(w, by.human, tokenIn(response.body.url), account)
  },
  async resetByMail(w, by, { whom }) {
    const account = pick(otherAccounts(w, by), whom)
    if (!account) return
    const mailsBefore = w.mail.received.length
    const response = await w.ask(by, 'POST', `/people/${account.id}/password-reset`)
    const token = response.status === 201 ? await waitForMail(w, mailsBefore, /invitation#(\S+)/) : undefined
    if (token?.reader !== undefined) await acceptLink(w, token.reader, token.found, account)
  },
  // The human who reads an account's mail requests a new password for it.
  async forgot(w, { human }, { whom }) {
    const readAccounts = w.accounts.filter(({ email }) => w.readerOf(email) === human)
    const account = pick(readAccounts, whom)
    if (!account) return
    const mailsBefore = w.mail.received.length
    await w.call('POST', '/api/workspace/session/forgot', { body: { email: account.email } })
    const token = await waitForMail(w, mailsBefore, /invitation#(\S+)/)
    if (token) await acceptLink(w, human, token.found, account)
    if (token) await signInAs(w, human, account)
  },
  async signIn(w, { human }, { whom }) {
    const knownAccounts = w.accounts.filter(account => w.secretsOf(human, account).passwords.length > 0)
    const account = pick(knownAccounts, whom)
    if (account) await signInAs(w, human, account)
  },
  async resetElsewhere(w, by, act) {
    const otherSession = w.sessions.find(({ human, account }) => human === by.human && account.slug === w.otherSlug)
    if (otherSession) await doors.reset(w, otherSession, act)
  },
  async switchWorkspace(w, by) {
    const organization = by.account.slug === w.slug ? w.otherSlug : w.slug
    const response = await w.call('POST', '/api/workspace/session/switch', {
      cookie: by.cookie,
      body: { organization },
    })
    if (response.status === 200) await enter(w, by.human, response.headers.getSetCookie())
    // Switching the workspace has ended the session that was left.
    if (response.status === 200) w.sessions.splice(w.sessions.indexOf(by), 1)
  },
  async switchBack(w, _, act) {
    const otherSession = pick(
      w.sessions.filter(({ account }) => account.slug === w.otherSlug),
      act.whom,
    )
    if (otherSession) await doors.switchWorkspace(w, otherSession, act)
  },
  async enrol(w, by) {
    const { account, human } = by
    const { passwords, apps } = w.secretsOf(human, account)
    const [currentPassword] = passwords
    const enrolment = await w.ask(by, 'POST', '/account/totp', {
      ...(currentPassword && { currentPassword }),
      reason: undefined,
    })
    if (enrolment.status !== 201) return
    w.p.clock.advance(31 * second)
    const app = authenticator(w.p.clock, enrolment.body.otpauthUrl)
    const mailsBefore = w.mail.received.length
    const confirmation = await w.ask(by, 'POST', '/account/totp/confirm', { code: app(), reason: undefined })
    if (confirmation.status !== 200) return
    apps.unshift(app)
    account.factorOf = human
    await readFactorLink(w, mailsBefore, account)
  },
  async unenrol(w, by) {
    const { apps } = w.secretsOf(by.human, by.account)
    const [app] = apps
    if (!app) return
    w.p.clock.advance(31 * second)
    const response = await w.ask(by, 'DELETE', '/account/totp', { code: app(), reason: undefined })
    if (response.status === 204) delete by.account.factorOf
  },
  async removeFactor(w, by, { whom }) {
    const account = pick(otherAccounts(w, by), whom)
    if (account && (await removeFactor(w, by, account.id))) delete account.factorOf
  },
  // Honest: a human vouches only for the owner of an account who also holds its factor.
  async vouch(w, by, { whom }) {
    const candidates = otherAccounts(w, by).filter(({ owner, factorOf }) => owner !== undefined && owner === factorOf)
    const account = pick(candidates, whom)
    if (account?.owner === undefined || by.human === account.owner) return
    const { status } = await w.ask(by, 'POST', `/people/${account.id}/factor/confirm`)
    if (status === 204) await signInAs(w, account.owner, account)
  },
  async prove(w, by) {
    const { factorLink, apps } = w.secretsOf(by.human, by.account)
    const [app] = apps
    if (!factorLink || !app) return
    w.p.clock.advance(31 * second)
    await w.ask(by, 'POST', '/account/factor/confirm', { token: factorLink, code: app(), reason: undefined })
  },
  // The owner regains an account with a mailed link, and secures it with a factor of their own.
  async recover(w, by, act) {
    const account = pick(
      w.accounts.filter(({ owner, slug }) => owner !== undefined && slug === w.slug),
      act.whom,
    )
    if (account?.owner === undefined || w.readerOf(account.email) !== account.owner) return
    const human = account.owner
    const index = w.accounts.filter(({ email }) => w.readerOf(email) === human).indexOf(account)
    await doors.forgot(w, { ...by, human }, { ...act, whom: index })
    const ownSession = w.sessions.findLast(one => one.human === human && one.account === account)
    if (!ownSession) return
    await doors.enrol(w, ownSession, act)
    if (act.which % 2 === 0) return doors.prove(w, ownSession, act)
    const helpers = w.sessions.filter(
      one => one.human !== human && one.account.role === 'admin' && one.account.owner === one.human,
    )
    const another = pick(helpers, act.which)
    if (account.factorOf === human && another) await w.ask(another, 'POST', `/people/${account.id}/factor/confirm`)
    await signInAs(w, human, account)
  },
  async addPasskey(w, by) {
    const mailsBefore = w.mail.received.length
    const p = { ...w.p, call: w.call }
    const { key, answer: response } = await addPasskey(p, by.cookie)
    if (response.status !== 201) return
    w.secretsOf(by.human, by.account).passkeys.unshift(key)
    if (response.body.recoveryCodes) by.account.factorOf = by.human
    if (response.body.recoveryCodes) await readFactorLink(w, mailsBefore, by.account)
  },
  async enterWithPasskey(w, { human }, { whom }) {
    const knownAccounts = w.accounts.filter(account => w.secretsOf(human, account).passkeys.length > 0)
    const account = pick(knownAccounts, whom)
    const [key] = account ? w.secretsOf(human, account).passkeys : []
    if (!key) return
    const response = await enterWithPasskey({ ...w.p, call: w.call }, key)
    if (response.status === 200) await enter(w, human, response.headers.getSetCookie())
  },
  async makeMachine(w, by) {
    const body = { name: 'a machine', scopes: ['governance.evidence:read', 'governance.evidence:write'] }
    const response = await w.ask(by, 'POST', '/service-accounts', body)
    if (response.status !== 201 || by.account.slug !== w.slug) return
    const { serviceAccount, clientSecret } = response.body
    const { id, clientId } = serviceAccount
    w.machines.push({ id, clientId, secret: clientSecret, human: by.human })
  },
  async rotateMachine(w, by, { which }) {
    const machine = pick(w.machines, which)
    if (!machine) return
    const response = await w.ask(by, 'POST', `/service-accounts/${machine.id}/rotate-secret`)
    if (response.status !== 200) return
    machine.secret = response.body.clientSecret
    machine.human = by.human
  },
  async promote(w, by, { whom }) {
    const account = pick(w.accounts, whom)
    if (!account || account.owner !== undefined) return
    const role = 'admin'
    if ((await w.ask(by, 'PATCH', `/people/${account.id}`, { role })).status === 200) account.role = role
  },
  async mapGroup(w, by) {
    const rules = [{ source: 'single_sign_on', group: 'everyone', role: 'admin' }]
    await setGroupRules(w, by, rules)
  },
  async breakGlass(w, by, { which }) {
    const isForced = which % 2 === 0
    const body = { signIn: isForced ? 'single_sign_on' : 'any', breakGlassIds: isForced ? [by.account.id] : [] }
    await setSignInPolicy(w, by, body)
  },
}

const roleOf = (which: number): string => (which % 3 === 0 ? 'reviewer' : 'admin')
