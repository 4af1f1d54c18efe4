import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createSubmissionsClient, type SubmissionsClient, submissions, unique } from './submissions-client.ts'

let p: Probata
let client: SubmissionsClient
let foreign: SubmissionsClient
let requirementId: string

before(async () => {
  p = await boot()
  client = await createSubmissionsClient(p)
  foreign = await createSubmissionsClient(p, 'globex')
  requirementId = await client.requirement()
})
after(() => p[Symbol.asyncDispose]())

const input = (overrides: object = {}) => ({
  submissionRequirementId: requirementId,
  packageKey: unique('ROI'),
  title: '2026 register',
  dueAt: '2026-12-31T00:00:00Z',
  ...overrides,
})

test('a new package is a draft with all fields in order, the same in list and detail; a `created` event is recorded', async () => {
  const newPackage = await client.must(201, 'POST', '/packages', input())
  const fields = ['id', 'submissionRequirementId', 'packageKey', 'title', 'status', 'dueAt', 'submittedAt']
  assert.deepEqual(Object.keys(newPackage), [...fields, 'createdAt', 'updatedAt'])
  assert.match(newPackage.id, /^subpkg_[0-9A-Z]{26}$/)
  assert.deepEqual(
    [newPackage.status, newPackage.dueAt, newPackage.submittedAt],
    ['draft', '2026-12-31T00:00:00.000Z', null],
  )
  assert.deepEqual(await client.get(newPackage.id), newPackage)
  const { body } = await p.call('GET', `${submissions}/packages?limit=1`, { token: client.token })
  const [{ etag: _, ...listed }, ...rest] = body.submissionPackages
  assert.deepEqual([listed, ...rest], [newPackage])
  const [created, ...others] = await client.events(newPackage.id)
  assert.deepEqual(others, [])
  const { eventKind, statusBefore, statusAfter, createdAt, occurredAt } = created ?? assert.fail()
  assert.deepEqual([eventKind, statusBefore, statusAfter, createdAt], ['created', null, 'draft', newPackage.createdAt])
  assert.equal(occurredAt, newPackage.createdAt)
})

test('packages can only be created for active requirements; a key is unique within a requirement', async () => {
  for (const statuses of [['draft'], ['draft', 'retired'], ['active', 'retired', 'archived']]) {
    const [status, ...later] = statuses
    const id = await client.requirement({}, { status })
    for (const next of later) await client.must(200, 'PATCH', `/submission-requirements/${id}`, { status: next })
    const rejection = await client.must(422, 'POST', '/packages', input({ submissionRequirementId: id }))
    assert.ok(rejection.message.includes(statuses.at(-1) ?? ''), rejection.message)
  }
  for (const submissionRequirementId of [await foreign.requirement(), 'subreq_00000000000000000000000000'])
    await client.must(404, 'POST', '/packages', input({ submissionRequirementId }))
  const existing = input()
  await client.must(201, 'POST', '/packages', existing)
  assert.equal((await client.must(409, 'POST', '/packages', existing)).error, 'conflict')
  await client.must(201, 'POST', '/packages', { ...existing, submissionRequirementId: await client.requirement() })
  for (const dueAt of ['soon', null, undefined, '2026-02-30T00:00:00Z'])
    assert.deepEqual((await client.must(400, 'POST', '/packages', input({ dueAt }))).issues[0].path, ['dueAt'])
})

test('lists are filtered by requirement, by status, and by both', async () => {
  const [one, two] = [await client.requirement(), await client.requirement()]
  const ids: Record<string, string> = {}
  for (const [name, requirement] of Object.entries({ a: one, b: one, c: two }))
    ids[name] = await client.package(requirement)
  for (const name of ['b', 'c']) await client.follow(ids[name] ?? '', 'submitted')
  const list = async (query: string) => {
    const { body } = await p.call('GET', `${submissions}/packages?${query}`, { token: client.token })
    const listedIds = body.submissionPackages.map(({ id }: { id: string }) => id)
    const { submissionPackages } = await client.must(200, 'GET', `/packages?${query}`)
    const people = submissionPackages.map(
      ({ requirementTitle, late, daysLeft, etag: _, ...record }: Record<string, unknown>) => {
        assert.deepEqual([requirementTitle, late], ['Register of information', false])
        assert.equal(daysLeft, record.status === 'submitted' ? null : 9)
        return record
      },
    )
    const machines = body.submissionPackages.map(({ etag: _, ...record }: Record<string, unknown>) => record)
    assert.deepEqual(people, machines, 'the workspace list has the same fields plus the days left')
    return Object.keys(ids).filter(name => listedIds.includes(ids[name]))
  }
  assert.deepEqual(await list(`submissionRequirementId=${one}`), ['a', 'b'])
  assert.deepEqual(await list('status=submitted&limit=2'), ['b', 'c'])
  assert.deepEqual(await list(`status=submitted&submissionRequirementId=${one}`), ['b'])
  assert.deepEqual(await list(`submissionRequirementId=${await foreign.requirement()}`), [])
  assert.equal((await p.call('GET', `${submissions}/packages?status=sent`, { token: client.token })).status, 400)
})

test('title and due date can be changed until the package is submitted, and again after it is rejected', async () => {
  const id = await client.package(requirementId)
  const response = await client.must(200, 'PATCH', `/packages/${id}`, {
    title: 'Another',
    dueAt: '2027-01-31T00:00:00+01:00',
  })
  assert.deepEqual([response.title, response.dueAt], ['Another', '2027-01-30T23:00:00.000Z'])
  assert.deepEqual(await client.get(id), response)
  assert.equal((await client.must(200, 'PATCH', `/packages/${id}`, { title: 'Third' })).dueAt, response.dueAt)
  await client.must(400, 'PATCH', `/packages/${id}`, { dueAt: null })
  await client.must(400, 'PATCH', `/packages/${id}`, { status: 'accepted' })
  const assertRejected = async () => {
    const { changeable } = await client.must(200, 'GET', `/packages/${id}`)
    const { message } = await client.must(422, 'PATCH', `/packages/${id}`, { title: 'Fourth' })
    assert.deepEqual([changeable, /its title and due date cannot be changed/.test(message)], [false, true])
  }
  await client.follow(id, 'submitted')
  await assertRejected()
  await client.follow(id, 'receipt_received')
  await assertRejected()
  await client.follow(id, 'rejected')
  await client.must(200, 'PATCH', `/packages/${id}`, { title: 'Corrected' })
  await client.follow(id, 'closed')
  await assertRejected()
  for (const foreignId of [await foreign.package(await foreign.requirement()), 'subpkg_00000000000000000000000000']) {
    await client.must(404, 'PATCH', `/packages/${foreignId}`, { title: 'Mine' })
    await client.must(404, 'GET', `/packages/${foreignId}`)
    await client.must(404, 'POST', `/packages/${foreignId}/return`)
  }
})

test('returning a reviewed or approved package to draft is audited and sent to webhooks, but adds no package event', async () => {
  for (const kindsBefore of [['reviewed'], ['reviewed', 'approved']]) {
    const id = await client.package(requirementId)
    await client.follow(id, ...kindsBefore)
    assert.equal((await client.must(200, 'GET', `/packages/${id}`)).returnable, true)
    const eventsBefore = await client.events(id)
    const response = await client.must(200, 'POST', `/packages/${id}/return`)
    assert.equal(response.status, 'draft')
    assert.deepEqual(await client.get(id), response)
    assert.deepEqual(await client.events(id), eventsBefore)
    const [outboxEvent] = await p.sql(
      `select type, body::json->'data' as data from outbox_event
        where body::json->'data'->'submissionPackage'->>'id' = $1 order by id desc limit 1`,
      [id],
    )
    assert.deepEqual(outboxEvent, { type: 'submission.package.status_changed', data: { submissionPackage: response } })
    const [auditRow] = await p.sql(
      `select record::json as r from audit_event where resource_id = $1 order by id desc limit 1`,
      [id],
    )
    const { action, reason } = Object(auditRow?.r)
    assert.deepEqual([action, reason], ['submission.package.return', 'requested by a submissions test'])
    await client.must(422, 'POST', `/packages/${id}/return`)
    await client.follow(id, 'reviewed', 'submitted')
    await client.must(422, 'POST', `/packages/${id}/return`)
  }
})

const newClaim = async (slug = 'acme', overrides: object = {}): Promise<{ id: string }> => {
  const token = await p.token(`${slug}-scanner`)
  const { body } = await p.call('POST', '/api/v1/governance/evidence/claims', {
    token,
    body: claimInput(unique('C'), { ...overrides }),
  })
  const { etag: _, ...claim } = body
  return claim
}

test('contents keep the digest that a claim had when it was added; contents of a submitted package cannot be changed', async () => {
  const id = await client.package(requirementId)
  const contents = `/packages/${id}/contents`
  const [keptClaim, removedClaim] = [await newClaim(), await newClaim()]
  const added = await client.must(201, 'POST', contents, { claimId: keptClaim.id })
  assert.deepEqual([added.claimId, added.isUnchanged, added.status], [keptClaim.id, true, 'submitted'])
  assert.equal(added.claimDigest, sha256Hex(JSON.stringify(keptClaim)))
  assert.equal((await client.must(409, 'POST', contents, { claimId: keptClaim.id })).error, 'conflict')
  await client.must(201, 'POST', contents, { claimId: removedClaim.id })
  await client.must(204, 'DELETE', `${contents}/${removedClaim.id}`)
  await client.must(404, 'DELETE', `${contents}/${removedClaim.id}`)
  for (const claimId of [(await newClaim('globex')).id, 'gec_00000000000000000000000000'])
    await client.must(404, 'POST', contents, { claimId })
  assert.deepEqual((await client.must(200, 'GET', contents)).contents, [added])
  await client.follow(id, 'submitted')
  for (const kind of ['receipt_received', 'resubmitted']) {
    assert.match(
      (await client.must(422, 'POST', contents, { claimId: removedClaim.id })).message,
      /its contents can no longer be changed/,
    )
    await client.must(422, 'DELETE', `${contents}/${keptClaim.id}`)
    await client.follow(id, kind)
  }
  await client.follow(id, 'rejected')
  await client.must(201, 'POST', contents, { claimId: removedClaim.id })
  await client.follow(id, 'resubmitted', 'closed')
  await client.must(422, 'DELETE', `${contents}/${keptClaim.id}`)
  const reviewer = await p.signIn('reviewer@acme.example')
  const { body: claim } = await p.call('GET', `/api/workspace/claims/${keptClaim.id}`, { cookie: reviewer })
  const decision = { reviewedDigest: claim.reviewedDigest, reason: 'reviewed and found correct' }
  await p.call('POST', `/api/workspace/claims/${keptClaim.id}/approve`, { cookie: reviewer, body: decision })
  const [first] = (await client.must(200, 'GET', contents)).contents
  assert.deepEqual([first.claimId, first.isUnchanged, first.status], [keptClaim.id, false, 'accepted'])
  const { timeline } = await client.must(200, 'GET', `/packages/${id}/timeline`)
  const decisions = timeline.filter(({ kind }: { kind: string }) => kind === 'decision')
  assert.deepEqual(
    decisions.map(({ decision: { decision, claimId, statusBefore } }: never) => [decision, claimId, statusBefore]),
    [
      ['content_added', keptClaim.id, 'draft'],
      ['content_added', removedClaim.id, 'draft'],
      ['content_removed', removedClaim.id, 'draft'],
      ['content_added', removedClaim.id, 'rejected'],
    ],
  )
})

test('permissions: contributors create packages, reviewers return them, auditors read', async () => {
  const claim = await newClaim()
  const allowed: Record<string, string> = {}
  for (const role of ['admin', 'reviewer', 'contributor', 'auditor']) {
    const cookie = await p.signIn(`${role}@acme.example`)
    const id = await client.package(requirementId)
    await client.follow(id, 'reviewed')
    const body = { reason: 'a test of permissions' }
    const packagePath = `/api/workspace/packages/${id}`
    const statuses = [
      await p.call('POST', '/api/workspace/packages', { cookie, body: { ...input(), ...body } }),
      await p.call('PATCH', packagePath, { cookie, body: { title: 'Mine', ...body } }),
      await p.call('POST', `${packagePath}/contents`, { cookie, body: { claimId: claim.id, ...body } }),
      await p.call('POST', `${packagePath}/return`, { cookie, body }),
      ...(await Promise.all(
        ['', '/contents', '/timeline', '/events'].map(part => p.call('GET', packagePath + part, { cookie })),
      )),
    ].map(({ status }) => status)
    allowed[role] = statuses.join(' ')
  }
  assert.deepEqual(allowed, {
    admin: '201 200 201 200 200 200 200 200',
    reviewer: '403 403 403 200 200 200 200 200',
    contributor: '201 200 201 403 200 200 200 200',
    auditor: '403 403 403 403 200 200 200 200',
  })
})

test('a package that was withdrawn in the meantime cannot be closed with an old version', async () => {
  const id = await client.package(requirementId)
  const packageBefore = await client.must(200, 'GET', `/packages/${id}`)
  const close = (etag: string) =>
    p.call('POST', `/api/workspace/packages/${id}/events`, {
      cookie: client.cookie,
      headers: { 'if-match': etag },
      body: {
        eventKind: 'closed',
        occurredAt: iso(p.clock.now()),
        eventSnapshot: {},
        reason: 'the package is no longer due',
      },
    })
  await client.follow(id, 'withdrawn')
  const rejection = await close(packageBefore.etag)
  const { current, changed } = rejection.body
  assert.deepEqual([rejection.status, current.submissionPackage.status], [412, 'withdrawn'])
  assert.deepEqual([changed.action, changed.by.name], ['submission.event.record', 'portal'])
  assert.equal((await client.get(id)).status, 'withdrawn')
  assert.equal((await close(current.etag)).status, 201)
  assert.equal((await client.get(id)).status, 'closed')
})

test('the contents of a package are part of its version', async () => {
  const id = await client.package(requirementId)
  const { etag } = await client.must(200, 'GET', `/packages/${id}`)
  const token = await p.token('acme-scanner')
  const body = claimInput(unique('in-package'))
  const { body: claim } = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body })
  await client.must(201, 'POST', `/packages/${id}/contents`, { claimId: claim.id })
  assert.notEqual((await client.must(200, 'GET', `/packages/${id}`)).etag, etag)
})
