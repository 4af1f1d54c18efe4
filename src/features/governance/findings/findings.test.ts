import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, findingInput, unique } from '#test/findings-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient
let globex: FindingsClient

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
  globex = await createFindingsClient(p, 'globex')
})
after(() => p[Symbol.asyncDispose]())

type Listed = Readonly<Record<string, unknown>> & { readonly id: string }
const idsOf = (listed: readonly Listed[]) => listed.map(({ id }) => id)
const listed = async (query: string) => (await client.get('auditor', `/findings?${query}`)).findings

const eventsOf = async (id: string): Promise<string[]> => {
  const rows = await p.sql(`select type from outbox_event where body::json #>> '{data,finding,id}' = $1 order by id`, [
    id,
  ])
  return rows.map(({ type }) => String(type))
}

test('a finding that a machine records is open, and its severity sets the due date', async () => {
  const now = p.clock.now()
  const { status, body } = await client.machine('POST', '/findings', findingInput({ severity: 'critical' }))
  assert.equal(status, 201)
  const { id, createdAt, updatedAt, openedAt, etag, ...rest } = body
  assert.match(id, /^gfd_/)
  assert.deepEqual(rest, {
    ...findingInput({ severity: 'critical' }),
    ...{ description: '', status: 'open', sourceModuleKey: null, sourceFingerprint: null },
    ...{ controlId: null, ownerId: null, dueAt: iso(Date.parse(createdAt) + 7 * day), acceptedUntil: null },
  })
  assert.deepEqual([updatedAt, openedAt], [createdAt, createdAt])
  assert.ok(Date.parse(createdAt) >= now)
  const detail = await client.machine('GET', `/findings/${id}`)
  assert.deepEqual(detail.body, body)
  assert.equal(detail.headers.get('etag'), etag)
})

test('administrators can change the due days of each severity', async () => {
  const within = async (severity: string) => {
    const { createdAt, dueAt } = await globex.finding({ severity })
    return dueAt === null ? null : (Date.parse(dueAt) - Date.parse(createdAt)) / day
  }
  const severities = ['critical', 'high', 'medium', 'low', 'info']
  const readDueDays = async () => {
    const days: (number | null)[] = []
    for (const severity of severities) days.push(await within(severity))
    return days
  }
  assert.deepEqual(await readDueDays(), [7, 30, 90, 180, null])
  const { etag: _, ...defaults } = await globex.get('contributor', '/finding-due-days')
  assert.deepEqual(defaults, { critical: 7, high: 30, medium: 90, low: 180, info: null })
  const changed = await globex.must(200, 'admin', 'PATCH', '/finding-due-days', { critical: 2, low: null, info: 365 })
  assert.deepEqual(changed, { critical: 2, high: 30, medium: 90, low: null, info: 365 })
  assert.deepEqual(await readDueDays(), [2, 30, 90, null, 365])
  for (const person of ['reviewer', 'contributor', 'auditor'])
    assert.equal((await globex.ask(person, 'PATCH', '/finding-due-days', { critical: 1 })).status, 403)
  assert.equal((await globex.ask('admin', 'PATCH', '/finding-due-days', { critical: 0 })).status, 400)
  assert.equal((await client.get('admin', '/finding-due-days')).critical, 7)
})

test('a due date can be set and removed', async () => {
  const due = iso(p.clock.now() + 3 * day)
  assert.equal((await client.finding({ dueAt: due })).dueAt, due)
  assert.equal((await client.finding({ dueAt: null })).dueAt, null)
  assert.equal(
    (await client.ask('admin', 'POST', '/findings', findingInput({ dueAt: '2026-02-30T00:00:00Z' }))).status,
    400,
  )
})

test('a repeated report returns the existing finding; different sources have separate findings', async () => {
  const overrides = { sourceModuleKey: unique('scanner'), sourceFingerprint: 'one' }
  const first = await client.machine('POST', '/findings', findingInput(overrides))
  const again = await client.machine('POST', '/findings', findingInput({ ...overrides, title: 'Another title' }))
  assert.deepEqual([first.status, again.status, again.body], [201, 200, first.body])
  const person = await client.ask('contributor', 'POST', '/findings', findingInput(overrides))
  assert.deepEqual([person.status, person.body.id], [200, first.body.id])
  const other = await client.machine(
    'POST',
    '/findings',
    findingInput({ ...overrides, sourceModuleKey: unique('scanner') }),
  )
  assert.equal(other.status, 201)
  const foreign = await globex.machine('POST', '/findings', findingInput(overrides))
  assert.equal(foreign.status, 201)
  assert.deepEqual(await eventsOf(first.body.id), ['finding.created'])
})

test('a fingerprint requires a source', async () => {
  const { status, body } = await client.machine('POST', '/findings', findingInput({ sourceFingerprint: 'x' }))
  assert.equal(status, 400)
  assert.deepEqual(body.issues[0].path, ['sourceModuleKey'])
})

test('one of eight concurrent reports creates the finding, and seven return it', async () => {
  const overrides = { sourceModuleKey: unique('scanner'), sourceFingerprint: 'one' }
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => client.machine('POST', '/findings', findingInput(overrides))),
  )
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 200, 200, 201])
  assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1)
})

test('a request with the same Idempotency-Key gets the first response', async () => {
  const key = unique('finding-key')
  const body = { ...findingInput(), reason: 'a finding that is sent twice' }
  const token = await client.token()
  const send = () => p.call('POST', '/api/v1/governance/findings', { token, key, body })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text])
})

test('finding.created contains exactly the eight specified fields', async () => {
  const { id, title, severity, status, createdAt, ...more } = await client.finding()
  const [row] = await p.sql(
    `select body from outbox_event where type = 'finding.created' and body::json #>> '{data,finding,id}' = $1`,
    [id],
  )
  const { subjectModuleKey, subjectResourceType, subjectResourceId } = more
  const finding = { id, title, severity, status, subjectModuleKey, subjectResourceType, subjectResourceId, createdAt }
  assert.deepEqual(JSON.parse(String(row?.body)).data, { finding })
})

test('the owner and the control must belong to the workspace', async () => {
  const stranger = (await globex.people()).reviewer
  assert.equal((await client.ask('admin', 'POST', '/findings', findingInput({ ownerId: stranger }))).status, 404)
  assert.equal((await client.ask('admin', 'POST', '/findings', findingInput({ controlId: 'gct_x' }))).status, 404)
  const { id } = await client.finding()
  assert.equal((await client.ask('admin', 'PATCH', `/findings/${id}`, { ownerId: stranger })).status, 404)
  assert.equal(
    (await client.ask('admin', 'POST', '/findings/assign', { findingIds: [id], ownerId: stranger })).status,
    404,
  )
})

test('another workspace does not see a finding', async () => {
  const { id } = await client.finding()
  for (const path of [`/findings/${id}`, `/findings/${id}/history`])
    assert.equal((await globex.ask('admin', 'GET', path)).status, 404)
  assert.equal((await globex.machine('GET', `/findings/${id}`)).status, 404)
  for (const [method, path, body] of [
    ['PATCH', '', {}],
    ...['start', 'remediate', 'resolve', 'invalidate', 'reopen'].map(move => ['POST', `/${move}`, {}] as const),
    ['POST', '/accept', { until: iso(p.clock.now() + day) }],
    ['POST', '/claims', { claimId: 'gec_x' }],
    ['DELETE', '/claims/gec_x', {}],
  ] as const)
    assert.equal((await globex.ask('admin', method, `/findings/${id}${path}`, body)).status, 404, path)
  assert.equal((await globex.ask('admin', 'POST', '/findings/assign', { findingIds: [id], ownerId: null })).status, 404)
  assert.ok(!idsOf((await globex.get('admin', '/findings')).findings).includes(id))
})

test('lists are filtered by severity, status, owner, control, source, fingerprint and overdue, also combined', async () => {
  const { reviewer: ownerId } = await client.people()
  const source = unique('scanner')
  const control = await client.must(201, 'admin', 'POST', '/controls', { controlKey: unique('C'), title: 'A control' })
  const late = await client.finding({
    ...{ ownerId, severity: 'low', sourceModuleKey: source, sourceFingerprint: 'late' },
    ...{ dueAt: iso(p.clock.now() - day), controlId: control.id },
  })
  const early = await client.finding({ sourceModuleKey: source, sourceFingerprint: 'early', severity: 'low' })
  const both = [early.id, late.id]
  for (const [query, expected] of [
    [`sourceModuleKey=${source}`, both],
    [`sourceModuleKey=${source}&severity=low`, both],
    [`sourceModuleKey=${source}&severity=high`, []],
    [`sourceModuleKey=${source}&status=open`, both],
    [`sourceModuleKey=${source}&status=resolved`, []],
    [`sourceModuleKey=${source}&overdue=true`, [late.id]],
    [`sourceModuleKey=${source}&overdue=false`, [early.id]],
    [`sourceModuleKey=${source}&sourceFingerprint=late`, [late.id]],
    [`sourceModuleKey=${source}&sourceFingerprint=late&overdue=false`, []],
    [`ownerId=${ownerId}&sourceModuleKey=${source}`, [late.id]],
    [`ownerId=${ownerId}`, [late.id]],
    [`controlId=${control.id}`, [late.id]],
    ['sourceFingerprint=late', [late.id]],
  ] as const) {
    assert.deepEqual(idsOf(await listed(query)), expected, query)
    assert.deepEqual(idsOf((await client.machine('GET', `/findings?${query}`)).body.findings), expected, query)
  }
  const [shown] = await listed(`controlId=${control.id}`)
  assert.deepEqual([shown.isOverdue, shown.ownerName, shown.claimCount], [true, 'reviewer of acme', 0])
  const first = await client.get('auditor', `/findings?sourceModuleKey=${source}&limit=1`)
  const rest = await client.get(
    'auditor',
    `/findings?sourceModuleKey=${source}&limit=1&cursor=${first.pagination.nextCursor}`,
  )
  assert.deepEqual([...idsOf(first.findings), ...idsOf(rest.findings)], both)
})

test('administrators and reviewers change a finding; a changed severity sets a new due date', async () => {
  const { id, openedAt } = await client.finding()
  const { contributor: ownerId } = await client.people()
  const changed = await client.must(200, 'reviewer', 'PATCH', `/findings/${id}`, { severity: 'critical', ownerId })
  const due = iso(Date.parse(openedAt) + 7 * day)
  assert.deepEqual([changed.severity, changed.ownerId, changed.dueAt], ['critical', ownerId, due])
  const dueAt = iso(p.clock.now() + 50 * day)
  const named = await client.must(200, 'admin', 'PATCH', `/findings/${id}`, { severity: 'low', dueAt })
  assert.deepEqual([named.severity, named.dueAt], ['low', dueAt])
  const same = await client.must(200, 'admin', 'PATCH', `/findings/${id}`, { title: named.title, dueAt })
  assert.deepEqual(same, named)
  assert.deepEqual(await eventsOf(id), ['finding.created', 'finding.updated', 'finding.updated'])
  for (const person of ['contributor', 'auditor'])
    assert.equal((await client.ask(person, 'PATCH', `/findings/${id}`, { severity: 'info' })).status, 403)
})

test('a change based on an old version is rejected', async () => {
  const { id } = await client.finding()
  const { etag } = await client.get('admin', `/findings/${id}`)
  const change = async (body: object) =>
    p.call('PATCH', `/api/workspace/findings/${id}`, {
      ...(await client.signedIn('admin')),
      body: { ...body, reason: 'a change of what was seen' },
      headers: { 'if-match': etag },
    })
  assert.equal((await change({ title: 'Once' })).status, 200)
  assert.equal((await change({ title: 'Twice' })).status, 412)
})

test('several findings are assigned to an owner at once, all or none', async () => {
  const { reviewer: ownerId } = await client.people()
  const createdFindings = [await client.finding(), await client.finding({ ownerId }), await client.finding()]
  const findingIds = idsOf(createdFindings)
  const assign = (body: object) => client.ask('contributor', 'POST', '/findings/assign', { ownerId, ...body })
  assert.equal((await assign({ findingIds: [...findingIds, 'gfd_x'] })).status, 404)
  assert.equal((await client.get('admin', `/findings/${findingIds[0]}`)).ownerId, null)
  const done = await assign({ findingIds: [...findingIds, ...findingIds] })
  assert.deepEqual(done.body, { changed: 2 })
  assert.deepEqual((await assign({ findingIds })).body, { changed: 0 })
  for (const id of findingIds) assert.equal((await client.get('admin', `/findings/${id}`)).ownerId, ownerId)
  assert.deepEqual(await eventsOf(findingIds[0] ?? ''), ['finding.created', 'finding.updated'])
  assert.deepEqual(await eventsOf(findingIds[1] ?? ''), ['finding.created'])
  assert.deepEqual((await assign({ findingIds, ownerId: null })).body, { changed: 3 })
  const many = (length: number) => Array.from({ length }, (_, i) => `gfd_${i}`)
  assert.deepEqual(
    [(await assign({ findingIds: many(201) })).status, (await assign({ findingIds: [] })).status],
    [400, 400],
  )
  assert.equal((await client.ask('auditor', 'POST', '/findings/assign', { findingIds, ownerId })).status, 403)
})

test('contributors, reviewers, administrators and machines with the scope can record findings', async () => {
  for (const person of ['admin', 'reviewer', 'contributor'])
    assert.equal((await client.ask(person, 'POST', '/findings', findingInput())).status, 201)
  assert.equal((await client.ask('auditor', 'POST', '/findings', findingInput())).status, 403)
  const token = await p.token('acme-stranger')
  const body = { ...findingInput(), reason: 'a finding of a stranger' }
  const rejection = await p.call('POST', '/api/v1/governance/findings', { token, body })
  assert.deepEqual([rejection.status, rejection.body.requiredScope], [403, 'governance.findings:write'])
  assert.equal((await p.call('GET', '/api/v1/governance/findings', { token })).status, 403)
})
