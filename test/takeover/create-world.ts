import assert from 'node:assert/strict'
import { newCredential } from '#http/identity.ts'
import { insertSession } from '#src/features/access/queries.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { cheapHash } from '#test/cheap-hash.ts'
import type { Probata } from '#test/system.ts'
import { type Account, type KnownSecrets, reason, type World } from './world.ts'

/** The people of the workspace in which decisions are made, each with their role. */
export const people = [
  ['admin', 'admin'],
  ['second', 'admin'],
  ['reviewer', 'reviewer'],
  ['contributor', 'contributor'],
] as const
/** The people of the other workspace, with their roles, and whether they use the same login in both workspaces. */
const otherWorkspacePeople: Readonly<Record<string, readonly [role: string, shared: boolean]>> = {
  admin: ['admin', false],
  second: ['auditor', true],
  reviewer: ['contributor', true],
}

const password = 'correct horse battery staple'
const farFuture = '9999-01-01T00:00:00.000Z'

/** Opens a session without a sign-in, because a walk begins with everyone signed in. */
const openSession = async (p: Probata, organizationId: string, personId: string): Promise<string> => {
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

/** Creates two workspaces in which everyone is signed in. */
export const createWorld = async (base: Base, number: number): Promise<World> => {
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
  // Gives a person one login in both workspaces. Joining through the API would hash passwords, which takes most of a
  // walk's time.
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
  const secretsByLogin = new Map<string, KnownSecrets>()
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
      const secrets = secretsByLogin.get(key) ?? { passwords: [], apps: [], passkeys: [] }
      secretsByLogin.set(key, secrets)
      return secrets
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
      const response = await w.call(method, `/api/workspace${path}`, {
        cookie: by.cookie,
        ...(method !== 'GET' && { body: { reason, ...body } }),
      })
      assert.ok(response.status < 500, `${method} ${path}: ${response.text}`)
      if (response.status === 401 && w.sessions.includes(by)) w.sessions.splice(w.sessions.indexOf(by), 1)
      return response
    },
  }
  for (const [i, [name]] of people.entries())
    for (const row of rows.filter(row => row.name === name)) {
      const { id, role, email } = row as Record<'id' | 'role' | 'email', string>
      const account = { id, role, email, slug: String(row.slug), owner: i }
      accounts.push(account)
      w.secretsOf(i, account).passwords.push(password)
      w.sessions.push({ human: i, account, cookie: await openSession(p, String(row.organization_id), id) })
    }
  return w
}
