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

test('a new person gets the access of their groups and is mapped', async () => {
  await g.setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'north', role: 'reviewer', unitIds: [units.north] },
    { group: 'south', role: 'reviewer', unitIds: [units.south] },
  ])
  const claims = g.newClaims()
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

const mappedFields = { status: 'active', mappedFrom: 'single_sign_on', mappedGrant: 'groups' } as const

test('the access of a mapped person cannot be changed manually, but their name can, and they can be disabled at once', async () => {
  const { id, enter: signOnAgain } = await g.someone('auditors')
  const patch = (body: object) => g.asAdmin('PATCH', `/people/${id}`, body)
  for (const body of [
    { role: 'admin' },
    { role: 'auditor' },
    { unitIds: [units.north] },
    { unitIds: null, name: 'X' },
  ]) {
    const response = await patch(body)
    assert.deepEqual([response.status, response.body.error], [409, 'conflict'])
    assert.match(response.body.message, /^Groups at the identity provider decide.*rules.*by hand/)
  }
  assert.equal((await patch({ name: 'Another name' })).status, 200)
  assert.deepEqual((await patch({ disabled: true })).body.status, 'disabled')
  const rejected = await signOnAgain('auditors')
  assert.deepEqual([rejected.status, (await g.rightsOf(id)).status], [401, 'disabled'])
  assert.equal((await patch({ disabled: false })).status, 200)
  assert.equal((await signOnAgain('auditors')).status, 200)
})

test('each sign-on updates role and units, with an audit row, and an event for a new administrator', async () => {
  await g.setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'admins', role: 'admin' },
    { group: 'north', role: 'reviewer', unitIds: [units.north] },
  ])
  const { id, session, enter: signOnAgain } = await g.someone('north')
  const before = await g.eventsOf('administratorAdded')
  assert.equal((await signOnAgain('admins', 'north')).body.person.role, 'admin')
  const rights = await g.rightsOf(id)
  assert.deepEqual([rights.role, rights.unitIds], ['admin', undefined])
  const [event, ...older] = await g.eventsOf('administratorAdded')
  assert.deepEqual([event?.context.personId, older.length], [id, before.length])
  // An earlier session also gets the new role.
  assert.equal((await g.p.call('GET', '/api/workspace/group-rules', { cookie: session })).status, 200)
  assert.equal((await signOnAgain('auditors')).body.person.role, 'auditor')
  assert.equal((await g.p.call('GET', '/api/workspace/group-rules', { cookie: session })).status, 403)
  const rows = await g.p.sql(
    `select record::json ->> 'actorId' as actor, record::json ->> 'detail' as detail from audit_event
      where action = 'person.map' and resource_id = $1 order by id`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ actor, detail }) => [actor, detail]),
    [
      ['single_sign_on', 'single_sign_on: admin'],
      ['single_sign_on', 'single_sign_on: auditor'],
    ],
  )
})

test('losing the last matching group ends sessions and rejects the sign-on; the next matching group restores access', async () => {
  const { id, session, enter: signOnAgain } = await g.someone('auditors')
  const open = () => g.p.call('GET', '/api/workspace/session', { cookie: session })
  assert.equal((await open()).status, 200)
  const rejected = await signOnAgain('others')
  assert.equal(rejected.status, 401)
  assert.match(rejected.body.message, /none of your groups gives access/)
  assert.equal(await lastRefusal(g.p, 'no group'), 'single sign-on: no group gives access')
  assert.equal((await open()).status, 401)
  const { status, mappedGrant, suspended } = await g.rightsOf(id)
  assert.deepEqual([status, mappedGrant, suspended], ['disabled', 'none', true])
  const enabled = await g.asAdmin('PATCH', `/people/${id}`, { disabled: false })
  assert.deepEqual([enabled.status, enabled.body.error], [409, 'conflict'])
  assert.equal((await signOnAgain('auditors')).status, 200)
  assert.equal((await g.rightsOf(id)).status, 'active')
  // No group enables a person whom an administrator disabled.
  await signOnAgain()
  assert.equal((await g.asAdmin('PATCH', `/people/${id}`, { disabled: true })).body.suspended, false)
  assert.equal((await signOnAgain('auditors')).status, 401)
  assert.equal((await g.rightsOf(id)).status, 'disabled')
})

test('a new person without a matching group is not created', async () => {
  const claims = g.newClaims()
  assert.equal((await g.enter({ ...claims, groups: ['others'] })).status, 401)
  assert.deepEqual(await g.p.sql(`select from person where record::json ->> 'email' = $1`, [claims.email]), [])
})

test('a sign-on whose groups Entra omitted is rejected and changes nothing, and the audit trail says what to do', async () => {
  const { id, session, claims } = await g.someone('auditors')
  const before = await g.rightsOf(id)
  const omittedGroups = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example' } },
  }
  const events = await g.eventsOf('groupsUnknown')
  for (const claimChanges of [omittedGroups, { hasgroups: true }, { groups: [{ id: 'auditors' }] }]) {
    const rejected = await g.enter({ ...claims, ...claimChanges })
    assert.equal(rejected.status, 401)
    assert.match(rejected.body.message, /did not send your groups/)
  }
  assert.match(await lastRefusal(g.p, 'too many'), /app roles.*SCIM/)
  assert.deepEqual(await g.rightsOf(id), before)
  assert.equal((await g.p.call('GET', '/api/workspace/session', { cookie: session })).status, 200)
  assert.equal((await g.enter({ ...g.newClaims(), ...omittedGroups })).status, 401)
  assert.equal((await g.eventsOf('groupsUnknown')).length, events.length + 1, 'at most one event a day')
})

test('a group name with control characters invalidates the groups claim, and the audit trail says so', async () => {
  const claims = g.newClaims()
  for (const group of ['a\u0000b', 'a\nb', '\ud800']) {
    const { status, body } = await g.enter({ ...claims, groups: ['auditors', group] })
    assert.deepEqual([status, body.error], [401, 'unauthorized'])
    assert.match(
      await lastRefusal(g.p, 'groups are not known'),
      /The claim groups contains a group name with control characters/,
    )
  }
})

test('new rules apply to everyone at once; without rules, people are managed manually again', async () => {
  const fromAuditors = await g.someone('auditors')
  const fromNorth = await g.someone('north')
  const { changed, suspended } = await g.setRules([{ group: 'north', role: 'contributor' }])
  assert.ok(changed >= 2 && suspended >= 1)
  assert.deepEqual(await g.rightsOf(fromNorth.id), {
    ...mappedFields,
    role: 'contributor',
    unitIds: undefined,
    suspended: false,
  })
  assert.equal((await g.rightsOf(fromAuditors.id)).status, 'disabled')
  assert.equal((await g.p.call('GET', '/api/workspace/session', { cookie: fromAuditors.session })).status, 401)
  await g.setRules([
    { group: 'north', role: 'contributor' },
    { group: 'auditors', role: 'auditor' },
  ])
  assert.equal((await g.rightsOf(fromAuditors.id)).status, 'active')
  const { released } = await g.setRules([])
  assert.ok(released >= 2)
  assert.deepEqual((await g.rightsOf(fromNorth.id)).mappedFrom, undefined)
  assert.equal((await g.asAdmin('PATCH', `/people/${fromNorth.id}`, { role: 'auditor' })).status, 200)
  assert.equal((await fromNorth.enter('north')).body.person.role, 'auditor')
})

test('invalid rules are rejected: duplicate groups, unknown or misplaced units, and too many rules', async () => {
  const rule = { source: 'single_sign_on', group: 'x', role: 'auditor' }
  const unknown = 'unt_0000000000ZZZZZZZZZZZZZZZZ'
  const invalidRules: readonly [object[], number][] = [
    [[rule, { ...rule, role: 'reviewer' }], 400],
    [[{ ...rule, role: 'admin', unitIds: [units.north] }], 400],
    [[{ ...rule, unitIds: [unknown] }], 404],
    [[{ ...rule, unitIds: [] }], 400],
    [[{ ...rule, group: '' }], 400],
    [[{ ...rule, source: 'saml' }], 400],
    [Array.from({ length: 501 }, (_, i) => ({ ...rule, group: `g${i}` })), 400],
  ]
  for (const [rules, expected] of invalidRules)
    assert.equal(
      (await g.asAdmin('POST', '/group-rules', { rules })).status,
      expected,
      JSON.stringify(rules).slice(0, 90),
    )
  await g.setRules([rule, { ...rule, source: 'scim' }])
  const { body } = await g.asAdmin('GET', '/group-rules')
  assert.deepEqual(body.rules, [rule, { ...rule, source: 'scim' }])
})

test('a person is managed manually until an administrator lets groups decide, and can be switched back', async () => {
  await g.setRules([{ group: 'auditors', role: 'auditor' }])
  const { body } = await g.enter({ sub: 'reviewer', email: 'reviewer@acme.example', email_verified: true, groups: [] })
  const { id } = body.person
  assert.equal(body.person.role, 'reviewer')
  const setSource = (source: string) => g.asAdmin('POST', `/people/${id}/access-source`, { source })
  assert.equal((await setSource('groups')).status, 422)
  await g.enter({ sub: 'reviewer', groups: ['auditors'] })
  assert.equal((await g.rightsOf(id)).role, 'reviewer')
  const mapped = await setSource('groups')
  assert.deepEqual([mapped.status, mapped.body.role, mapped.body.mappedFrom], [200, 'auditor', 'single_sign_on'])
  const unmapped = await setSource('hand')
  assert.deepEqual([unmapped.status, unmapped.body.role, unmapped.body.mappedFrom], [200, 'auditor', undefined])
  assert.equal((await g.asAdmin('PATCH', `/people/${id}`, { role: 'reviewer' })).status, 200)
})
