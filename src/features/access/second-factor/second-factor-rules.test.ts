import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { authenticator, createNewcomers, type Newcomers, totp } from '#test/newcomers.ts'
import { changeWithSecond } from '#test/second-administrator.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let people: Newcomers
before(async () => {
  p = await boot()
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const path = '/api/workspace/second-factor'

const setRules = async (body: object) => {
  const cookie = await people.administrator()
  return p.call('PATCH', path, { cookie, body: { reason: 'Required by the policy', ...body } })
}

/** The clock continues while the test runs. */
const assertNear = (at: string, ms: number): void => {
  const off = p.clock.now() + ms - Date.parse(at)
  assert.ok(off >= 0 && off < minute, `${at} is off by ${off} ms`)
}

/** An auditor without a second factor, signed in. */
const plain = async () => {
  const { email, id } = await people.newcomer()
  return { id, email, cookie: await p.signIn(email) }
}

const enrol = async (cookie: string) => {
  const { body } = await p.call('POST', totp, { cookie, body: { currentPassword: password } })
  const code = authenticator(p.clock, body.otpauthUrl)
  return p.call('POST', `${totp}/confirm`, { cookie, body: { code: code() } })
}

const readsClaims = async (cookie: string) => (await p.call('GET', '/api/workspace/claims', { cookie })).status

describe('a second factor that the workspace requires', () => {
  test('is required of no role at first; sessions do not mention it', async () => {
    const cookie = await people.administrator()
    const { body } = await p.call('GET', path, { cookie })
    assert.deepEqual(
      new Set(body.roles.map((one: { secondFactor: string }) => one.secondFactor)),
      new Set(['optional']),
    )
    assert.equal(body.singleSignOn, 'satisfies')
    assert.equal('secondFactorDue' in (await p.call('GET', '/api/workspace/session', { cookie })).body, false)
  })

  test('after the grace period a session may only enrol, and works once the person has', async () => {
    const { cookie, email, id } = await plain()
    const set = await setRules({ required: ['auditor'], graceDays: 3 })
    assert.equal(set.status, 200, set.text)
    const due = (await p.call('GET', '/api/workspace/session', { cookie })).body.secondFactorDue
    assertNear(due, 3 * day)
    assert.equal(await readsClaims(cookie), 200)

    p.clock.advance(3 * day - 11 * minute)
    const opened = await people.signIn(email)
    assert.equal(opened.body.secondFactorDue, due)
    const later = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    assert.equal(await readsClaims(later), 200)
    // From then on an existing session is limited, wherever it is used.
    p.clock.advance(11 * minute)
    p.system.services.identities.forget()
    const refused = await p.call('GET', '/api/workspace/claims', { cookie: later })
    assert.deepEqual([refused.status, refused.body.enrol], [403, 'second_factor'])
    for (const [method, at] of [
      ['GET', '/api/workspace/people'],
      ['POST', '/api/workspace/account/password'],
      ['GET', '/api/workspace/account/sessions'],
      ['GET', '/api/workspace/second-factor'],
    ] as const)
      assert.equal(
        (await p.call(method, at, { cookie: later, ...(method === 'POST' && { body: {} }) })).body.enrol,
        'second_factor',
        at,
      )
    assert.equal((await p.call('GET', '/api/workspace/session', { cookie: later })).status, 200)

    // The same at a new sign-in, which continues in the same flow.
    const fresh = await people.signIn(email)
    assert.equal(fresh.status, 200)
    const session = fresh.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    assert.equal(await readsClaims(session), 403)
    assert.equal((await enrol(session)).status, 200)
    assert.equal(await readsClaims(session), 200)
    assert.equal('secondFactorDue' in (await p.call('GET', '/api/workspace/session', { cookie: session })).body, false)

    // Turned off again, it is required again.
    const cookieOfAdmin = await people.administrator()
    await changeWithSecond(p, cookieOfAdmin, ['DELETE', `/people/${id}/totp`])
    assert.equal(await readsClaims(session), 401, 'their sessions end')
    const again = await people.signIn(email)
    const next = again.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    assert.equal(await readsClaims(next), 403)
    assert.equal((await p.call('DELETE', '/api/workspace/session', { cookie: next })).status, 204)
  })

  test('other roles are not limited; a role that was required keeps its date', async () => {
    const cookie = await people.administrator()
    const before = (await p.call('GET', path, { cookie })).body.roles
    const after = (await setRules({ required: ['auditor', 'contributor'], graceDays: 30 })).body.roles
    const from = (roles: { role: string; requiredFrom: string | null }[], role: string) =>
      roles.find(one => one.role === role)?.requiredFrom
    assert.equal(from(after, 'auditor'), from(before, 'auditor'))
    assertNear(from(after, 'contributor') ?? '', 30 * day)
    assert.equal(await readsClaims(await p.signIn('reviewer@acme.example')), 200)
  })

  test('a session of single sign-on satisfies it, unless the workspace says otherwise', async () => {
    const { cookie, id } = await plain()
    await p.sql(`update session set opened_with = 'single_sign_on' where person_id = $1`, [id])
    p.system.services.identities.forget()
    assert.equal(await readsClaims(cookie), 200)
    assert.equal((await setRules({ required: ['auditor'], singleSignOn: 'needs_factor' })).status, 200)
    assert.equal(await readsClaims(cookie), 403)
    assert.equal((await setRules({ required: ['auditor'], singleSignOn: 'satisfies' })).status, 200)
    assert.equal(await readsClaims(cookie), 200)
  })

  test('administrators see people without a factor; others do not, and change nothing', async () => {
    const { cookie: auditor, id } = await plain()
    const { id: enrolled } = await people.enrolled()
    const cookie = await people.administrator()
    const { body } = await p.call('GET', `${path}/missing`, { cookie })
    const ids = body.people.map((one: { id: string }) => one.id)
    assert.deepEqual([ids.includes(id), ids.includes(enrolled), body.total], [true, false, ids.length])
    const [row] = body.people.filter((one: { id: string }) => one.id === id)
    assert.equal(typeof row.requiredFrom, 'string')
    assert.equal((await p.call('GET', `${path}/missing`, { cookie: auditor })).status, 403)
    const reviewer = await p.signIn('reviewer@acme.example')
    const input = { cookie: reviewer, body: { required: [], reason: 'not mine to change' } }
    assert.equal((await p.call('PATCH', path, input)).status, 403)
  })

  test('each change is audited, with a security event; an identical one is not', async () => {
    const count = async () => {
      const [row] = await p.sql(
        `select (select count(*) from audit_event where action = 'workspace.second_factor' and record::json ->> 'outcome' <> 'refused')::int as rows,
                (select count(*) from security_event where record like '%secondFactorRulesChanged%')::int as events`,
      )
      return [row?.rows, row?.events].map(Number)
    }
    const [rows = 0, events = 0] = await count()
    assert.ok(rows > 0 && events === rows)
    assert.equal((await setRules({ required: [] })).status, 200)
    assert.deepEqual(await count(), [rows + 1, events + 1])
    assert.equal((await setRules({ required: [] })).status, 200)
    assert.equal((await count())[1], events + 1)
  })
})

test('the provisioning file sets the rule, and the first administrator enrols first', async () => {
  const user = { email: 'first@rule.example', name: 'First', role: 'admin', password }
  const provision = {
    organizations: [
      { slug: 'rule', name: 'Rule', users: [user], secondFactor: { required: ['admin'], graceDays: 0 } },
      { slug: 'free', name: 'Free', users: [user] },
    ],
  }
  await using other = await boot({ provision })
  const open = async (organization: string) =>
    other.call('POST', '/api/workspace/session', { body: { email: user.email, password, organization } })
  const cookieOf = (answer: Awaited<ReturnType<typeof open>>) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const claims = (cookie: string) => other.call('GET', '/api/workspace/claims', { cookie })
  assert.equal((await claims(cookieOf(await open('rule')))).body.enrol, 'second_factor')
  // One login, two workspaces: switching does not get around the rule of the other.
  const free = cookieOf(await open('free'))
  assert.equal((await claims(free)).status, 200)
  const switched = await other.call('POST', '/api/workspace/session/switch', {
    cookie: free,
    body: { organization: 'rule' },
  })
  assert.equal(switched.status, 200, switched.text)
  assert.equal((await claims(cookieOf(switched))).body.enrol, 'second_factor')
})
