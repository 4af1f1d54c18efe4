import assert from 'node:assert/strict'
import { newCredential } from '#api/identity.ts'
import { insertSession } from '#src/features/access/queries.ts'
import { claimInput, password } from '#test/fixture.ts'
import { authenticator } from '#test/newcomers.ts'
import { type Answer, boot } from '#test/system.ts'
import type { Act } from './acts.ts'

const reason = 'to see whose hands meet'
const never = '9999-01-01T00:00:00.000Z'

/** An account of the workspace. `owner` is the human that everybody knows by it; nobody knows an alias. */
interface Account {
  readonly id: string
  readonly role: string
  readonly owner?: number
  password: string
  /** Who has its authenticator. */
  factorOf?: number
}

/** A human signed in as an account. */
interface Session {
  readonly human: number
  readonly account: Account
  readonly cookie: string
}

interface Made {
  readonly kind: 'risk' | 'claim' | 'hold'
  readonly id: string
  readonly humans: ReadonlySet<number>
}

interface Machine {
  readonly id: string
  readonly clientId: string
  secret: string
  human: number
}

interface Told {
  readonly decided: number
  readonly refused: number
  /** What was decided by a human who made it. */
  readonly selfDecided: readonly string[]
}

/** A workspace with four humans who are known by one account each, two of them administrators. */
export interface Town extends AsyncDisposable {
  walk(acts: readonly Act[]): Promise<Told>
}

const names = ['admin', 'second.reviewer', 'reviewer', 'contributor'] as const
const rolesOf = ['admin', 'admin', 'reviewer', 'contributor'] as const

const pick = <One>(list: readonly One[], which: number): One | undefined =>
  list.length === 0 ? undefined : list[which % list.length]

export const createTown = async (): Promise<Town> => {
  await using resources = new AsyncDisposableStack()
  const p = resources.use(await boot())
  const [organization] = await p.sql(`select id from organization where slug = 'acme'`)
  const organizationId = String(organization?.id)
  const found = await p.sql(`select id, record::json ->> 'email' as email from person where organization_id = $1`, [
    organizationId,
  ])
  const idOf = (name: string) => String(found.find(({ email }) => email === `${name}@acme.example`)?.id)
  const second = { cookie: await p.signIn('admin@acme.example'), body: { role: 'admin', reason } }
  const made = await p.call('PATCH', `/api/workspace/people/${idOf('second.reviewer')}`, second)
  assert.equal(made.status, 200, made.text)
  let numbered = 0

  const open = async (account: Account): Promise<string> => {
    const { text, sha256 } = newCredential('session', organizationId)
    const { ids, clock, db } = p.system.services
    const now = new Date(clock.now()).toISOString()
    const row = { tokenSha256: sha256, id: ids.next('ses', clock.now()), personId: account.id, createdAt: now }
    const rest = { expiresAt: never, openedWith: 'password', insecure: false, userAgent: null, address: null } as const
    const atProvider = { issuer: null, sidSha256: null, idToken: null }
    await db.transaction(organizationId, tx =>
      tx.write(insertSession, { ...row, ...rest, ...atProvider, confirmedAt: never }),
    )
    return `probata_session=${text}`
  }

  /** As at the start: four people without second factors, and nobody's custodian. */
  const reset = async (): Promise<{ accounts: Account[]; sessions: Session[] }> => {
    await p.sql(`delete from custodian where organization_id = $1`, [organizationId])
    const ids = names.map(idOf)
    await p.sql(
      `update person set record = jsonb_set(record::jsonb, '{secondFactor}', '"none"')::text
        where organization_id = $1 and id = any ($2::text[])`,
      [organizationId, ids],
    )
    await p.sql(
      `update login set totp_secret = null, totp_sealed_for = null, totp_confirmed_at = null where id in (
         select login_id from person where organization_id = $1 and id = any ($2::text[]))`,
      [organizationId, ids],
    )
    const accounts = ids.map((id, owner): Account => ({ id, role: rolesOf[owner] ?? '', owner, password }))
    const sessions = []
    for (const account of accounts) sessions.push({ human: account.owner ?? 0, account, cookie: await open(account) })
    p.system.services.identities.forget()
    return { accounts, sessions }
  }

  const walk = async (acts: readonly Act[]): Promise<Told> => {
    const { accounts, sessions } = await reset()
    const machines: Machine[] = []
    const records: Made[] = []
    const selfDecided: string[] = []
    let decided = 0
    let refused = 0

    const ask = async (by: Session, method: string, path: string, body: object = {}): Promise<Answer> => {
      const answer = await p.call(method, `/api/workspace${path}`, {
        cookie: by.cookie,
        ...(method !== 'GET' && { body: { reason, ...body } }),
      })
      assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`)
      if (answer.status === 401) sessions.splice(sessions.indexOf(by), 1)
      return answer
    }
    const enter = async (human: number, account: Account, answer: Answer): Promise<void> => {
      const [cookie] = answer.headers.getSetCookie()
      if (!cookie) return
      await p.sql('update session set (expires_at, confirmed_at) = ($1, $1)', [never])
      sessions.push({ human, account, cookie: cookie.slice(0, cookie.indexOf(';')) })
    }
    const follow = async (human: number, url: string, account: Partial<Account> & { role: string }): Promise<void> => {
      const mine = `a password of human ${human}, ${++numbered}`
      const body = { token: url.split('#')[1], password: mine }
      const answer = await p.call('POST', '/api/workspace/invitations/accept', { body })
      if (answer.status !== 201) return
      const known = account.id
        ? (account as Account)
        : { role: account.role, id: answer.body.person.id, password: mine }
      known.password = mine
      if (!account.id) accounts.push(known)
      await enter(human, known, answer)
    }
    const tokenOf = async ({ clientId, secret }: Machine): Promise<string> => {
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
      return (await p.call('POST', '/api/v1/auth/token', { body })).body.access_token
    }

    const steps: Readonly<Record<Act['what'], (by: Session, act: Act) => Promise<void>>> = {
      async invite(by, { which }) {
        const role = which % 2 === 0 ? 'admin' : 'reviewer'
        const body = { email: `alias-${++numbered}@acme.example`, name: 'Alias', role }
        const answer = await ask(by, 'POST', '/people/invitations', body)
        if (answer.status === 201) await follow(by.human, answer.body.url, { role })
      },
      async create(by, { which }) {
        const role = which % 2 === 0 ? 'admin' : 'reviewer'
        const [email, mine] = [`alias-${++numbered}@acme.example`, `a first password of ${by.human}, ${numbered}`]
        const answer = await ask(by, 'POST', '/people', { email, name: 'Alias', role, password: mine })
        if (answer.status !== 201) return
        const account = { id: answer.body.person.id, role, password: mine }
        accounts.push(account)
        await enter(
          by.human,
          account,
          await p.call('POST', '/api/workspace/session', { body: { email, password: mine } }),
        )
      },
      async reset(by, { whom }) {
        const account = pick(accounts, whom)
        if (!account || account === by.account) return
        const answer = await ask(by, 'POST', `/people/${account.id}/password-reset`)
        if (answer.status === 201) await follow(by.human, answer.body.url, account)
      },
      async enrol(by) {
        const { account, human } = by
        const begun = await ask(by, 'POST', '/account/totp', { currentPassword: account.password, reason: undefined })
        if (begun.status !== 201) return
        const code = authenticator(p.clock, begun.body.otpauthUrl)()
        const done = await ask(by, 'POST', '/account/totp/confirm', { code, reason: undefined })
        if (done.status === 200) account.factorOf = human
      },
      // Honest: for whom they know, and see with the factor in hand.
      async vouch(by, { whom }) {
        const account = pick(accounts, whom)
        if (!account || account.owner === undefined || account.factorOf !== account.owner) return
        if (by.human === account.owner) return
        const { status } = await ask(by, 'POST', `/people/${account.id}/factor/confirm`)
        if (status !== 204) return
        for (const session of sessions.filter(one => one.account === account))
          sessions.splice(sessions.indexOf(session), 1)
        sessions.push({ human: account.owner, account, cookie: await open(account) })
      },
      async makeAccount(by) {
        const body = { name: 'a machine', scopes: ['governance.evidence:read', 'governance.evidence:write'] }
        const answer = await ask(by, 'POST', '/service-accounts', body)
        if (answer.status !== 201) return
        const { serviceAccount, clientSecret } = answer.body
        machines.push({
          id: serviceAccount.id,
          clientId: serviceAccount.clientId,
          secret: clientSecret,
          human: by.human,
        })
      },
      async rotate(by, { which }) {
        const machine = pick(machines, which)
        if (!machine) return
        const answer = await ask(by, 'POST', `/service-accounts/${machine.id}/rotate-secret`)
        if (answer.status !== 200) return
        machine.secret = answer.body.clientSecret
        machine.human = by.human
      },
      async makeRisk(by) {
        const figures = { likelihood: 4, impact: 5, treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
        const body = { riskKey: `R${++numbered}`, title: 'Somebody leaves', ownerId: by.account.id, ...figures }
        const answer = await ask(by, 'POST', '/risks', body)
        if (answer.status !== 201) return
        for (const status of ['assessed', 'treated']) await ask(by, 'PATCH', `/risks/${answer.body.id}`, { status })
        records.push({ kind: 'risk', id: answer.body.id, humans: new Set([by.human]) })
      },
      async makeClaim(_, { which }) {
        const machine = pick(machines, which)
        if (!machine) return
        const body = claimInput(`claim-${++numbered}`)
        const token = await tokenOf(machine)
        const answer = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body })
        assert.equal(answer.status, 201, answer.text)
        records.push({ kind: 'claim', id: answer.body.id, humans: new Set([machine.human]) })
      },
      async askRelease(by) {
        const placed = await ask(by, 'POST', '/storage-holds')
        if (placed.status !== 201) return
        const asked = await ask(by, 'POST', `/storage-holds/${placed.body.id}/release`)
        assert.equal(asked.status, 200, asked.text)
        records.push({ kind: 'hold', id: placed.body.id, humans: new Set([by.human]) })
      },
      async decide(by, { which }) {
        const record = pick(records, which)
        if (!record) return
        const { kind, id, humans } = record
        const seen =
          kind === 'claim' ? { reviewedDigest: (await ask(by, 'GET', `/claims/${id}`)).body.reviewedDigest } : {}
        const path = {
          claim: `/claims/${id}/approve`,
          risk: `/risks/${id}/accept`,
          hold: `/storage-holds/${id}/release/confirm`,
        }
        const { status } = await ask(by, 'POST', path[kind], seen)
        if (status !== 200) {
          if (status !== 401) refused++
          return
        }
        decided++
        if (humans.has(by.human)) selfDecided.push(`${kind} ${id} by human ${by.human} as ${by.account.id}`)
        records.splice(records.indexOf(record), 1)
      },
    }

    for (const act of acts) {
      const by = pick(sessions, act.who)
      if (by) await steps[act.what](by, act)
    }
    return { decided, refused, selfDecided }
  }

  const kept = resources.move()
  return { walk, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
