import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { recordText } from '#test/record-text.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

const claims = '/api/v1/governance/evidence/claims'
const unknownRequirement = 'ger_00000000000000000000000000'

let p: Probata
let token: string
const requirements: Record<string, string> = {}

before(async () => {
  p = await boot()
  token = await p.token('acme-scanner')
  const rows = await p.sql(
    `select o.slug || ' ' || requirement_key as key, r.id from evidence_requirement r
       join organization o on o.id = r.organization_id`,
  )
  for (const { key, id } of rows) requirements[String(key)] = String(id)
})
after(() => p[Symbol.asyncDispose]())

const create = (key: string, overrides: Record<string, unknown> = {}) =>
  p.call('POST', claims, { token, body: claimInput(key, overrides) })

// The fields of interface section 2.2, in order.
const fields = [
  'id',
  'evidenceRequirementId',
  'claimKey',
  'title',
  'status',
  'subjectModuleKey',
  'subjectResourceType',
  'subjectResourceId',
  'subjectVersionId',
  'sourceModuleKey',
  'sourceResourceType',
  'sourceResourceId',
  'sourceVersionId',
  'validFrom',
  'validUntil',
  'createdAt',
  'updatedAt',
]
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

test('2.2 and 4.2: creation returns the bare record with all fields in order; list and detail show the same text', async () => {
  const { status, body, text } = await create('claim-1', { subjectVersionId: 'v7', sourceVersionId: '12' })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body), [...fields, 'etag'])
  for (const field of ['validFrom', 'validUntil', 'createdAt', 'updatedAt']) assert.match(body[field], timestamp, field)
  const { reason: _, sourceSnapshot: __, claimSnapshot: ___, ...sent } = claimInput('claim-1')
  const { id, validFrom, validUntil, createdAt, updatedAt, etag: ____, ...rest } = body
  assert.match(id, /^gec_[0-9A-Z]{26}$/)
  assert.deepEqual(rest, {
    evidenceRequirementId: null,
    ...sent,
    status: 'submitted',
    subjectVersionId: 'v7',
    sourceVersionId: '12',
  })
  assert.deepEqual([validFrom, updatedAt], [createdAt, createdAt])
  const detail = await p.call('GET', `${claims}/${id}`, { token })
  assert.deepEqual([detail.status, detail.text], [200, text])
  const list = await p.call('GET', `${claims}?limit=1`, { token })
  assert.equal(list.text.startsWith(`{"claims":[${text}],"pagination":{`), true)
})

test("creation writes one outbox event, and one audit row with the caller's reason and the record's digest", async () => {
  const { body, text, headers } = await create('claim-2', { reason: '  pushed by the nightly backup  ' })
  const events = await p.sql(
    "select type, body::json->>'data' as data, request_id from outbox_event where body like $1",
    [`%${body.id}%`],
  )
  const requestId = headers.get('x-request-id')
  assert.deepEqual(events, [
    { type: 'evidence.claim.created', data: `{"claim":${recordText(text)}}`, request_id: requestId },
  ])
  const rows = await p.sql('select record from audit_event where resource_id = $1', [body.id])
  const [auditEvent] = rows.map(({ record }) => JSON.parse(String(record)))
  assert.equal(rows.length, 1)
  const { id: _, actorId, createdAt, ...row } = auditEvent
  const [stored] = await p.sql('select reviewer_id from evidence_claim where id = $1', [body.id])
  assert.match(actorId, /^sva_/)
  assert.equal(createdAt, body.createdAt)
  assert.deepEqual(row, {
    action: 'evidence.claim.create',
    outcome: 'done',
    actorKind: 'service_account',
    resourceId: body.id,
    reason: 'pushed by the nightly backup',
    beforeDigest: null,
    afterDigest: sha256Hex(recordText(text)),
    contentDigest: canonicalDigest({
      claimSnapshot: { restored: true },
      createdBy: actorId,
      makers: [],
      reviewerId: stored?.reviewer_id,
      sourceSnapshot: { system: 'vault-3', job: 'nightly' },
    }),
    detail: null,
    requestId,
  })
})

test('creation rejects missing and unknown fields, and the message names the field', async () => {
  const required = [
    'claimKey',
    'title',
    'subjectModuleKey',
    'subjectResourceType',
    'subjectResourceId',
    'sourceModuleKey',
    'sourceResourceType',
    'sourceResourceId',
    'reason',
    'sourceSnapshot',
  ]
  for (const field of required) {
    const { status, body } = await create('claim-3', { [field]: undefined })
    assert.deepEqual([status, body.error, body.issues?.[0]?.path], [400, 'invalid_request', [field]])
    assert.match(body.issues[0].message, /required/)
  }
  const all = await p.call('POST', claims, { token, body: {} })
  const paths = all.body.issues.map(({ path }: { path: string[] }) => path.join('.'))
  assert.deepEqual(paths.sort(), required.filter(field => field !== 'sourceSnapshot').sort())
  for (const field of ['status', 'id', 'createdAt', 'organizationId', 'bucket', '__proto__x']) {
    const { status, body } = await create('claim-3', { [field]: 'accepted' })
    assert.deepEqual([status, body.issues?.[0]?.path], [400, [field]])
  }
  assert.equal((await p.sql(`select 1 from evidence_claim where claim_key = 'claim-3'`)).length, 0)
})

test('sourceSnapshot is required for an external source, and both snapshots default to {}', async () => {
  const internal = await create('claim-4', {
    sourceModuleKey: 'dms',
    sourceResourceType: 'document',
    sourceSnapshot: undefined,
    claimSnapshot: undefined,
  })
  assert.equal(internal.status, 201)
  const cookie = await p.signIn('auditor@acme.example')
  const { body } = await p.call('GET', `/api/workspace/claims/${internal.body.id}`, { cookie })
  assert.deepEqual([body.sourceSnapshot, body.claimSnapshot], [{}, {}])
  assert.equal((await create('claim-5', { sourceSnapshot: {} })).status, 201, 'an empty snapshot is accepted')
  for (const overrides of [{ sourceSnapshot: [] }, { sourceSnapshot: 'x' }, { claimSnapshot: null }])
    assert.equal((await create('claim-6', overrides)).status, 400, JSON.stringify(overrides))
})

test("validFrom defaults to now, and validUntil to a year later or the requirement's validity", async () => {
  const validityDays = ({ validFrom, validUntil }: Record<string, string>) =>
    (Date.parse(validUntil ?? '') - Date.parse(validFrom ?? '')) / day
  const plain = await create('claim-7')
  const linked = await create('claim-8', { evidenceRequirementId: requirements['acme BKP-01'] })
  assert.deepEqual([validityDays(plain.body), validityDays(linked.body)], [365, 30])
  assert.equal(linked.body.evidenceRequirementId, requirements['acme BKP-01'])
  const nulls = await create('claim-9', { evidenceRequirementId: null, validFrom: null, validUntil: null })
  assert.deepEqual([nulls.status, validityDays(nulls.body)], [201, 365])

  const from = await create('claim-10', {
    evidenceRequirementId: requirements['acme BKP-01'],
    validFrom: '2026-01-01T02:00:00+02:00',
  })
  assert.deepEqual(
    [from.body.validFrom, from.body.validUntil],
    ['2026-01-01T00:00:00.000Z', '2026-01-31T00:00:00.000Z'],
  )
  const both = await create('claim-11', { validFrom: '2026-01-01T00:00:00Z', validUntil: '2026-01-01T00:00:00.001Z' })
  assert.equal(both.status, 201)
  const now = p.clock.now()
  const invalidInputs = [
    { validFrom: '2026-01-02T00:00:00Z', validUntil: '2026-01-02T00:00:00Z' },
    { validFrom: '2026-01-02T00:00:00Z', validUntil: '2026-01-01T00:00:00Z' },
    { validUntil: iso(now - hour) },
    { validFrom: '2026-02-30T00:00:00Z' },
    { validFrom: '2026-01-01' },
    { validFrom: '2026-01-01T00:00:00' },
    { validFrom: 1 },
  ]
  for (const overrides of invalidInputs) {
    const { status, body } = await create('claim-12', overrides)
    assert.deepEqual([status, body.error], [400, 'invalid_request'], JSON.stringify(overrides))
  }
})

test('an unknown requirement and one of another workspace are a 404; an inactive one is a 422', async () => {
  const unknown = await create('claim-13', { evidenceRequirementId: unknownRequirement })
  const foreign = await create('claim-13', { evidenceRequirementId: requirements['globex BKP-01'] })
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'not_found'])
  const { requestId: _, ...expected } = unknown.body
  const { requestId: __, ...actual } = foreign.body
  assert.deepEqual([foreign.status, actual], [404, expected], 'the responses are indistinguishable')
  for (const [key, state] of [
    ['acme BKP-02', 'draft'],
    ['acme BKP-03', 'retired'],
  ] as const) {
    const { status, body } = await create('claim-13', { evidenceRequirementId: requirements[key] })
    assert.deepEqual([status, body.error], [422, 'unprocessable'])
    assert.match(body.message, new RegExp(state))
  }
  assert.equal((await p.sql(`select 1 from evidence_claim where claim_key = 'claim-13'`)).length, 0)
})

test('a claimKey is unique in a workspace', async () => {
  assert.equal((await create('claim-14')).status, 201)
  const duplicate = await create('claim-14', { title: 'Another' })
  assert.deepEqual([duplicate.status, duplicate.body.error], [409, 'conflict'])
  assert.match(duplicate.body.message, /claimKey/)
  const globex = await p.call('POST', claims, { token: await p.token('globex-scanner'), body: claimInput('claim-14') })
  assert.equal(globex.status, 201)
  const foreign = await p.call('GET', `${claims}/${globex.body.id}`, { token })
  const unknown = await p.call('GET', `${claims}/gec_00000000000000000000000000`, { token })
  assert.deepEqual([foreign.status, foreign.body.message], [404, unknown.body.message])
})

test('the reason must have 10 to 2000 code points after trimming', async () => {
  const lengths: [string, number][] = [
    ['nine char', 400],
    ['ten chars!', 201],
    ['   ten chars!   ', 201],
    ['    nine char   ', 400],
    ['😀'.repeat(9), 400],
    ['😀'.repeat(10), 201],
    ['😀'.repeat(2000), 201],
    ['x'.repeat(2000), 201],
    ['x'.repeat(2001), 400],
  ]
  for (const [i, [reason, expected]] of lengths.entries()) {
    const { status, body } = await create(`reason-${i}`, { reason })
    assert.equal(status, expected, `${[...reason].length} code points`)
    if (status !== 400) continue
    assert.deepEqual(body.issues[0].path, ['reason'])
    assert.match(body.issues[0].message, /at least 10/)
  }
})

test("a claim is routed to the requirement's owner, otherwise to the reviewers in turn, never to its creator", async () => {
  const people = await p.sql(`select p.id, l.name from person p join login_name l on l.subject_id = p.id`)
  const idOf = (email: string) => String(people.find(({ name }) => name === email)?.id)
  const [first, second] = ['reviewer@acme.example', 'second.reviewer@acme.example'].map(idOf)
  const admin = idOf('admin@acme.example')
  const reviewerOf = async (claimId: string) => {
    const [row] = await p.sql('select reviewer_id from evidence_claim where id = $1', [claimId])
    return row?.reviewer_id
  }
  const reviewers = []
  for (let i = 0; i < 6; i++) reviewers.push(await reviewerOf((await create(`turn-${i}`)).body.id))
  assert.deepEqual(new Set(reviewers), new Set([first, second]))
  for (const [i, reviewer] of reviewers.entries()) if (i > 0) assert.notEqual(reviewer, reviewers[i - 1], 'in turn')

  const cookie = await p.signIn('admin@acme.example')
  const setOwner = async (ownerId: string | undefined) => {
    const path = `/api/workspace/evidence-requirements/${requirements['acme BKP-01']}`
    const { status } = await p.call('PATCH', path, { cookie, body: { ownerId, reason: 'who decides on backups' } })
    assert.equal(status, 200)
  }
  const linked = { evidenceRequirementId: requirements['acme BKP-01'] }
  await setOwner(second)
  for (let i = 0; i < 3; i++) assert.equal(await reviewerOf((await create(`owned-${i}`, linked)).body.id), second)

  await setOwner(admin)
  assert.equal(await reviewerOf((await create('owned-4', linked)).body.id), admin)
  const mine = await p.call('POST', '/api/workspace/claims', { cookie, body: claimInput('owned-5', linked) })
  assert.ok([first, second].includes(String(await reviewerOf(mine.body.id))), 'not the owner, who is the creator')

  // This owner was a reviewer when they became the owner, but is no longer one.
  const contributor = idOf('contributor@acme.example')
  await p.sql('update evidence_requirement set owner_id = $1 where id = $2', [contributor, requirements['acme BKP-01']])
  const nextReviewer = await reviewerOf((await create('owned-6', linked)).body.id)
  assert.ok([first, second].includes(String(nextReviewer)), 'an owner who may not review is passed over')
})

test('a claim has no reviewer if the workspace has none', async () => {
  // Uses its own install, because the list of reviewers is cached for a second.
  await using alone = await boot()
  const client = createWorkspaceClient(alone)
  const people = await client.people()
  for (const name of ['reviewer', 'second.reviewer']) {
    const { status } = await client.ask('admin', 'PATCH', `/people/${people[name]}`, { role: 'auditor' })
    assert.equal(status, 200)
  }
  const { reviewerId } = await client.get('admin', `/claims/${await client.claim('lone')}`)
  assert.equal(reviewerId, null)
})
