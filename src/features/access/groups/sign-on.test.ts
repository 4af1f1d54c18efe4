import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour } from '#lib/clock.ts'
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { lastRefusal, signOn, useProvider } from '#test/sign-on.ts'
import { boot, type Probata } from '#test/system.ts'

const reason = 'for a test of groups'
const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }

let p: Probata
let people: Newcomers
let forger: ForgingProvider
let units: Record<'north' | 'south', string>
before(async () => {
  p = await boot({ env })
  people = createNewcomers(p)
  forger = await startForgingProvider()
  await useProvider(p, { issuer: forger.issuer, createPeople: true })
  units = { north: await unit('north'), south: await unit('south') }
})
after(async () => {
  await forger[Symbol.asyncDispose]()
  await p[Symbol.asyncDispose]()
})

const asAdmin = async (method: string, path: string, body: object = {}) =>
  p.call(method, `/api/workspace${path}`, {
    cookie: await people.administrator(),
    ...(method !== 'GET' && { body: { reason, ...body } }),
  })

const unit = async (unitKey: string): Promise<string> => {
  const { status, body, text } = await asAdmin('POST', '/units', { unitKey, title: unitKey, description: '' })
  assert.equal(status, 201, text)
  return body.id ?? body.unit.id
}

const setRules = async (rules: readonly object[]) => {
  const answer = await asAdmin('POST', '/group-rules', {
    rules: rules.map(rule => ({ source: 'single_sign_on', ...rule })),
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

let last = 0

/** The claims of somebody whom nobody knows yet. */
const somebody = () => {
  const sub = `subject-${++last}`
  return { sub, email: `${sub}@acme.example`, email_verified: true }
}

const enter = (claims: Readonly<Record<string, unknown>>, from = `192.0.2.${last % 250}`) => {
  Object.assign(forger, { claims })
  const call: Probata['call'] = (method, path, options) =>
    p.call(method, path, { ...options, headers: { 'x-forwarded-for': from } })
  return signOn({ ...p, call }, `somebody-${last}@acme.example`, url => forger.signIn(url))
}

const rightsOf = async (id: string) => {
  const { body } = await asAdmin('GET', `/people/${id}`)
  const { role, unitIds, status, mappedFrom, mappedGrant, suspended } = body
  return { role, unitIds, status, mappedFrom, mappedGrant, suspended }
}

test('a new person gets what their groups give, and is mapped', async () => {
  await setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'north', role: 'reviewer', unitIds: [units.north] },
    { group: 'south', role: 'reviewer', unitIds: [units.south] },
  ])
  const claims = somebody()
  const { status, body, text } = await enter({ ...claims, groups: ['auditors', 'south', 'north', 'others'] })
  assert.equal(status, 200, text)
  assert.deepEqual(await rightsOf(body.person.id), {
    role: 'reviewer',
    unitIds: [units.north, units.south],
    status: 'active',
    mappedFrom: 'single_sign_on',
    mappedGrant: 'groups',
    suspended: undefined,
  })
  const groups = await asAdmin('GET', `/people/${body.person.id}/groups`)
  assert.deepEqual(
    groups.body.received.map(({ source, matching }: { source: string; matching: string[] }) => [source, matching]),
    [['single_sign_on', ['auditors', 'south', 'north']]],
  )
})

const mapped = { status: 'active', mappedFrom: 'single_sign_on', mappedGrant: 'groups' } as const

const someone = async (...groups: string[]) => {
  const claims = somebody()
  const entered = await enter({ ...claims, groups })
  assert.equal(entered.status, 200, entered.text)
  const id: string = entered.body.person.id
  return { id, claims, session: entered.session, enter: (...next: string[]) => enter({ ...claims, groups: next }) }
}

const eventsOf = async (type: string): Promise<{ context: Record<string, unknown> }[]> =>
  (await asAdmin('GET', `/security-events?type=${type}`)).body.securityEvents

test('what groups decide is not changed by hand; a name is, and access can be taken at once', async () => {
  const { id, enter: again } = await someone('auditors')
  const patch = (body: object) => asAdmin('PATCH', `/people/${id}`, body)
  for (const body of [
    { role: 'admin' },
    { role: 'auditor' },
    { unitIds: [units.north] },
    { unitIds: null, name: 'X' },
  ]) {
    const { status, body: answer } = await patch(body)
    assert.deepEqual([status, answer.error], [409, 'conflict'])
    assert.match(answer.message, /follow from groups of the identity provider.*rules.*by hand/)
  }
  assert.equal((await patch({ name: 'Another name' })).status, 200)
  assert.deepEqual((await patch({ disabled: true })).body.status, 'disabled')
  const refused = await again('auditors')
  assert.deepEqual([refused.status, (await rightsOf(id)).status], [401, 'disabled'])
  assert.equal((await patch({ disabled: false })).status, 200)
  assert.equal((await again('auditors')).status, 200)
})

test('each sign-on changes role and units, with an audit row of the provider and an event for an administrator', async () => {
  await setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'admins', role: 'admin' },
    { group: 'north', role: 'reviewer', unitIds: [units.north] },
  ])
  const { id, session, enter: again } = await someone('north')
  const before = await eventsOf('administratorAdded')
  assert.equal((await again('admins', 'north')).body.person.role, 'admin')
  const rights = await rightsOf(id)
  assert.deepEqual([rights.role, rights.unitIds], ['admin', undefined])
  const [event, ...older] = await eventsOf('administratorAdded')
  assert.deepEqual([event?.context.personId, older.length], [id, before.length])
  // A session of before has the new role, too.
  assert.equal((await p.call('GET', '/api/workspace/group-rules', { cookie: session })).status, 200)
  assert.equal((await again('auditors')).body.person.role, 'auditor')
  assert.equal((await p.call('GET', '/api/workspace/group-rules', { cookie: session })).status, 403)
  const rows = await p.sql(
    `select record::json ->> 'actorId' as by, record::json ->> 'detail' as detail from audit_event
      where action = 'person.map' and resource_id = $1 order by id`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ by, detail }) => [by, detail]),
    [
      ['single_sign_on', 'single_sign_on: admin'],
      ['single_sign_on', 'single_sign_on: auditor'],
    ],
  )
})

test('losing the last matching group ends sessions and refuses the sign-on; the next group lets them in again', async () => {
  const { id, session, enter: again } = await someone('auditors')
  const open = () => p.call('GET', '/api/workspace/session', { cookie: session })
  assert.equal((await open()).status, 200)
  const refused = await again('others')
  assert.equal(refused.status, 401)
  assert.match(refused.body.message, /none of your groups gives access/)
  assert.equal(await lastRefusal(p, 'no group'), 'single sign-on: no group gives access')
  assert.equal((await open()).status, 401)
  const { status, mappedGrant, suspended } = await rightsOf(id)
  assert.deepEqual([status, mappedGrant, suspended], ['disabled', 'none', true])
  const enabled = await asAdmin('PATCH', `/people/${id}`, { disabled: false })
  assert.deepEqual([enabled.status, enabled.body.error], [409, 'conflict'])
  assert.equal((await again('auditors')).status, 200)
  assert.equal((await rightsOf(id)).status, 'active')
  // Disabled by hand meanwhile, no group enables them.
  await again()
  assert.equal((await asAdmin('PATCH', `/people/${id}`, { disabled: true })).body.suspended, false)
  assert.equal((await again('auditors')).status, 401)
  assert.equal((await rightsOf(id)).status, 'disabled')
})

test('a new person without a matching group is not made', async () => {
  const claims = somebody()
  assert.equal((await enter({ ...claims, groups: ['others'] })).status, 401)
  assert.deepEqual(await p.sql(`select from person where record::json ->> 'email' = $1`, [claims.email]), [])
})

test('groups that Entra leaves out are unknown: nobody is let in, nothing changes, and the trail has the way out', async () => {
  const { id, session, claims } = await someone('auditors')
  const before = await rightsOf(id)
  const left = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }
  const events = await eventsOf('groupsUnknown')
  for (const over of [left, { hasgroups: true }, { groups: [{ id: 'auditors' }] }]) {
    const refused = await enter({ ...claims, ...over })
    assert.equal(refused.status, 401)
    assert.match(refused.body.message, /does not say which groups/)
  }
  assert.match(await lastRefusal(p, 'too many'), /app roles.*SCIM/)
  assert.deepEqual(await rightsOf(id), before)
  assert.equal((await p.call('GET', '/api/workspace/session', { cookie: session })).status, 200)
  assert.equal((await enter({ ...somebody(), ...left })).status, 401)
  assert.equal((await eventsOf('groupsUnknown')).length, events.length + 1, 'one a day')
})

test('new rules reach everybody at once; without rules people are managed by hand', async () => {
  const one = await someone('auditors')
  const other = await someone('north')
  const { changed, suspended } = await setRules([{ group: 'north', role: 'contributor' }])
  assert.ok(changed >= 2 && suspended >= 1)
  assert.deepEqual(await rightsOf(other.id), { ...mapped, role: 'contributor', unitIds: undefined, suspended: false })
  assert.equal((await rightsOf(one.id)).status, 'disabled')
  assert.equal((await p.call('GET', '/api/workspace/session', { cookie: one.session })).status, 401)
  await setRules([
    { group: 'north', role: 'contributor' },
    { group: 'auditors', role: 'auditor' },
  ])
  assert.equal((await rightsOf(one.id)).status, 'active')
  const { released } = await setRules([])
  assert.ok(released >= 2)
  assert.deepEqual((await rightsOf(other.id)).mappedFrom, undefined)
  assert.equal((await asAdmin('PATCH', `/people/${other.id}`, { role: 'auditor' })).status, 200)
  assert.equal((await other.enter('north')).body.person.role, 'auditor')
})

test('rules are one for each group, with units that exist and few enough for a person', async () => {
  const rule = { source: 'single_sign_on', group: 'x', role: 'auditor' }
  const unknown = 'unt_0000000000ZZZZZZZZZZZZZZZZ'
  const wrong: readonly [object[], number][] = [
    [[rule, { ...rule, role: 'reviewer' }], 400],
    [[{ ...rule, role: 'admin', unitIds: [units.north] }], 400],
    [[{ ...rule, unitIds: [unknown] }], 404],
    [[{ ...rule, unitIds: [] }], 400],
    [[{ ...rule, group: '' }], 400],
    [[{ ...rule, source: 'saml' }], 400],
    [Array.from({ length: 501 }, (_, i) => ({ ...rule, group: `g${i}` })), 400],
  ]
  for (const [rules, expected] of wrong)
    assert.equal(
      (await asAdmin('POST', '/group-rules', { rules })).status,
      expected,
      JSON.stringify(rules).slice(0, 90),
    )
  await setRules([rule, { ...rule, source: 'scim' }])
  const { body } = await asAdmin('GET', '/group-rules')
  assert.deepEqual(body.rules, [rule, { ...rule, source: 'scim' }])
})

test('a person managed by hand stays so until an administrator lets groups decide, and back', async () => {
  await setRules([{ group: 'auditors', role: 'auditor' }])
  const { body } = await enter({ sub: 'reviewer', email: 'reviewer@acme.example', email_verified: true, groups: [] })
  const { id } = body.person
  assert.equal(body.person.role, 'reviewer')
  const source = (source: string) => asAdmin('POST', `/people/${id}/access-source`, { source })
  assert.equal((await source('groups')).status, 422)
  await enter({ sub: 'reviewer', groups: ['auditors'] })
  assert.equal((await rightsOf(id)).role, 'reviewer')
  const handed = await source('groups')
  assert.deepEqual([handed.status, handed.body.role, handed.body.mappedFrom], [200, 'auditor', 'single_sign_on'])
  const back = await source('hand')
  assert.deepEqual([back.status, back.body.role, back.body.mappedFrom], [200, 'auditor', undefined])
  assert.equal((await asAdmin('PATCH', `/people/${id}`, { role: 'reviewer' })).status, 200)
})

test('the default role of the provider, if the workspace wants it, and everybody mapped at their next sign-on', async () => {
  const { issuer } = forger
  await setRules([{ group: 'auditors', role: 'auditor' }])
  await useProvider(p, {
    ...{ issuer, createPeople: true, defaultRole: 'contributor' },
    ...{ withoutGroup: 'default_role', mapPeople: 'all' },
  })
  const { body } = await enter({ ...somebody(), groups: [] })
  const { role, mappedGrant } = await rightsOf(body.person.id)
  assert.deepEqual([role, mappedGrant], ['contributor', 'default_role'])
  const reviewer = await enter({ sub: 'reviewer', groups: ['auditors'] })
  assert.equal(reviewer.body.person.role, 'auditor')
  // With another setting they have no access, at once.
  await useProvider(p, { issuer, createPeople: true, mapPeople: 'all' })
  assert.equal((await rightsOf(body.person.id)).status, 'disabled')
})

test('the last administrator stays one, managed by hand, with an event; another one does not', async () => {
  await setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'admins', role: 'admin' },
  ])
  const admin = { sub: 'admin', email: 'admin@acme.example', email_verified: true }
  const entered = await enter({ ...admin, groups: ['auditors'] })
  assert.deepEqual(
    [entered.status, entered.body.person.role, entered.body.person.mappedFrom],
    [200, 'admin', undefined],
  )
  assert.equal((await eventsOf('lastAdministratorKept')).length, 1)
  await enter({ ...admin, groups: [] })
  assert.equal((await eventsOf('lastAdministratorKept')).length, 1, 'one a day')
  const second = await someone('admins')
  assert.equal((await enter({ ...admin, groups: ['admins'] })).body.person.mappedFrom, 'single_sign_on')
  assert.equal((await second.enter('auditors')).body.person.role, 'auditor')
  // A rule less: of two mapped administrators one stays.
  await setRules([{ group: 'auditors', role: 'auditor' }])
  const { role, mappedFrom } = await rightsOf(entered.body.person.id)
  assert.deepEqual([role, mappedFrom], ['admin', undefined])
})

test('without the provider its people are managed by hand, with the access that they have', async () => {
  const { id } = await someone('auditors')
  p.clock.advance(hour)
  assert.equal((await asAdmin('DELETE', '/identity-provider')).status, 204)
  const { role, status, mappedFrom } = await rightsOf(id)
  assert.deepEqual([role, status, mappedFrom], ['auditor', 'active', undefined])
})
