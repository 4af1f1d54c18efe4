import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sha256Hex } from '#lib/hash.ts'
import { recordText } from '#test/record-text.ts'
import { boot, type Probata } from '#test/system.ts'

const path = '/api/workspace/evidence-requirements'
const v1 = '/api/v1/governance/evidence/requirements'
const reason = 'agreed in the control forum'

let p: Probata
let admin: string
let token: string

before(async () => {
  p = await boot()
  admin = await p.signIn('admin@acme.example')
  token = await p.token('acme-reader')
})
after(() => p[Symbol.asyncDispose]())

const create = (requirementKey: string, overrides: Record<string, unknown> = {}, cookie = admin) =>
  p.call('POST', path, { cookie, body: { requirementKey, title: 'Access review', reason, ...overrides } })

const update = (id: string, body: Record<string, unknown>, cookie = admin) =>
  p.call('PATCH', `${path}/${id}`, { cookie, body: { reason, ...body } })

// The fields of interface section 2.1, in order.
const fields = [
  'id',
  'requirementKey',
  'title',
  'description',
  'status',
  'subjectModuleKey',
  'subjectResourceType',
  'createdAt',
  'updatedAt',
]

/** Renders the workspace's record as v1 shows it. */
const publicText = (record: Record<string, unknown>) => {
  const { validityDays: _, retentionYears: __, reviewersRequired: ___, ...rest } = record
  const { owner: ____, nextStatuses: _____, etag: ______, ...requirement } = rest
  return JSON.stringify(requirement)
}

test('2.1: a requirement created in the workspace is readable in the workspace and in v1', async () => {
  const created = await create('ACC-01', {
    description: 'Twice a year',
    subjectModuleKey: 'controls',
    validityDays: 180,
  })
  assert.equal(created.status, 201)
  assert.deepEqual(Object.keys(created.body), [
    ...fields,
    'validityDays',
    'retentionYears',
    'reviewersRequired',
    'owner',
    'nextStatuses',
    'etag',
  ])
  const { id, createdAt, updatedAt, etag: _, ...rest } = created.body
  assert.match(id, /^ger_[0-9A-Z]{26}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(updatedAt, createdAt)
  assert.deepEqual(rest, {
    requirementKey: 'ACC-01',
    title: 'Access review',
    description: 'Twice a year',
    status: 'draft',
    subjectModuleKey: 'controls',
    subjectResourceType: null,
    validityDays: 180,
    retentionYears: null,
    reviewersRequired: 1,
    owner: null,
    nextStatuses: ['active', 'retired'],
  })
  const detail = await p.call('GET', `${v1}/${id}`, { token })
  assert.deepEqual([detail.status, recordText(detail.text)], [200, publicText(created.body)])
  const { body: list } = await p.call('GET', `${path}?limit=1`, { cookie: admin })
  assert.deepEqual(list.requirements, [created.body])
  const [event] = await p.sql(`select type, body::json->>'data' as data from outbox_event where body like $1`, [
    `%${id}%`,
  ])
  assert.deepEqual(event, {
    type: 'evidence.requirement.created',
    data: `{"evidenceRequirement":${publicText(created.body)}}`,
  })
})

test('the key is unique in the workspace; the initial status is draft or active', async () => {
  assert.equal((await create('ACC-02', { status: 'active' })).body.status, 'active')
  const duplicate = await create('ACC-02')
  assert.deepEqual([duplicate.status, duplicate.body.error], [409, 'conflict'])
  assert.equal((await create('ACC-02', {}, await p.signIn('admin@globex.example'))).status, 201)
  const invalidInputs = [
    { status: 'retired' },
    { validityDays: 0 },
    { validityDays: 36_501 },
    { validityDays: 1.5 },
    { title: '' },
    { title: ' ' },
    { title: undefined },
    { reason: 'too short' },
    { description: 'x'.repeat(10_001) },
    { claimKey: 'x' },
  ]
  for (const overrides of invalidInputs) {
    const { status, body } = await create('ACC-03', overrides)
    assert.deepEqual([status, body.error], [400, 'invalid_request'], JSON.stringify(overrides))
  }
  const owner = await create('ACC-03', { ownerId: 'prs_00000000000000000000000000' })
  assert.deepEqual([owner.status, owner.body.error], [422, 'unprocessable'])
})

// The transitions of open points "Evidence", written out instead of derived from the code.
const transitions: [from: string, to: string, status: number][] = [
  ['draft', 'draft', 422],
  ['draft', 'active', 200],
  ['draft', 'retired', 200],
  ['active', 'draft', 422],
  ['active', 'active', 422],
  ['active', 'retired', 200],
  ['retired', 'draft', 422],
  ['retired', 'active', 200],
  ['retired', 'retired', 422],
]
const pathTo: Record<string, string[]> = { draft: [], active: ['active'], retired: ['retired'] }

for (const [from, to, expected] of transitions) {
  test(`3.1: ${from} → ${to} responds with ${expected}`, async () => {
    const { body } = await create(`FLOW-${from}-${to}`)
    for (const status of pathTo[from] ?? []) assert.equal((await update(body.id, { status })).status, 200)
    const before = await p.call('GET', `${v1}/${body.id}`, { token })
    p.clock.advance(5)
    const changed = await update(body.id, { status: to })
    assert.equal(changed.status, expected)
    const after = await p.call('GET', `${v1}/${body.id}`, { token })
    assert.equal(recordText(after.text), expected === 200 ? publicText(changed.body) : recordText(before.text))
    if (expected === 422) return assert.match(changed.body.message, new RegExp(from))
    assert.equal(changed.body.status, to)
    assert.ok(changed.body.updatedAt > before.body.updatedAt)
    const rows = await p.sql('select record from audit_event where resource_id = $1 order by id desc limit 1', [
      body.id,
    ])
    const [auditEvent] = rows.map(({ record }) => JSON.parse(String(record)))
    assert.deepEqual(
      [auditEvent.action, auditEvent.reason, auditEvent.beforeDigest, auditEvent.afterDigest],
      ['evidence.requirement.update', reason, sha256Hex(recordText(before.text)), sha256Hex(recordText(after.text))],
    )
  })
}

test('changing some fields leaves the others unchanged', async () => {
  const { body } = await create('ACC-04', { subjectModuleKey: 'controls' })
  const changed = await update(body.id, { title: 'Access review of vaults', subjectModuleKey: null, validityDays: 90 })
  const { updatedAt: _, etag: etagAfter, ...rest } = changed.body
  const { updatedAt: __, etag, ...expected } = body
  assert.notEqual(etagAfter, etag)
  assert.deepEqual(rest, { ...expected, title: 'Access review of vaults', subjectModuleKey: null, validityDays: 90 })
  for (const overrides of [{ requirementKey: 'X' }, { id: 'X' }, { title: null }])
    assert.equal((await update(body.id, overrides)).status, 400, JSON.stringify(overrides))
})

test('only administrators of the workspace may create and change requirements', async () => {
  const { body } = await create('ACC-05')
  for (const role of ['reviewer', 'contributor', 'auditor']) {
    const cookie = await p.signIn(`${role}@acme.example`)
    const responses = [await create('ACC-07', {}, cookie), await update(body.id, { title: 'Mine' }, cookie)]
    for (const { status, body } of responses) assert.deepEqual([status, body.error], [403, 'forbidden_resource'])
    assert.equal((await p.call('GET', path, { cookie })).status, 200)
  }
  const foreign = await update(body.id, { title: 'Ours' }, await p.signIn('admin@globex.example'))
  const unknown = await update('ger_00000000000000000000000000', { title: 'Ours' })
  assert.deepEqual([foreign.status, foreign.body.message], [404, unknown.body.message])
  const machine = await p.call('POST', v1, { token: await p.token('acme-scanner'), body: {} })
  assert.equal(machine.status, 405, 'machines only read requirements')
})

test('4.2: the list is filtered by status', async () => {
  for (const status of ['draft', 'active', 'retired']) {
    const { body } = await p.call('GET', `${v1}?status=${status}&limit=200`, { token })
    const [row] = await p.sql(
      `select count(*)::int as count from evidence_requirement r join organization o on o.id = r.organization_id
        where slug = 'acme' and status = $1`,
      [status],
    )
    assert.equal(body.requirements.length, row?.count)
    for (const requirement of body.requirements) assert.equal(requirement.status, status)
  }
  const { status, body } = await p.call('GET', `${v1}?status=open`, { token })
  assert.deepEqual([status, body.error, body.issues[0].path], [400, 'invalid_request', ['status']])
})

test('a change based on an old version is rejected, and the response names the newer change and its author', async () => {
  const { body: original } = await create('ACC-TWO-TABS', { title: 'As both see it' })
  const save = (title: string, etag: string) =>
    p.call('PATCH', `${path}/${original.id}`, { cookie: admin, headers: { 'if-match': etag }, body: { title, reason } })
  const first = await save('Of the first tab', original.etag)
  assert.equal(first.status, 200)
  const second = await save('Of the second tab', original.etag)
  assert.equal(second.status, 412)
  const { changed, current } = second.body
  const { kind, name } = changed.by
  assert.deepEqual([changed.action, kind, name], ['evidence.requirement.update', 'person', 'admin of acme'])
  assert.equal(changed.at, first.body.updatedAt)
  assert.deepEqual(current, first.body)
  const agreed = await save('Of the second tab', current.etag)
  assert.deepEqual([agreed.status, agreed.body.title], [200, 'Of the second tab'])
})

test('the ETag depends on the editable fields, not on incoming proof', async () => {
  const { body: original } = await create('ACC-FRESH', { status: 'active', validityDays: 90 })
  const days = await update(original.id, { validityDays: 30 })
  assert.notEqual(days.body.etag, original.etag)
  await p.sql('update evidence_requirement set fresh_until = 1 where id = $1', [original.id])
  const { body: read } = await p.call('GET', `${path}/${original.id}`, { cookie: admin })
  assert.equal(read.etag, days.body.etag)
})
