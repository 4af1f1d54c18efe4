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
import { kindNames, kinds, makeOf } from './kinds.ts'
import { type Account, pick, type Ring, reason, type Session, sessionsOf, type World } from './world.ts'

/** The results of a walk, by kind of decision and by action. */
export interface Told {
  readonly decided: ReadonlyMap<string, number>
  readonly refused: ReadonlyMap<string, number>
  /** Sessions that a human opened of an account that is not theirs, by action. */
  readonly entered: ReadonlyMap<string, number>
  /** Connections removed, and the actions that followed. */
  readonly done: ReadonlyMap<string, number>
  /** Records that were decided by a human who created them. */
  readonly selfDecided: readonly string[]
  /** The actions and their humans. */
  readonly trace: readonly string[]
}

/**
 * Workspaces of four humans, each known by one account. Two of them are administrators. Each walk has its own
 * workspaces.
 */
export interface Town extends AsyncDisposable {
  walk(acts: readonly Act[]): Promise<Told>
}

const people = [
  ['admin', 'admin'],
  ['second', 'admin'],
  ['reviewer', 'reviewer'],
  ['contributor', 'contributor'],
] as const
/** The people of the other workspace with their roles, and whether they share one login or have two. */
const elsewhere: Readonly<Record<string, readonly [role: string, shared: boolean]>> = {
  admin: ['admin', false],
  second: ['auditor', true],
  reviewer: ['contributor', true],
}

const password = 'correct horse battery staple'
const never = '9999-01-01T00:00:00.000Z'
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
  const rest = { expiresAt: never, openedWith: 'password', insecure: false, userAgent: null, address: null } as const
  const atProvider = { issuer: null, sidSha256: null, idToken: null }
  await db.transaction(organizationId, tx =>
    tx.write(insertSession, { ...row, ...rest, ...atProvider, confirmedAt: never }),
  )
  return `probata_session=${text}`
}

type Base = Pick<World, 'p' | 'mail' | 'provider'>

/** Two new workspaces, with everyone signed in. */
const settle = async (base: Base, number: number): Promise<World> => {
  const { p } = base
  const [slug, otherSlug] = [`w${number}`, `x${number}`]
  const user = (name: string, role: string, at: string) => ({ email: `${name}@${at}.example`, name, role })
  const here = people.map(([name, role]) => user(name, role, slug))
  const there = Object.entries(elsewhere).map(([name, [role, shared]]) => user(name, role, shared ? slug : otherSlug))
  const organizations = [
    { slug, name: slug, secondPerson: true, users: here },
    { slug: otherSlug, name: otherSlug, secondPerson: true, users: there },
  ]
  await provision(p.system.services, sections, { organizations })
  const rows = await p.sql(
    `select p.organization_id, p.id, p.login_id, p.role, p.record::json ->> 'email' as email,
            p.record::json ->> 'name' as name, o.slug
       from person p join organization o on o.id = p.organization_id where o.slug = any ($1::text[])`,
    [[slug, otherSlug]],
  )
  // One login for both, as if they had joined with it. Hashing passwords would take most of the walk.
  for (const there of rows.filter(row => row.slug === otherSlug)) {
    const same = rows.find(row => row.slug === slug && row.email === there.email)
    if (!same) continue
    there.login_id = same.login_id
    for (const table of ['person', 'login_name'])
      await p.sql(`update ${table} set login_id = $2 where ${table === 'person' ? 'id' : 'subject_id'} = $1`, [
        there.id,
        same.login_id,
      ])
  }
  await p.sql('update login set password_hash = $2 where id = any ($1::text[])', [
    rows.map(row => row.login_id),
    cheapHash(password),
  ])
  const rings = new Map<string, Ring>()
  let named = 0
  let asked = 0
  const accounts: Account[] = []
  const w: World = {
    ...{ ...base, number, slug, otherSlug, accounts, sessions: [], machines: [], tokens: [], made: [], waiting: [] },
    ...{
      alone: [],
      controllers: new Set<number>(),
      shared: new Map<string, string>(),
      done: new Map<string, number>(),
    },
    next: word => `${word}${++named}`,
    ring(human, { id }) {
      const login = rows.find(row => row.id === id)?.login_id ?? id
      const key = `${human} ${login}`
      const ring = rings.get(key) ?? { passwords: [], apps: [], passkeys: [] }
      rings.set(key, ring)
      return ring
    },
    readerOf(address) {
      const [mailbox = ''] = address.split(/[+@]/)
      const known = people.findIndex(([name]) => name === mailbox)
      if (known >= 0) return known
      const own = /^h(\d)\.[^@]*@private\.example$/.exec(address)?.[1]
      return own === undefined ? undefined : Number(own)
    },
    call: (method, path, options = {}) => {
      const address = `198.51.${(asked >> 8) % 256}.${++asked % 256}`
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
      w.ring(i, account).passwords.push(password)
      w.sessions.push({ human: i, account, cookie: await open(p, String(row.organization_id), id) })
    }
  return w
}

const decide = async (
  w: World,
  { who, which, whom }: Act,
  told: { decided: Map<string, number>; refused: Map<string, number>; selfDecided: string[]; trace: string[] },
) => {
  const made = pick(w.made, which)
  const kind = made && kinds[made.kind]
  if (!made || !kind) return
  const able = sessionsOf(w, kind.deciders)
  // Half of the time by a human who contributed to it, whom the program must always reject.
  const involved = able.filter(({ human }) => made.humans.has(human))
  const by = pick(whom % 2 === 0 && involved.length > 0 ? involved : able, who)
  if (!by) return
  const { status } = await kind.decide(w, by, made)
  told.trace.push(
    `decide ${made.kind} ${made.id} of ${[...made.humans]} by human ${by.human} as ${by.account.email}: ${status}`,
  )
  if (status === 401) return
  if (status !== 200 && status !== 201) return count(told.refused, made.kind)
  count(told.decided, made.kind)
  if (made.humans.has(by.human))
    told.selfDecided.push(`${made.kind} ${made.id} by human ${by.human} as ${by.account.email} ${by.account.id}`)
  made.humans.add(by.human)
  made.steps++
  if (made.steps >= (kind.steps ?? 1)) w.made.splice(w.made.indexOf(made), 1)
}

/** The first actions of most walks, which make more actions possible. */
const openings = (first: Act | undefined): Act[] => {
  const { which = 0 } = { ...first }
  const all = (['setProvider', 'makeToken'] as const).filter((_, i) => (which >> i) % 2 === 1)
  return first ? all.map(what => ({ ...first, what, who: which >> 2, which: (which >> 2) % 7 })) : []
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

const administrators = (w: World, which: number): Session[] =>
  sessionsOf(w, ['admin'], which % 8 === 7 ? w.otherSlug : w.slug)

const touch = async (w: World, { who, which }: Act): Promise<void> => {
  const made = pick(w.made, which)
  const kind = made && kinds[made.kind]
  const by = kind && pick(sessionsOf(w, ['admin', 'reviewer', 'contributor']), who)
  if (by && (await kind?.touch?.(w, by, made))) made.humans.add(by.human)
}

export const createTown = async (): Promise<Town> => {
  await using resources = new AsyncDisposableStack()
  const mail = resources.use(await startMailServer())
  // Browsers create passkeys only for host names.
  const port = await freePort()
  const url = `http://localhost:${port}`
  const p = resources.use(await boot({ env: { ...env, SMTP_URL: mail.url, PORT: String(port), PROBATA_URL: url } }))
  const known: Somebody[] = []
  const redirectUri = `${url}/sign-in/callback`
  const started = resources.use(await startIdentityProvider({ people: known, redirectUri, sayHow: true }))
  const provider = Object.assign(started, { people: known })
  let number = 0
  const steps: Partial<Record<Act['what'], Step>> = { ...doors, ...scimDoors, ...signOnDoors, ...unlinkDoors }

  const walk: Town['walk'] = async acts => {
    // The provider uses the real clock.
    p.clock.set(Date.now())
    const w = await settle({ p, mail, provider }, ++number)
    known.length = 0
    for (const [i, [name]] of people.entries())
      for (const slug of [w.slug, w.otherSlug])
        known.push({
          sub: `${slug}-h${i}`,
          email: `${name}@${slug}.example`,
          email_verified: true,
          groups: ['everyone'],
          amr: ['mfa'],
        })
    const [decided, refused, entered] = [
      new Map<string, number>(),
      new Map<string, number>(),
      new Map<string, number>(),
    ]
    const told = { decided, refused, entered, done: w.done, selfDecided: [] as string[], trace: [] as string[] }
    for (const act of [...openings(acts[0]), ...acts]) {
      const { what, who, which } = act
      const before = new Set(w.sessions)
      if (what === 'decide') await decide(w, act, told)
      else if (what === 'touch') await touch(w, act)
      else if (what === 'make') {
        const made = await makeOf(w, kindNames[which % kindNames.length] ?? '', who, act.whom)
        if (made) told.trace.push(`make ${made}`)
      } else {
        const by = pick(forAdministrators.has(what) ? administrators(w, which) : w.sessions, who)
        if (by) await steps[what]?.(w, by, act)
        if (by) told.trace.push(`${what} by human ${by.human} as ${by.account.email}`)
      }
      for (const one of w.sessions)
        if (!before.has(one)) {
          if (one.account.owner !== one.human) count(entered, what)
          told.trace.push(`  human ${one.human} is in ${one.account.email} ${one.account.id} by ${what}`)
        }
    }
    told.selfDecided.push(...w.alone)
    return told
  }

  const kept = resources.move()
  return { walk, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
