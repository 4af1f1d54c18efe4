import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso, minute, second } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createSubmissionsClient, emittedEvents, type SubmissionsClient, submissions } from './submissions-client.ts'

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

/** Creates a package and submits it; returns its id. */
const submittedPackage = async (): Promise<string> => {
  const id = await client.package(requirementId)
  await client.follow(id, 'submitted')
  return id
}

const unknownPackage = 'subpkg_00000000000000000000000000'
const snapshot = { channel: 'portal', ack: { code: 'RCVD', parts: [1, { n: null }, 'é€😀'] }, '': 0 }

test('recording returns 201 with the event, all fields in order and nested detail kept; lists show the same text', async () => {
  const id = await submittedPackage()
  const occurredAt = '2026-01-31T10:00:00.5+01:00'
  const overrides = {
    occurredAt,
    eventSnapshot: snapshot,
    sourceEventKey: 'portal:1',
    reason: '  receipt of the filing  ',
  }
  const { status, body, text } = await client.record(id, 'receipt_received', overrides)
  assert.equal(status, 201)
  const { id: eventId, createdAt, ...rest } = body
  assert.match(eventId, /^subevt_[0-9A-Z]{26}$/)
  assert.match(createdAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  assert.deepEqual(rest, {
    submissionPackageId: id,
    eventKind: 'receipt_received',
    occurredAt: '2026-01-31T09:00:00.500Z',
    eventSnapshot: snapshot,
    reason: 'receipt of the filing',
    statusBefore: 'submitted',
    statusAfter: 'accepted',
    sourceEventKey: 'portal:1',
  })
  const fields = ['id', 'submissionPackageId', 'eventKind', 'occurredAt', 'eventSnapshot', 'reason']
  assert.deepEqual(Object.keys(body), [...fields, 'statusBefore', 'statusAfter', 'sourceEventKey', 'createdAt'])
  const path = `${submissions}/packages/${id}/events`
  const eventList = await p.call('GET', path, { token: client.token })
  assert.ok(eventList.text.startsWith(`{"submissionEvents":[${text},`), 'newest first, as in the response')
  assert.equal((await client.ask('GET', `/packages/${id}/events`)).text, eventList.text)
})

test('events are listed newest first in pages that continue where the previous one ended', async () => {
  const id = await client.package(requirementId)
  await client.follow(id, 'reviewed', 'reviewed', 'approved', 'submitted')
  const allEvents = (await client.events(id)).toReversed()
  const pagedEvents = []
  for (let cursor = ''; ; ) {
    const path = `${submissions}/packages/${id}/events?limit=2${cursor && `&cursor=${cursor}`}`
    const { body } = await p.call('GET', path, { token: client.token })
    pagedEvents.push(...body.submissionEvents)
    cursor = body.pagination.nextCursor ?? ''
    if (!cursor) break
    const otherPackage = await submittedPackage()
    const foreignCursor = await p.call('GET', `${submissions}/packages/${otherPackage}/events?cursor=${cursor}`, {
      token: client.token,
    })
    assert.deepEqual([foreignCursor.status, foreignCursor.body.error], [400, 'invalid_cursor'])
  }
  assert.deepEqual(pagedEvents, allEvents)
  assert.deepEqual(
    allEvents.map(({ eventKind }) => eventKind),
    ['submitted', 'approved', 'reviewed', 'reviewed', 'created'],
  )
})

test('POST /events, with the package in the body, has the same effect as the path of the package', async () => {
  const id = await submittedPackage()
  const path = `${submissions}/events`
  const body = { packageId: id, eventKind: 'rejected', occurredAt: iso(p.clock.now()), eventSnapshot: {} }
  const record = (overrides: object = {}) =>
    p.call('POST', path, { token: client.token, body: { ...body, reason: 'the portal rejected it', ...overrides } })
  const { status, body: event } = await record()
  assert.deepEqual([status, event.statusAfter, event.submissionPackageId], [201, 'rejected', id])
  assert.deepEqual((await client.events(id)).at(-1), event)
  const [unknown, other] = [await record({ packageId: unknownPackage }), await record({ packageId: undefined })]
  assert.deepEqual([unknown.status, other.status], [404, 400])
})

test('submittedAt is the time of the latest submitted or resubmitted event, according to its source', async () => {
  const id = await client.package(requirementId)
  assert.equal((await client.get(id)).submittedAt, null)
  const [first, second_, before] = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
  const submittedAfter = async (kind: string, occurredAt: string) => {
    assert.equal((await client.record(id, kind, { occurredAt })).status, 201)
    return (await client.get(id)).submittedAt
  }
  assert.equal(await submittedAfter('submitted', first), first)
  assert.equal(await submittedAfter('rejected', second_), first)
  assert.equal(await submittedAfter('resubmitted', second_), second_)
  assert.equal(await submittedAfter('resubmitted', before), before, 'the latest logged event')
  const { firstSubmittedAt } = await client.must(200, 'GET', `/packages/${id}`)
  assert.equal(firstSubmittedAt, first)
})

test('an event that does not change the package leaves updatedAt unchanged', async () => {
  const id = await submittedPackage()
  await client.follow(id, 'receipt_received')
  const accepted = await client.get(id)
  p.clock.advance(second)
  await client.follow(id, 'receipt_received')
  assert.deepEqual(await client.get(id), accepted)
  await client.follow(id, 'closed')
  assert.notEqual((await client.get(id)).updatedAt, accepted.updatedAt)
})

test('occurredAt may be in the past and up to 5 minutes ahead, is separate from createdAt, and never reorders', async () => {
  const id = await submittedPackage()
  for (const occurredAt of ['0001-01-02T00:00:00.000Z', '1999-12-31T23:59:59Z'])
    assert.equal((await client.record(id, 'resubmitted', { occurredAt })).status, 201)
  const soon = iso(p.clock.now() + 5 * minute - second)
  const { status, body } = await client.record(id, 'rejected', { occurredAt: soon })
  assert.deepEqual([status, body.occurredAt], [201, soon])
  assert.ok(body.createdAt < soon)
  const early = await client.record(id, 'receipt_received', { occurredAt: '2020-01-01T00:00:00Z' })
  assert.deepEqual([early.status, early.body.statusAfter], [201, 'rejected'], 'an event logged later counts as later')
  const eventsBefore = await client.events(id)
  const aheadEvent = await client.record(id, 'resubmitted', { occurredAt: iso(p.clock.now() + 5 * minute + second) })
  assert.deepEqual([aheadEvent.status, aheadEvent.body.issues[0].path], [400, ['occurredAt']])
  assert.deepEqual(await client.events(id), eventsBefore)
})

const nested = (levels: number): object => (levels === 0 ? {} : { deeper: nested(levels - 1) })
const snapshotOfSize = (bytes: number): object => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) })

const badInputs: readonly (readonly [name: string, overrides: Record<string, unknown>, path: readonly string[]])[] = [
  ...['acknowledged', 'SUBMITTED', '', 'toString', null, 1].map(
    eventKind => [`the kind ${eventKind}`, { eventKind }, ['eventKind']] as const,
  ),
  ...[
    '',
    'now',
    '2026-02-30T00:00:00Z',
    '2026-11-21',
    '2026-11-21T10:00:00',
    '20261121T100000Z',
    1_763_719_200,
    null,
  ].map(occurredAt => [`the time ${occurredAt}`, { occurredAt }, ['occurredAt']] as const),
  ...[[], 'text', 7, null, true].map(
    eventSnapshot => [`the snapshot ${JSON.stringify(eventSnapshot)}`, { eventSnapshot }, ['eventSnapshot']] as const,
  ),
  ['a snapshot over 64 KiB', { eventSnapshot: snapshotOfSize(65_537) }, ['eventSnapshot']],
  ['a source key of 201 characters', { sourceEventKey: 'k'.repeat(201) }, ['sourceEventKey']],
  ['an empty source key', { sourceEventKey: '' }, ['sourceEventKey']],
  ['a source key that is null', { sourceEventKey: null }, ['sourceEventKey']],
  ['a short reason', { reason: 'too short' }, ['reason']],
  ['no reason', { reason: undefined }, ['reason']],
  ['no time', { occurredAt: undefined }, ['occurredAt']],
  ['no snapshot', { eventSnapshot: undefined }, ['eventSnapshot']],
  ['an unknown field', { statusAfter: 'accepted' }, ['statusAfter']],
]

test('bad input is a 400 that names the field, and nothing is recorded', async () => {
  const id = await submittedPackage()
  const eventsBefore = await client.events(id)
  for (const [name, overrides, path] of badInputs) {
    const { status, body } = await client.record(id, 'receipt_received', overrides)
    assert.deepEqual([status, body.error, body.issues?.[0]?.path], [400, 'invalid_request', path], name)
  }
  const deep = await client.record(id, 'receipt_received', { eventSnapshot: nested(40) })
  assert.deepEqual([deep.status, deep.body.issues[0].path[0]], [400, 'eventSnapshot'])
  const alias = { packageId: id, eventKind: 'receipt_received', occurredAt: iso(p.clock.now()), eventSnapshot: {} }
  const response = await client.record(id, 'receipt_received', alias)
  assert.deepEqual([response.status, response.body.issues[0].path], [400, ['packageId']])
  assert.deepEqual(await client.events(id), eventsBefore)
  assert.equal((await client.record(id, 'receipt_received', { eventSnapshot: snapshotOfSize(65_536) })).status, 201)
})

test('a foreign package gets exactly the same response as an unknown one, and nothing is recorded', async () => {
  const foreignPackage = await foreign.package(await foreign.requirement())
  const answers = []
  for (const id of [foreignPackage, unknownPackage, 'x', 'subpkg_', requirementId]) {
    const { status, body } = await client.record(id, 'submitted', { sourceEventKey: 'portal:1' })
    answers.push(JSON.stringify([status, body.error, body.message]))
    const read = await p.call('GET', `${submissions}/packages/${id}/events`, { token: client.token })
    const detail = await p.call('GET', `${submissions}/packages/${id}`, { token: client.token })
    assert.deepEqual([read.status, detail.status], [404, 404])
  }
  assert.equal(new Set(answers).size, 1)
  assert.match(answers[0] ?? '', /^\[404,"not_found"/)
  assert.equal((await foreign.events(foreignPackage)).length, 1)
})

test("a repeated source key gets 200 with the first record, whatever the package's later events", async () => {
  const retired = await client.requirement()
  const id = await client.package(retired)
  await client.follow(id, 'submitted')
  const overrides = { sourceEventKey: 'portal:M-1', eventSnapshot: { n: 1 } }
  const first = await client.record(id, 'receipt_received', overrides)
  assert.equal(first.status, 201)
  const emittedBefore = (await emittedEvents(p)).length
  const repeat = async (when: string) => {
    const otherFields = {
      ...overrides,
      eventSnapshot: { n: 2 },
      occurredAt: '2026-01-01T00:00:00Z',
      reason: 'reported again',
    }
    const { status, text } = await client.record(id, 'receipt_received', otherFields)
    assert.deepEqual([status, text], [200, first.text], when)
  }
  await repeat('at once')
  assert.equal((await emittedEvents(p)).length, emittedBefore, 'no event is emitted for a repeat')
  await client.follow(id, 'resubmitted')
  await repeat('after a resubmission: a repeat is not a second receipt')
  assert.equal((await client.get(id)).status, 'submitted')
  await client.follow(id, 'closed')
  await repeat('when the package is closed')
  await client.must(200, 'PATCH', `/submission-requirements/${retired}`, { status: 'retired' })
  await repeat('when the requirement is retired')
  const auditRows = await p.sql(
    `select record::json->>'detail' as detail from audit_event
      where resource_id = $1 and action = 'submission.event.record' order by id`,
    [id],
  )
  const repeatDetail = `repeat of ${first.body.id}`
  assert.deepEqual(
    auditRows.map(({ detail }) => detail),
    ['submitted', 'receipt_received', repeatDetail, 'resubmitted', repeatDetail, 'closed', repeatDetail, repeatDetail],
  )
  assert.equal((await client.events(id)).length, 5)
})

test('a source key outlives the 24 hours of an idempotency key', async () => {
  const id = await submittedPackage()
  const overrides = { sourceEventKey: 'portal:late', occurredAt: iso(p.clock.now()) }
  const [key, at] = ['portal-late-1', p.clock.now()]
  const first = await client.record(id, 'receipt_received', overrides, key)
  const replay = await client.record(id, 'receipt_received', overrides, key)
  assert.deepEqual([replay.status, replay.text], [201, first.text])
  p.clock.advance(8 * day)
  const laterClient = await createSubmissionsClient(p)
  const repeat = await laterClient.record(id, 'receipt_received', overrides, key)
  assert.deepEqual([repeat.status, repeat.text], [200, first.text])
  p.clock.advance(at - p.clock.now())
})

test('a source key for another kind is a 409, even if that kind is not valid; other packages have their own keys', async () => {
  const [id, other] = [await submittedPackage(), await submittedPackage()]
  const overrides = { sourceEventKey: 'portal:shared' }
  assert.equal((await client.record(id, 'receipt_received', overrides)).status, 201)
  for (const kind of ['rejected', 'approved', 'closed']) {
    const { status, body } = await client.record(id, kind, overrides)
    assert.deepEqual([status, body.error], [409, 'conflict'], kind)
    assert.match(body.message, /receipt_received/)
  }
  assert.equal((await client.record(other, 'rejected', overrides)).status, 201)
  assert.equal((await client.record(id, 'rejected', { sourceEventKey: 'PORTAL:shared' })).status, 201, 'case counts')
  assert.equal((await client.events(id)).length, 4)
})

test('a 422 does not use up its source key, and its idempotency key stores the rejection', async () => {
  const id = await client.package(requirementId)
  const overrides = { sourceEventKey: 'portal:early', occurredAt: iso(p.clock.now()) }
  const rejection = await client.record(id, 'receipt_received', overrides, 'early-receipt')
  assert.deepEqual([rejection.status, rejection.body.error], [422, 'unprocessable'])
  await client.follow(id, 'submitted')
  const replay = await client.record(id, 'receipt_received', overrides, 'early-receipt')
  assert.deepEqual([replay.status, replay.body.requestId], [422, rejection.body.requestId])
  assert.equal((await client.record(id, 'receipt_received', overrides)).status, 201)
})

test('administrators and reviewers can record events manually, with a reason; contributors and auditors cannot', async () => {
  const id = await submittedPackage()
  const body = {
    eventKind: 'resubmitted',
    occurredAt: iso(p.clock.now()),
    eventSnapshot: {},
    reason: 'sent by courier',
  }
  const statuses = []
  for (const role of ['admin', 'reviewer', 'contributor', 'auditor']) {
    const cookie = await p.signIn(`${role}@acme.example`)
    statuses.push((await p.call('POST', `/api/workspace/packages/${id}/events`, { cookie, body })).status)
  }
  assert.deepEqual(statuses, [201, 201, 403, 403])
})
