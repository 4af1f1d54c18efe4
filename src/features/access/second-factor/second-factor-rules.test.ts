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

/** Allows a minute, since the clock continues while the test runs. */
const assertNear = (timestamp: string, ms: number): void => {
  const deviation = p.clock.now() + ms - Date.parse(timestamp)
  assert.ok(deviation >= 0 && deviation < minute, `${timestamp} is off by ${deviation} ms`)
}

/** Creates a signed-in auditor without a second factor. */
const createWithoutFactor = async () => {
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
  test('is optional for all roles by default, and sessions do not mention it', async () => {
    const cookie = await people.administrator()
    const { body } = await p.call('GET', path, { cookie })
    assert.deepEqual(
      new Set(body.roles.map((role: { secondFactor: string }) => role.secondFactor)),
      new Set(['optional']),
    )
    assert.equal(body.singleSignOn, 'satisfies')
    assert.equal('secondFactorDue' in (await p.call('GET', '/api/workspace/session', { cookie })).body, false)
  })

  test('after the grace period, a session allows only enrolment, and works again after it', async () => {
    const { cookie, email, id } = await createWithoutFactor()
    const set = await setRules({ required: ['auditor'], graceDays: 3 })
    assert.equal(set.status, 200, set.text)
    const due = (await p.call('GET', '/api/workspace/session', { cookie })).body.secondFactorDue
    assertNear(due, 3 * day)
    assert.equal(await readsClaims(cookie), 200)

    p.clock.advance(3 * day - 11 * minute)
    const signIn = await people.signIn(email)
    assert.equal(signIn.body.secondFactorDue, due)
    const later = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    assert.equal(await readsClaims(later), 200)
    // After the due date, an existing session is limited everywhere.
    p.clock.advance(11 * minute)
    p.system.services.identities.forget()
    const response = await p.call('GET', '/api/workspace/claims', { cookie: later })
    assert.deepEqual([response.status, response.body.enrol], [403, 'second_factor'])
    for (const [method, limitedPath] of [
      ['GET', '/api/workspace/people'],
      ['POST', '/api/workspace/account/password'],
      ['GET', '/api/workspace/account/sessions'],
      ['GET', '/api/workspace/second-factor'],
    ] as const)
      assert.equal(
        (await p.call(method, limitedPath, { cookie: later, ...(method === 'POST' && { body: {} }) })).body.enrol,
        'second_factor',
        limitedPath,
      )
    assert.equal((await p.call('GET', '/api/workspace/session', { cookie: later })).status, 200)

    // A new sign-in is limited in the same way, and continues with enrolment.
    const nextSignIn = await people.signIn(email)
    assert.equal(nextSignIn.status, 200)
    const session = nextSignIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    assert.equal(await readsClaims(session), 403)
    assert.equal((await enrol(session)).status, 200)
    assert.equal(await readsClaims(session), 200)
    assert.equal('secondFactorDue' in (await p.call('GET', '/api/workspace/session', { cookie: session })).body, false)

    // After the factor is removed, a new one is required.
    const cookieOfAdmin = await people.administrator()
    await changeWithSecond(p, cookieOfAdmin, ['DELETE', `/people/${id}/totp`])
    assert.equal(await readsClaims(session), 401, 'removing the factor ends sessions')
    const thirdSignIn = await people.signIn(email)
    const next = thirdSignIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    assert.equal(await readsClaims(next), 403)
    assert.equal((await p.call('DELETE', '/api/workspace/session', { cookie: next })).status, 204)
  })

  test('other roles are not limited; a role that already needed a factor keeps its date', async () => {
    const cookie = await people.administrator()
    const before = (await p.call('GET', path, { cookie })).body.roles
    const after = (await setRules({ required: ['auditor', 'contributor'], graceDays: 30 })).body.roles
    const requiredFromOf = (roles: { role: string; requiredFrom: string | null }[], role: string) =>
      roles.find(entry => entry.role === role)?.requiredFrom
    assert.equal(requiredFromOf(after, 'auditor'), requiredFromOf(before, 'auditor'))
    assertNear(requiredFromOf(after, 'contributor') ?? '', 30 * day)
    assert.equal(await readsClaims(await p.signIn('reviewer@acme.example')), 200)
  })

  test('single sign-on satisfies the requirement, unless the workspace also requires a factor then', async () => {
    const { cookie, id } = await createWithoutFactor()
    await p.sql(`update session set opened_with = 'single_sign_on' where person_id = $1`, [id])
    p.system.services.identities.forget()
    assert.equal(await readsClaims(cookie), 200)
    assert.equal((await setRules({ required: ['auditor'], singleSignOn: 'needs_factor' })).status, 200)
    assert.equal(await readsClaims(cookie), 403)
    assert.equal((await setRules({ required: ['auditor'], singleSignOn: 'satisfies' })).status, 200)
    assert.equal(await readsClaims(cookie), 200)
  })

  test('only administrators can list people without a factor and change the rules', async () => {
    const { cookie: auditor, id } = await createWithoutFactor()
    const { id: enrolledId } = await people.enrolled()
    const cookie = await people.administrator()
    const { body } = await p.call('GET', `${path}/missing`, { cookie })
    const ids = body.people.map((person: { id: string }) => person.id)
    assert.deepEqual([ids.includes(id), ids.includes(enrolledId), body.total], [true, false, ids.length])
    const [row] = body.people.filter((person: { id: string }) => person.id === id)
    assert.equal(typeof row.requiredFrom, 'string')
    assert.equal((await p.call('GET', `${path}/missing`, { cookie: auditor })).status, 403)
    const reviewer = await p.signIn('reviewer@acme.example')
    const input = { cookie: reviewer, body: { required: [], reason: 'not mine to change' } }
    assert.equal((await p.call('PATCH', path, input)).status, 403)
  })

  test('each change causes an audit row and a security event; an identical request causes no event', async () => {
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

test('the provisioning file can set the rules, and the first administrator must then enrol first', async () => {
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
  const cookieOf = (response: Awaited<ReturnType<typeof open>>) =>
    response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const claims = (cookie: string) => other.call('GET', '/api/workspace/claims', { cookie })
  assert.equal((await claims(cookieOf(await open('rule')))).body.enrol, 'second_factor')
  // The login has two workspaces. Switching does not bypass the other workspace's rule.
  const free = cookieOf(await open('free'))
  assert.equal((await claims(free)).status, 200)
  const switched = await other.call('POST', '/api/workspace/session/switch', {
    cookie: free,
    body: { organization: 'rule' },
  })
  assert.equal(switched.status, 200, switched.text)
  assert.equal((await claims(cookieOf(switched))).body.enrol, 'second_factor')
})
