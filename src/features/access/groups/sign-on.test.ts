import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Groups, startGroups } from '#test/group-sign-on.ts'
import { lastRefusal } from '#test/sign-on.ts'

let g: Groups
let units: Record<'north' | 'south', string>
before(async () => {
  g = await startGroups()
  units = { north: await g.unit('north'), south: await g.unit('south') }
})
after(() => g[Symbol.asyncDispose]())

test('a new person gets what their groups give, and is mapped', async () => {
  await g.setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'north', role: 'reviewer', unitIds: [units.north] },
    { group: 'south', role: 'reviewer', unitIds: [units.south] },
  ])
  const claims = g.somebody()
  const { status, body, text } = await g.enter({ ...claims, groups: ['auditors', 'south', 'north', 'others'] })
  assert.equal(status, 200, text)
  assert.deepEqual(await g.rightsOf(body.person.id), {
    role: 'reviewer',
    unitIds: [units.north, units.south],
    status: 'active',
    mappedFrom: 'single_sign_on',
    mappedGrant: 'groups',
    suspended: undefined,
  })
  const groups = await g.asAdmin('GET', `/people/${body.person.id}/groups`)
  assert.deepEqual(
    groups.body.received.map(({ source, matching }: { source: string; matching: string[] }) => [source, matching]),
    [['single_sign_on', ['auditors', 'south', 'north']]],
  )
})

const mapped = { status: 'active', mappedFrom: 'single_sign_on', mappedGrant: 'groups' } as const

test('access that groups decide cannot be changed by hand; a name can be, and access can be revoked at once', async () => {
  const { id, enter: again } = await g.someone('auditors')
  const patch = (body: object) => g.asAdmin('PATCH', `/people/${id}`, body)
  for (const body of [
    { role: 'admin' },
    { role: 'auditor' },
    { unitIds: [units.north] },
    { unitIds: null, name: 'X' },
  ]) {
    const { status, body: answer } = await patch(body)
    assert.deepEqual([status, answer.error], [409, 'conflict'])
    assert.match(answer.message, /^Groups at the identity provider decide.*rules.*by hand/)
  }
  assert.equal((await patch({ name: 'Another name' })).status, 200)
  assert.deepEqual((await patch({ disabled: true })).body.status, 'disabled')
  const refused = await again('auditors')
  assert.deepEqual([refused.status, (await g.rightsOf(id)).status], [401, 'disabled'])
  assert.equal((await patch({ disabled: false })).status, 200)
  assert.equal((await again('auditors')).status, 200)
})

test('each sign-on changes role and units, with an audit row of the provider and an event for an administrator', async () => {
  await g.setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'admins', role: 'admin' },
    { group: 'north', role: 'reviewer', unitIds: [units.north] },
  ])
  const { id, session, enter: again } = await g.someone('north')
  const before = await g.eventsOf('administratorAdded')
  assert.equal((await again('admins', 'north')).body.person.role, 'admin')
  const rights = await g.rightsOf(id)
  assert.deepEqual([rights.role, rights.unitIds], ['admin', undefined])
  const [event, ...older] = await g.eventsOf('administratorAdded')
  assert.deepEqual([event?.context.personId, older.length], [id, before.length])
  // An earlier session has the new role, too.
  assert.equal((await g.p.call('GET', '/api/workspace/group-rules', { cookie: session })).status, 200)
  assert.equal((await again('auditors')).body.person.role, 'auditor')
  assert.equal((await g.p.call('GET', '/api/workspace/group-rules', { cookie: session })).status, 403)
  const rows = await g.p.sql(
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
  const { id, session, enter: again } = await g.someone('auditors')
  const open = () => g.p.call('GET', '/api/workspace/session', { cookie: session })
  assert.equal((await open()).status, 200)
  const refused = await again('others')
  assert.equal(refused.status, 401)
  assert.match(refused.body.message, /none of your groups gives access/)
  assert.equal(await lastRefusal(g.p, 'no group'), 'single sign-on: no group gives access')
  assert.equal((await open()).status, 401)
  const { status, mappedGrant, suspended } = await g.rightsOf(id)
  assert.deepEqual([status, mappedGrant, suspended], ['disabled', 'none', true])
  const enabled = await g.asAdmin('PATCH', `/people/${id}`, { disabled: false })
  assert.deepEqual([enabled.status, enabled.body.error], [409, 'conflict'])
  assert.equal((await again('auditors')).status, 200)
  assert.equal((await g.rightsOf(id)).status, 'active')
  // After they are disabled by hand, no group enables them.
  await again()
  assert.equal((await g.asAdmin('PATCH', `/people/${id}`, { disabled: true })).body.suspended, false)
  assert.equal((await again('auditors')).status, 401)
  assert.equal((await g.rightsOf(id)).status, 'disabled')
})

test('a new person without a matching group is not created', async () => {
  const claims = g.somebody()
  assert.equal((await g.enter({ ...claims, groups: ['others'] })).status, 401)
  assert.deepEqual(await g.p.sql(`select from person where record::json ->> 'email' = $1`, [claims.email]), [])
})

test('groups that Entra omits are unknown: no one is let in, nothing changes, and the trail says what to do', async () => {
  const { id, session, claims } = await g.someone('auditors')
  const before = await g.rightsOf(id)
  const left = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }
  const events = await g.eventsOf('groupsUnknown')
  for (const over of [left, { hasgroups: true }, { groups: [{ id: 'auditors' }] }]) {
    const refused = await g.enter({ ...claims, ...over })
    assert.equal(refused.status, 401)
    assert.match(refused.body.message, /did not send your groups/)
  }
  assert.match(await lastRefusal(g.p, 'too many'), /app roles.*SCIM/)
  assert.deepEqual(await g.rightsOf(id), before)
  assert.equal((await g.p.call('GET', '/api/workspace/session', { cookie: session })).status, 200)
  assert.equal((await g.enter({ ...g.somebody(), ...left })).status, 401)
  assert.equal((await g.eventsOf('groupsUnknown')).length, events.length + 1, 'one a day')
})

test('a group with control characters in its name makes groups unknown, and the trail says so', async () => {
  const claims = g.somebody()
  for (const group of ['a\u0000b', 'a\nb', '\ud800']) {
    const { status, body } = await g.enter({ ...claims, groups: ['auditors', group] })
    assert.deepEqual([status, body.error], [401, 'unauthorized'])
    assert.match(
      await lastRefusal(g.p, 'groups are not known'),
      /The claim groups contains a group name with control characters/,
    )
  }
})

test('new rules apply to everyone at once; without rules people are managed by hand', async () => {
  const one = await g.someone('auditors')
  const other = await g.someone('north')
  const { changed, suspended } = await g.setRules([{ group: 'north', role: 'contributor' }])
  assert.ok(changed >= 2 && suspended >= 1)
  assert.deepEqual(await g.rightsOf(other.id), { ...mapped, role: 'contributor', unitIds: undefined, suspended: false })
  assert.equal((await g.rightsOf(one.id)).status, 'disabled')
  assert.equal((await g.p.call('GET', '/api/workspace/session', { cookie: one.session })).status, 401)
  await g.setRules([
    { group: 'north', role: 'contributor' },
    { group: 'auditors', role: 'auditor' },
  ])
  assert.equal((await g.rightsOf(one.id)).status, 'active')
  const { released } = await g.setRules([])
  assert.ok(released >= 2)
  assert.deepEqual((await g.rightsOf(other.id)).mappedFrom, undefined)
  assert.equal((await g.asAdmin('PATCH', `/people/${other.id}`, { role: 'auditor' })).status, 200)
  assert.equal((await other.enter('north')).body.person.role, 'auditor')
})

test('there is one rule for each group, its units exist, and they are few enough for a person', async () => {
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
      (await g.asAdmin('POST', '/group-rules', { rules })).status,
      expected,
      JSON.stringify(rules).slice(0, 90),
    )
  await g.setRules([rule, { ...rule, source: 'scim' }])
  const { body } = await g.asAdmin('GET', '/group-rules')
  assert.deepEqual(body.rules, [rule, { ...rule, source: 'scim' }])
})

test('a person managed by hand stays so until an administrator lets groups decide, and can be managed by hand again', async () => {
  await g.setRules([{ group: 'auditors', role: 'auditor' }])
  const { body } = await g.enter({ sub: 'reviewer', email: 'reviewer@acme.example', email_verified: true, groups: [] })
  const { id } = body.person
  assert.equal(body.person.role, 'reviewer')
  const source = (source: string) => g.asAdmin('POST', `/people/${id}/access-source`, { source })
  assert.equal((await source('groups')).status, 422)
  await g.enter({ sub: 'reviewer', groups: ['auditors'] })
  assert.equal((await g.rightsOf(id)).role, 'reviewer')
  const handed = await source('groups')
  assert.deepEqual([handed.status, handed.body.role, handed.body.mappedFrom], [200, 'auditor', 'single_sign_on'])
  const back = await source('hand')
  assert.deepEqual([back.status, back.body.role, back.body.mappedFrom], [200, 'auditor', undefined])
  assert.equal((await g.asAdmin('PATCH', `/people/${id}`, { role: 'reviewer' })).status, 200)
})
