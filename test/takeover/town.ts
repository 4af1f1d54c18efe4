import assert from 'node:assert/strict'
import { newCredential } from '#http/identity.ts'
import { insertSession } from '#src/features/access/queries.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { cheapHash } from '#test/cheap-hash.ts'
import { freePort } from '#test/free-port.ts'
import { type Somebody, startIdentityProvider } from '#test/identity-provider.ts'
import { startMailServer } from '#test/mail-server.ts'
import { boot, type Probata } from '#test/system.ts'
import type { Act } from './acts.ts'
import { doors, type Step } from './doors.ts'
import { scimDoors } from './doors-scim.ts'
import { signOnDoors } from './doors-sign-on.ts'
import { unlinkDoors } from './doors-unlink.ts'
import { kindNames, kinds, makeRecord } from './kinds.ts'
import { type Account, type KnownSecrets, pick, reason, sessionsOf, type TestSession, type World } from './world.ts'

/** The results of a walk, by kind of decision and by action. */
export interface WalkResult {
  readonly decided: ReadonlyMap<string, number>
  readonly rejected: ReadonlyMap<string, number>
  /** Sessions that a human opened of an account that is not theirs, by action. */
  readonly foreignSessions: ReadonlyMap<string, number>
  /** Connections removed, and the actions that followed. */
  readonly otherCounts: ReadonlyMap<string, number>
  /** Records that were decided by a human who created them. */
  readonly selfDecided: readonly string[]
  /** The actions and their humans. */
  readonly trace: readonly string[]
}

/**
 * Workspaces of four humans, each known by one account. Two of them are administrators. Each walk has its own
 * workspaces.
 */
export interface TakeoverTown extends AsyncDisposable {
  walk(acts: readonly Act[]): Promise<WalkResult>
}

const people = [
  ['admin', 'admin'],
  ['second', 'admin'],
  ['reviewer', 'reviewer'],
  ['contributor', 'contributor'],
] as const
/** The people of the other workspace with their roles, and whether they share one login or have two. */
const otherWorkspacePeople: Readonly<Record<string, readonly [role: string, shared: boolean]>> = {
  admin: ['admin', false],
  second: ['auditor', true],
  reviewer: ['contributor', true],
}

const password = 'correct horse battery staple'
const farFuture = '9999-01-01T00:00:00.000Z'
const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Opens a session without a sign-in, because a walk begins with everyone signed in. */
const open = async (p: Probata, organizationId: string, personId: string): Promise<string> => {
  const { text, sha256 } = newCredential('session', organizationId)
  const { ids, clock, db } = p.system.services
  const now = new Date(clock.now()).toISOString()
  const row = { tokenSha256: sha256, id: ids.next('ses', clock.now()), personId, createdAt: now }
  const sessionFields = {
    expiresAt: farFuture,
    openedWith: 'password',
    insecure: false,
    userAgent: null,
    address: null,
  } as const
  const atProvider = { issuer: null, sidSha256: null, idToken: null }
  await db.transaction(organizationId, tx =>
    tx.write(insertSession, { ...row, ...sessionFields, ...atProvider, confirmedAt: farFuture }),
  )
  return `probata_session=${text}`
}

type Base = Pick<World, 'p' | 'mail' | 'provider'>

/** Two new workspaces, with everyone signed in. */
const createWorld = async (base: Base, number: number): Promise<World> => {
  const { p } = base
  const [slug, otherSlug] = [`w${number}`, `x${number}`]
  const user = (name: string, role: string, domain: string) => ({ email: `${name}@${domain}.example`, name, role })
  const ownUsers = people.map(([name, role]) => user(name, role, slug))
  const otherUsers = Object.entries(otherWorkspacePeople).map(([name, [role, shared]]) =>
    user(name, role, shared ? slug : otherSlug),
  )
  const organizations = [
    { slug, name: slug, secondPerson: true, users: ownUsers },
    { slug: otherSlug, name: otherSlug, secondPerson: true, users: otherUsers },
  ]
  await provision(p.system.services, sections, { organizations })
  const rows = await p.sql(
    `select p.organization_id, p.id, p.login_id, p.role, p.record::json ->> 'email' as email,
            p.record::json ->> 'name' as name, o.slug
       from person p join organization o on o.id = p.organization_id where o.slug = any ($1::text[])`,
    [[slug, otherSlug]],
  )
  // One login for both, as if they had joined with it. Hashing passwords would take most of the walk.
  for (const otherRow of rows.filter(row => row.slug === otherSlug)) {
    const sameLogin = rows.find(row => row.slug === slug && row.email === otherRow.email)
    if (!sameLogin) continue
    otherRow.login_id = sameLogin.login_id
    for (const table of ['person', 'login_name'])
      await p.sql(`update ${table} set login_id = $2 where ${table === 'person' ? 'id' : 'subject_id'} = $1`, [
        otherRow.id,
        sameLogin.login_id,
      ])
  }
  await p.sql('update login set password_hash = $2 where id = any ($1::text[])', [
    rows.map(row => row.login_id),
    cheapHash(password),
  ])
  const rings = new Map<string, KnownSecrets>()
  let nameCount = 0
  let requestCount = 0
  const accounts: Account[] = []
  const w: World = {
    ...{
      ...base,
      number,
      slug,
      otherSlug,
      accounts,
      sessions: [],
      machines: [],
      tokens: [],
      records: [],
      pendingSignOns: [],
    },
    ...{
      selfConfirmed: [],
      controllers: new Set<number>(),
      shared: new Map<string, string>(),
      otherCounts: new Map<string, number>(),
    },
    next: word => `${word}${++nameCount}`,
    secretsOf(human, { id }) {
      const login = rows.find(row => row.id === id)?.login_id ?? id
      const key = `${human} ${login}`
      const ring = rings.get(key) ?? { passwords: [], apps: [], passkeys: [] }
      rings.set(key, ring)
      return ring
    },
    readerOf(address) {
      const [mailbox = ''] = address.split(/[+@]/)
      const humanIndex = people.findIndex(([name]) => name === mailbox)
      if (humanIndex >= 0) return humanIndex
      const privateHuman = /^h(\d)\.[^@]*@private\.example$/.exec(address)?.[1]
      return privateHuman === undefined ? undefined : Number(privateHuman)
    },
    call: (method, path, options = {}) => {
      const address = `198.51.${(requestCount >> 8) % 256}.${++requestCount % 256}`
      return p.call(method, path, { ...options, headers: { 'x-forwarded-for': address, ...options.headers } })
    },
    async ask(by, method, path, body = {}) {
      const answer = await w.call(method, `/api/workspace${path}`, {
        cookie: by.cookie,
        ...(method !== 'GET' && { body: { reason, ...body } }),
      })
      assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`)
      if (answer.status === 401 && w.sessions.includes(by)) w.sessions.splice(w.sessions.indexOf(by), 1)
      return answer
    },
  }
  for (const [i, [name]] of people.entries())
    for (const row of rows.filter(row => row.name === name)) {
      const { id, role, email } = row as Record<'id' | 'role' | 'email', string>
      const account = { id, role, email, slug: String(row.slug), owner: i }
      accounts.push(account)
      w.secretsOf(i, account).passwords.push(password)
      w.sessions.push({ human: i, account, cookie: await open(p, String(row.organization_id), id) })
    }
  return w
}

const decide = async (
  w: World,
  { who, which, whom }: Act,
  told: { decided: Map<string, number>; rejected: Map<string, number>; selfDecided: string[]; trace: string[] },
) => {
  const record = pick(w.records, which)
  const kind = record && kinds[record.kind]
  if (!record || !kind) return
  const able = sessionsOf(w, kind.deciders)
  // Half of the time by a human who contributed to it, whom the program must always reject.
  const involved = able.filter(({ human }) => record.humans.has(human))
  const by = pick(whom % 2 === 0 && involved.length > 0 ? involved : able, who)
  if (!by) return
  const { status } = await kind.decide(w, by, record)
  told.trace.push(
    `decide ${record.kind} ${record.id} of ${[...record.humans]} by human ${by.human} as ${by.account.email}: ${status}`,
  )
  if (status === 401) return
  if (status !== 200 && status !== 201) return count(told.rejected, record.kind)
  count(told.decided, record.kind)
  if (record.humans.has(by.human))
    told.selfDecided.push(`${record.kind} ${record.id} by human ${by.human} as ${by.account.email} ${by.account.id}`)
  record.humans.add(by.human)
  record.steps++
  if (record.steps >= (kind.steps ?? 1)) w.records.splice(w.records.indexOf(record), 1)
}

/** The first actions of most walks, which make more actions possible. */
const openingActions = (first: Act | undefined): Act[] => {
  const { which = 0 } = { ...first }
  const openingActs = (['setProvider', 'makeToken'] as const).filter((_, i) => (which >> i) % 2 === 1)
  return first ? openingActs.map(what => ({ ...first, what, who: which >> 2, which: (which >> 2) % 7 })) : []
}

/** Actions of an administrator, mostly in the workspace where decisions are made. */
const forAdministrators: ReadonlySet<Act['what']> = new Set([
  ...([
    'invite',
    'inviteByMail',
    'create',
    'reset',
    'resetByMail',
    'setProvider',
    'makeMachine',
    'rotateMachine',
  ] as const),
  ...(['makeToken', 'rotateToken', 'mapGroup', 'promote', 'breakGlass', 'removeFactor', 'vouch', 'unlink'] as const),
])

const administrators = (w: World, which: number): TestSession[] =>
  sessionsOf(w, ['admin'], which % 8 === 7 ? w.otherSlug : w.slug)

const contribute = async (w: World, { who, which }: Act): Promise<void> => {
  const record = pick(w.records, which)
  const kind = record && kinds[record.kind]
  const by = kind && pick(sessionsOf(w, ['admin', 'reviewer', 'contributor']), who)
  if (by && (await kind?.touch?.(w, by, record))) record.humans.add(by.human)
}

export const createTown = async (): Promise<TakeoverTown> => {
  await using resources = new AsyncDisposableStack()
  const mail = resources.use(await startMailServer())
  // Browsers create passkeys only for host names.
  const port = await freePort()
  const url = `http://localhost:${port}`
  const p = resources.use(await boot({ env: { ...env, SMTP_URL: mail.url, PORT: String(port), PROBATA_URL: url } }))
  const providerPeople: Somebody[] = []
  const redirectUri = `${url}/sign-in/callback`
  const testProvider = resources.use(await startIdentityProvider({ people: providerPeople, redirectUri, sayHow: true }))
  const provider = Object.assign(testProvider, { people: providerPeople })
  let number = 0
  const steps: Partial<Record<Act['what'], Step>> = { ...doors, ...scimDoors, ...signOnDoors, ...unlinkDoors }

  const walk: TakeoverTown['walk'] = async acts => {
    // The provider uses the real clock.
    p.clock.set(Date.now())
    const w = await createWorld({ p, mail, provider }, ++number)
    providerPeople.length = 0
    for (const [i, [name]] of people.entries())
      for (const slug of [w.slug, w.otherSlug])
        providerPeople.push({
          sub: `${slug}-h${i}`,
          email: `${name}@${slug}.example`,
          email_verified: true,
          groups: ['everyone'],
          amr: ['mfa'],
        })
    const [decidedCounts, rejectedCounts, enteredCounts] = [
      new Map<string, number>(),
      new Map<string, number>(),
      new Map<string, number>(),
    ]
    const result = {
      decided: decidedCounts,
      rejected: rejectedCounts,
      foreignSessions: enteredCounts,
      otherCounts: w.otherCounts,
      selfDecided: [] as string[],
      trace: [] as string[],
    }
    for (const act of [...openingActions(acts[0]), ...acts]) {
      const { what, who, which } = act
      const sessionsBefore = new Set(w.sessions)
      if (what === 'decide') await decide(w, act, result)
      else if (what === 'touch') await contribute(w, act)
      else if (what === 'make') {
        const summary = await makeRecord(w, kindNames[which % kindNames.length] ?? '', who, act.whom)
        if (summary) result.trace.push(`make ${summary}`)
      } else {
        const by = pick(forAdministrators.has(what) ? administrators(w, which) : w.sessions, who)
        if (by) await steps[what]?.(w, by, act)
        if (by) result.trace.push(`${what} by human ${by.human} as ${by.account.email}`)
      }
      for (const one of w.sessions)
        if (!sessionsBefore.has(one)) {
          if (one.account.owner !== one.human) count(enteredCounts, what)
          result.trace.push(`  human ${one.human} is in ${one.account.email} ${one.account.id} by ${what}`)
        }
    }
    result.selfDecided.push(...w.selfConfirmed)
    return result
  }

  const owned = resources.move()
  return { walk, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
