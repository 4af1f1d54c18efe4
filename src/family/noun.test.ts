import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { Line, Nullable, Timestamp } from '#http/schema.ts'
import { agreementsOf } from '#test/family-rows.ts'
import { boot, type Probata } from '#test/system.ts'
import { DescriptionField, KeyField, noun, StatusOf } from './noun.ts'
import { person, refersTo } from './reference.ts'

const flow = { planned: ['done'], done: ['planned'] } as const

/** A noun that exists only in this test. */
const drills = noun({
  name: 'TestDrill',
  prefix: 'xfd',
  fields: {
    testDrillKey: KeyField(),
    title: Line(500),
    description: DescriptionField,
    status: StatusOf(flow),
    ownerId: Nullable(refersTo(person)),
    requirementId: refersTo({ table: 'evidence_requirement', label: 'evidence requirement', prefix: 'ger' }),
    minutes: Type.Integer({ minimum: 1 }),
    heldAt: Nullable(Timestamp),
  },
  flow,
  tag: 'Governance',
  scope: 'governance.evidence:read',
  shows: ['list', 'detail'],
  writes: { begins: ['planned', 'done'] },
})

const table = `
  create table test_drill (
    organization_id identifier not null references organization (id),
    id identifier not null,
    test_drill_key text collate "C" not null,
    status text not null check (status in ('planned', 'done')),
    owner_id identifier,
    requirement_id identifier not null,
    record text not null,
    primary key (organization_id, id),
    constraint test_drill_key unique (organization_id, test_drill_key),
    foreign key (organization_id, owner_id) references person (organization_id, id),
    foreign key (organization_id, requirement_id) references evidence_requirement (organization_id, id)
  );
  select protect_tenant_table('test_drill', 'select, insert, update, delete')`

const path = '/api/workspace/test-drills'
const v1 = '/api/v1/governance/test-drills'
const reason = 'the yearly evacuation drill'

let p: Probata
let cookie: string
let token: string
let requirementId: string

before(async () => {
  p = await boot({ endpoints: drills.endpoints })
  await p.sql(table)
  cookie = await p.signIn('contributor@acme.example')
  token = await p.token('acme-scanner')
  const { body } = await p.call('GET', '/api/v1/governance/evidence/requirements?status=active', { token })
  requirementId = body.requirements[0].id
})
after(() => p[Symbol.asyncDispose]())

const input = (testDrillKey: string, over: Readonly<Record<string, unknown>> = {}) => ({
  testDrillKey,
  title: 'Evacuation',
  minutes: 12,
  requirementId,
  reason,
  ...over,
})

const create = (key: string, over = {}) => p.call('POST', path, { cookie, body: input(key, over) })

test('one declaration creates and changes records, and serves lists and details on both surfaces', async () => {
  const response = await create('2026', { heldAt: '2026-11-20T12:00:00+02:00' })
  assert.equal(response.status, 201, response.text)
  const { id, createdAt, updatedAt, etag, ...written } = response.body
  assert.match(id, /^xfd_/)
  assert.equal(updatedAt, createdAt)
  assert.deepEqual(written, {
    testDrillKey: '2026',
    title: 'Evacuation',
    description: '',
    status: 'planned',
    ownerId: null,
    requirementId,
    minutes: 12,
    heldAt: '2026-11-20T10:00:00.000Z',
  })
  const { body: session } = await p.call('GET', '/api/workspace/session', { cookie })
  const changes = { status: 'done', minutes: 7, ownerId: session.person.id }
  const change = () =>
    p.call('PATCH', `${path}/${id}`, { cookie, body: { ...changes, reason }, headers: { 'if-match': etag } })
  const changed = await change()
  const now = { updatedAt: changed.body.updatedAt, etag: changed.body.etag }
  assert.deepEqual(changed.body, { ...response.body, ...changes, ...now })
  assert.equal((await change()).status, 412)
  for (const [root, caller, record] of [
    [path, { cookie }, changed.text],
    [v1, { token }, changed.text],
  ] as const) {
    const detail = await p.call('GET', `${root}/${id}`, caller)
    assert.deepEqual([detail.text, detail.headers.get('etag')], [record, now.etag])
    for (const query of ['', '?status=done', `?requirementId=${requirementId}&status=done`, '?testDrillKey=2026'])
      assert.equal((await p.call('GET', root + query, caller)).text, `{"testDrills":[${record}],"pagination":{}}`)
    assert.equal((await p.call('GET', `${root}?status=planned`, caller)).text, '{"testDrills":[],"pagination":{}}')
  }
  const [row] = await p.sql('select t.*, t.record::jsonb as r from test_drill t')
  assert.ok(row)
  for (const [column, agreed] of Object.entries(agreementsOf(drills))) {
    const [{ value } = {}] = await p.sql(`select ${agreed} as value from (select $1::jsonb as r) j`, [row.r])
    assert.equal(row[column], value, column)
  }
})

test('input is validated', async () => {
  assert.equal((await create('twice')).status, 201)
  const other = await p.token('globex-scanner')
  const { body } = await p.call('GET', '/api/v1/governance/evidence/requirements', { token: other })
  const cases: readonly [Readonly<Record<string, unknown>>, number, string][] = [
    [{ testDrillKey: 'twice' }, 409, 'The testDrillKey is already used in the workspace; choose another one.'],
    [{ requirementId: body.requirements[0].id }, 404, 'There is no such evidence requirement.'],
    [{ ownerId: 'prs_x' }, 404, 'There is no such person.'],
    [{ status: 'closed' }, 400, ''],
    [{ minutes: 0 }, 400, ''],
    [{ heldAt: '2026-02-30T00:00:00Z' }, 400, ''],
  ]
  for (const [over, status, message] of cases) {
    const rejection = await create('next', over)
    assert.equal(rejection.status, status, rejection.text)
    assert.ok(rejection.body.message.includes(message), rejection.text)
  }
  const { id } = (await create('once')).body
  const fixed = await p.call('PATCH', `${path}/${id}`, { cookie, body: { testDrillKey: 'other', reason } })
  assert.equal(fixed.status, 400)
})

test('auditors, machines and other workspaces cannot write', async () => {
  const response = await create('by-person')
  const [listed, one] = [path, v1].map(root => `${root}/${response.body.id}`)
  const auditor = await p.signIn('auditor@acme.example')
  assert.equal((await p.call('POST', path, { cookie: auditor, body: input('by-auditor') })).status, 403)
  const change = { body: { title: 'Again', reason } }
  assert.equal((await p.call('PATCH', `${one}`, { token, ...change })).status, 405)
  const stranger = await p.token('globex-scanner')
  assert.equal((await p.call('GET', `${one}`, { token: stranger })).status, 404)
  const other = await p.signIn('admin@globex.example')
  assert.equal((await p.call('PATCH', `${listed}`, { cookie: other, ...change })).status, 404)
})
