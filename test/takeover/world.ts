import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { IdentityProvider, ProviderPerson } from '#test/identity-provider.ts'
import type { MailServer } from '#test/mail-server.ts'
import type { Key } from '#test/passkeys.ts'
import type { ApiResponse, Probata } from '#test/system.ts'

export const reason = 'to find contributors who also decide'

/** An account in a workspace. `owner` is the human whom the workspace knows by this account. An alias has no owner. */
export interface Account {
  readonly id: string
  readonly slug: string
  readonly owner?: number
  role: string
  email: string
  /** The human who has the account's current authenticator. */
  factorOf?: number
}

/** A human signed in as an account. */
export interface TestSession {
  readonly human: number
  readonly account: Account
  readonly cookie: string
}

/** A record that waits for a decision. `humans` are all humans who contributed to it, through any account. */
export interface TakeoverRecord {
  readonly kind: string
  readonly id: string
  readonly humans: Set<number>
  /** Other data that records of this kind need. */
  readonly more: Readonly<Record<string, string>>
  /** The number of partial decisions. */
  steps: number
}

export interface Machine {
  readonly id: string
  readonly clientId: string
  secret: string
  /** The human who has seen the present secret. */
  human: number
}

/** A provisioning token, and the human who has seen it. */
export interface Token {
  readonly id: string
  text: string
  readonly human: number
}

/** The secrets of an account that a human knows because they chose or saw them. */
export interface KnownSecrets {
  readonly passwords: string[]
  readonly apps: ((steps?: number) => string)[]
  readonly passkeys: Key[]
  /** A link from a mail, which proves that a factor is the person's own. */
  factorLink?: string
}

/** A sign-on that waits until someone follows a mailed link. */
export interface PendingSignOn {
  readonly human: number
  readonly account: Account
  readonly sub: string
  readonly link: string
}

/** The state of one walk. */
export interface World {
  readonly p: Probata
  readonly mail: MailServer
  readonly provider: IdentityProvider & { readonly people: ProviderPerson[] }
  readonly number: number
  /** The workspace in which decisions are made. The other one shares logins with it. */
  readonly slug: string
  readonly otherSlug: string
  readonly accounts: Account[]
  readonly sessions: TestSession[]
  readonly machines: Machine[]
  readonly tokens: Token[]
  readonly records: TakeoverRecord[]
  readonly pendingSignOns: PendingSignOn[]
  /** Humans who have set a workspace's provider. They run the provider, and can sign on as anyone. */
  readonly controllers: Set<number>
  /** Changes of access that one human requested and confirmed with two accounts. */
  readonly selfConfirmed: string[]
  /** Values that the actions of a walk share, such as the ids of records that are created once. */
  readonly shared: Map<string, string>
  /** How often actions succeeded that neither sessions nor decisions reveal. */
  readonly otherCounts: Map<string, number>
  next(word: string): string
  secretsOf(human: number, account: Account): KnownSecrets
  ask(by: TestSession, method: string, path: string, body?: object): Promise<ApiResponse>
  /** Returns the human who reads the mail of an address. */
  readerOf(address: string): number | undefined
  /** Calls from a different IP address each time, because limits per address are not under test. */
  readonly call: Probata['call']
}

export const pick = <One>(list: readonly One[], which: number): One | undefined =>
  list.length === 0 ? undefined : list[which % list.length]

const farFuture = '9999-01-01T00:00:00.000Z'

/** Adds a session of a human. A request finds out to which account the cookie belongs. */
export const enter = async (w: World, human: number, cookies: readonly string[]): Promise<TestSession | undefined> => {
  const cookie = cookies.map(line => line.split(';')[0] ?? '').find(one => /^probata_session=./.test(one))
  if (!cookie) return undefined
  const { status, body } = await w.call('GET', '/api/workspace/session', { cookie })
  if (status !== 200) return undefined
  const { person, organization } = body
  let account = w.accounts.find(({ id }) => id === person.id)
  if (!account) {
    account = { id: person.id, slug: organization.slug, role: person.role, email: person.email }
    w.accounts.push(account)
  }
  account.role = person.role
  account.email = person.email
  // Extends the session, as if the person confirmed their identity each time.
  await w.p.sql('update session set (expires_at, confirmed_at) = ($1, $1) where person_id = $2', [farFuture, person.id])
  w.p.system.services.identities.forget()
  const session = { human, account, cookie }
  w.sessions.push(session)
  return session
}

/**
 * Waits up to a second for a matching mail, at index `from` or later. Returns the match and the human who reads the
 * mail.
 */
export const waitForMail = async (w: World, from: number, pattern: RegExp) => {
  for (let attempt = 0; attempt < 200; attempt++) {
    for (const { to, text } of w.mail.received.slice(from)) {
      const [, token] = pattern.exec(text) ?? []
      if (token) return { found: token, reader: w.readerOf(to[0] ?? '') }
    }
    await delay(5)
  }
  return undefined
}

/** Returns the sessions of a workspace whose accounts have one of these roles. */
export const sessionsOf = (w: World, roles: readonly string[], slug = w.slug): TestSession[] =>
  w.sessions.filter(({ account }) => account.slug === slug && roles.includes(account.role))

export const must = (response: ApiResponse, status: number): ApiResponse['body'] => {
  assert.equal(response.status, status, response.text)
  return response.body
}
