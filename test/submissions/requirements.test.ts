import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { noFlags } from './spec.ts'
import { createSubmissionsClient, type SubmissionsClient, submissions, unique } from './submissions-client.ts'

let p: Probata
let client: SubmissionsClient
let foreign: SubmissionsClient

before(async () => {
  p = await boot()
  client = await createSubmissionsClient(p)
  foreign = await createSubmissionsClient(p, 'globex')
})
after(() => p[Symbol.asyncDispose]())

const path = '/submission-requirements'
const input = (overrides: object = {}) => ({
  requirementKey: unique('ROI'),
  title: 'Register of information',
  submissionKind: 'register_filing',
  ...overrides,
})

test('a requirement has all its fields in order, the same in list and detail; people see the policy too', async () => {
  const response = await client.must(201, 'POST', path, input({ policy: { receiptsRequired: 3, requireReview: true } }))
  const { policy, nextStatuses, schedule, etag: _, ...record } = response
  assert.equal(schedule, null)
  assert.deepEqual(nextStatuses, ['active', 'retired'])
  const fields = ['id', 'requirementKey', 'title', 'submissionKind', 'status', 'createdAt', 'updatedAt']
  assert.deepEqual(Object.keys(record), fields)
  assert.match(record.id, /^subreq_[0-9A-Z]{26}$/)
  assert.deepEqual(policy, { ...noFlags, receiptsRequired: 3, requireReview: true })
  assert.equal(record.status, 'draft')
  const getAsMachine = (subPath: string) => p.call('GET', submissions + subPath, { token: client.token })
  const detailResponse = await getAsMachine(`/requirements/${record.id}`)
  const versioned = { ...record, etag: detailResponse.headers.get('etag') }
  assert.deepEqual(detailResponse.body, versioned)
  assert.deepEqual((await getAsMachine('/requirements?limit=1')).body.submissionRequirements, [versioned])
  const { transitions, nextPackageAt, scheduleProblem, ...read } = await client.must(200, 'GET', `${path}/${record.id}`)
  assert.deepEqual(read, response)
  assert.deepEqual([nextPackageAt, scheduleProblem], [null, null])
  const followingStatuses = ({
    status,
    eventKind,
    becomes,
  }: {
    status: string
    eventKind: string
    becomes: string[]
  }) => `${status} ${eventKind} ${becomes.join()}`
  const covered = new Set(transitions.map(followingStatuses))
  for (const way of ['submitted receipt_received acknowledged', 'acknowledged receipt_received acknowledged,accepted'])
    assert.ok(covered.has(way), way)
  assert.ok(
    covered.has('draft reviewed reviewed') && !covered.has('draft submitted submitted'),
    'the review is required',
  )
  assert.equal(transitions.filter(({ status }: { status: string }) => status === 'closed').length, 0)
  assert.deepEqual((await client.must(200, 'GET', `${path}?limit=1`)).submissionRequirements, [response])
  const foreignId = await foreign.requirement()
  for (const id of [foreignId, 'subreq_00000000000000000000000000']) {
    assert.equal((await getAsMachine(`/requirements/${id}`)).status, 404)
    await client.must(404, 'GET', `${path}/${id}`)
    await client.must(404, 'PATCH', `${path}/${id}`, { title: 'Mine' })
  }
})

test('each kind of submission is accepted, others are not; a key is unique in a workspace', async () => {
  const kinds = [
    ...['regulatory_return', 'incident_notification', 'register_filing', 'licence_application', 'licence_renewal'],
    ...['change_notification', 'attestation', 'audit_response', 'information_request_response', 'disclosure', 'other'],
  ]
  for (const submissionKind of kinds) {
    const response = await client.must(201, 'POST', path, input({ submissionKind }))
    assert.equal(response.submissionKind, submissionKind)
  }
  await client.must(400, 'POST', path, input({ submissionKind: 'letter' }))
  for (const receiptsRequired of [0, 5, 1.5, '2']) {
    const { issues } = await client.must(400, 'POST', path, input({ policy: { receiptsRequired } }))
    assert.deepEqual(issues[0].path, ['policy', 'receiptsRequired'])
  }
  await client.must(400, 'POST', path, input({ policy: { requireEverything: true } }))
  const existing = input({ status: 'active' })
  await client.must(201, 'POST', path, existing)
  assert.equal((await client.must(409, 'POST', path, existing)).error, 'conflict')
  await foreign.must(201, 'POST', path, existing)
})

// The transitions are those of evidence requirements, plus the final step from retired to archived.
const statusesAfter: Readonly<Record<string, readonly string[]>> = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active', 'archived'],
  archived: [],
}
const stepsToStatus: Readonly<Record<string, readonly string[]>> = {
  draft: [],
  active: ['active'],
  retired: ['retired'],
  archived: ['retired', 'archived'],
}

for (const [from, possible] of Object.entries(statusesAfter)) {
  test(`a requirement that is ${from} becomes ${possible.join(' or ') || 'nothing else'}; other statuses are a 422`, async () => {
    for (const to of Object.keys(statusesAfter)) {
      const { id } = await client.must(201, 'POST', path, input())
      for (const status of stepsToStatus[from] ?? []) await client.must(200, 'PATCH', `${path}/${id}`, { status })
      const isPossible = to === from || possible.includes(to)
      const response = await client.ask('PATCH', `${path}/${id}`, { status: to })
      assert.equal(response.status, isPossible ? 200 : 422, `${from} to ${to}`)
      assert.equal((await client.must(200, 'GET', `${path}/${id}`)).status, isPossible ? to : from)
    }
  })
}

test('lists are filtered by status, in pages, and a cursor belongs to its filter', async () => {
  // No other test creates a draft in this workspace.
  const ids: string[] = []
  for (const status of ['draft', 'active', 'draft', 'active', 'draft'])
    ids.push((await foreign.must(201, 'POST', path, input({ status }))).id)
  const drafts = [ids[4], ids[2], ids[0]]
  const pagedIds: string[] = []
  for (let cursor = ''; ; ) {
    const page = await foreign.must(200, 'GET', `${path}?status=draft&limit=2${cursor && `&cursor=${cursor}`}`)
    pagedIds.push(...page.submissionRequirements.map(({ id }: { id: string }) => id))
    cursor = page.pagination.nextCursor ?? ''
    if (!cursor) break
    const wrongFilter = await foreign.must(400, 'GET', `${path}?status=active&cursor=${cursor}`)
    assert.equal(wrongFilter.error, 'invalid_cursor')
  }
  assert.deepEqual(pagedIds, drafts)
  await foreign.must(400, 'GET', `${path}?status=accepted`)
})

test('administrators create and change requirements, everyone can read them; changes are audited', async () => {
  const id = await client.requirement()
  const statuses: Record<string, number[]> = {}
  for (const role of ['admin', 'reviewer', 'contributor', 'auditor']) {
    const cookie = await p.signIn(`${role}@acme.example`)
    const body = { reason: 'a test of permissions' }
    const requirementPath = `/api/workspace${path}`
    statuses[role] = [
      (await p.call('POST', requirementPath, { cookie, body: { ...input(), ...body } })).status,
      (
        await p.call('PATCH', `${requirementPath}/${id}`, {
          cookie,
          body: { policy: { requireReview: true }, ...body },
        })
      ).status,
      (await p.call('GET', `${requirementPath}/${id}`, { cookie })).status,
    ]
  }
  const [writerStatuses, readerStatuses] = [
    [201, 200, 200],
    [403, 403, 200],
  ]
  assert.deepEqual(statuses, {
    admin: writerStatuses,
    reviewer: readerStatuses,
    contributor: readerStatuses,
    auditor: readerStatuses,
  })
  const rows = await p.sql(`select record::json as r from audit_event where resource_id = $1 order by id`, [id])
  const successfulRows = rows.map(({ r }) => Object(r)).filter(({ outcome }) => outcome === 'done')
  assert.deepEqual(
    successfulRows.map(({ action }) => action),
    ['submission.requirement.create', 'submission.requirement.update'],
  )
  assert.notEqual(
    successfulRows[0].contentDigest,
    successfulRows[1].contentDigest,
    'the audit trail shows a change of the policy',
  )
})
