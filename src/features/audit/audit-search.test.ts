import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { recordText } from '#test/record-text.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let people: Readonly<Record<string, string>>
let claim: string
let betweenTime: string
let requestId: string

const searchAudit = async (query: Record<string, string>) =>
  (await client.get('auditor', `/audit?${new URLSearchParams(query)}`)).auditEvents
const searchActions = async (query: Record<string, string>) =>
  (await searchAudit(query)).map(({ action }: Record<string, string>) => action)

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  people = await client.people()
  claim = await client.claim('first')
  for (const path of ['/audit', '/jobs']) assert.equal((await client.ask('reviewer', 'GET', path)).status, 403)
  p.clock.advance(2 * day)
  betweenTime = iso(p.clock.now())
  p.clock.advance(minute)
  await client.decide(claim, 'approve')
  const assigned = await client.ask('admin', 'POST', `/claims/${claim}/assign`, { reviewerId: people.admin })
  assert.equal(assigned.status, 422)
  const created = await client.ask('admin', 'POST', '/evidence-requirements', { requirementKey: 'A-1', title: 'A' })
  requestId = String(created.headers.get('x-request-id'))
})
after(() => p[Symbol.asyncDispose]())

test('a row names its record by its current title; a refusal without a record names none', async () => {
  const [approved] = await searchAudit({ resourceId: claim })
  const { title } = await client.get('auditor', `/claims/${claim}`)
  assert.deepEqual(approved.record, { id: claim, title })
  const [decided] = await searchAudit({ action: 'evidence.decision.create' })
  assert.deepEqual(decided.record, { id: claim, title })
  const [refused] = await searchAudit({ action: 'listJobs' })
  assert.equal(refused.record, null)
})

test('the trail can be searched by outcome, request and time, and by action, actor and record', async () => {
  assert.deepEqual(await searchActions({ resourceId: claim }), ['evidence.claim.approve', 'evidence.claim.create'])
  assert.deepEqual(await searchActions({ resourceId: claim, to: betweenTime }), ['evidence.claim.create'])
  assert.deepEqual(await searchActions({ resourceId: claim, from: betweenTime }), ['evidence.claim.approve'])
  assert.deepEqual(await searchActions({ resourceId: claim, from: betweenTime, to: betweenTime }), [])
  assert.deepEqual(await searchActions({ outcome: 'refused', to: betweenTime }), ['listJobs', 'listAuditEvents'])
  assert.deepEqual(await searchActions({ outcome: 'refused', actorId: people.reviewer ?? '', action: 'listJobs' }), [
    'listJobs',
  ])
  assert.deepEqual(await searchActions({ outcome: 'refused', actorId: people.auditor ?? '' }), [])
  assert.deepEqual(await searchActions({ outcome: 'refused', resourceId: claim }), [])
  assert.deepEqual(await searchActions({ outcome: 'done', actorId: people.admin ?? '', from: betweenTime }), [
    'evidence.requirement.create',
    'session.open',
  ])
  assert.deepEqual(await searchActions({ requestId }), ['evidence.requirement.create'])
  assert.deepEqual(await searchActions({ requestId, action: 'evidence.claim.create' }), [])
  assert.deepEqual(await searchActions({ requestId, to: betweenTime }), [])
  for (const unknown of ['req_00000000000000000000000000', 'req', 'jrn_7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])
    assert.deepEqual(await searchActions({ requestId: unknown }), [], unknown)
})

test("a job run's id finds its rows", async () => {
  const validUntil = iso(p.clock.now() + hour)
  await client.claim('short', { validUntil })
  p.clock.advance(2 * hour)
  await p.system.runJob('expire-claims')
  const [expired] = await searchAudit({ action: 'evidence.claim.expire' })
  assert.match(expired.requestId, /^jrn_/)
  assert.deepEqual([expired.actorKind, expired.actorName], ['system', null])
  assert.deepEqual(await searchAudit({ requestId: expired.requestId }), [expired])
})

test('a row has the name of its actor and the digests before and after', async () => {
  const [approved, created] = await searchAudit({ resourceId: claim })
  assert.deepEqual([approved.actorName, created.actorName], ['reviewer of acme', 'scanner'])
  assert.equal(approved.beforeDigest, created.afterDigest)
  const token = await p.token('acme-reader')
  const { text } = await p.call('GET', `/api/v1/governance/evidence/claims/${claim}`, { token })
  assert.equal(approved.afterDigest, sha256Hex(recordText(text)))
})

test('results are paged with any filter; invalid filters are rejected', async () => {
  for (const query of [{}, { outcome: 'done' }, { actorId: people.reviewer ?? '' }, { from: betweenTime }]) {
    const allEvents = await searchAudit({ ...query, limit: '200' })
    const paged: unknown[] = []
    for (let cursor = ''; ; ) {
      const params = new URLSearchParams({ ...query, limit: '3', ...(cursor && { cursor }) })
      const { auditEvents, pagination } = await client.get('auditor', `/audit?${params}`)
      paged.push(...auditEvents)
      cursor = pagination.nextCursor
      if (!cursor) break
    }
    assert.deepEqual(paged, allEvents)
    const ids = allEvents.map(({ id }: Record<string, string>) => id)
    assert.deepEqual(ids, ids.toSorted().toReversed())
  }
  const { pagination } = await client.get('auditor', `/audit?limit=1&from=${betweenTime}`)
  const misusedCursor = await client.ask('auditor', 'GET', `/audit?cursor=${pagination.nextCursor}`)
  assert.deepEqual([misusedCursor.status, misusedCursor.body.error], [400, 'invalid_cursor'])
  const invalidValues = ['from=yesterday', 'to=2026-02-30T00:00:00Z', 'outcome=maybe', 'requestId=']
  for (const query of [
    ...invalidValues,
    'action=',
    `actorId=${'x'.repeat(101)}`,
    'who=me',
    'limit=0',
    'resourceId=%00',
  ]) {
    const { status, body } = await client.ask('auditor', 'GET', `/audit?${query}`)
    assert.deepEqual([status, body.error], [400, 'invalid_request'], query)
  }
})

test('the list of actions has each action in the trail once', async () => {
  const { actions } = await client.get('auditor', '/audit/actions')
  const rows = await p.sql(
    `select distinct a.action from audit_event a join organization o on o.id = a.organization_id where o.slug = 'acme'`,
  )
  assert.deepEqual(actions, rows.map(({ action }) => action).sort())
  assert.ok(actions.includes('evidence.claim.approve') && actions.includes('listJobs'))
  assert.equal((await client.ask('contributor', 'GET', '/audit/actions')).status, 403)
})

test('the security overview counts events of a day and a week, refusals and failing jobs', async () => {
  const [row] = await p.sql(`select id from organization where slug = 'acme'`)
  const record = () =>
    recordSecurityEvent(p.system.services, String(row?.id), {
      type: 'storageOperationsObjectMissing',
      context: {},
    })
  const old = await record()
  p.clock.advance(5 * day)
  const recent = []
  for (let i = 0; i < 6; i++) recent.push(await record())
  assert.equal((await client.ask('reviewer', 'GET', '/overview/security')).status, 403)
  const overview = await client.get('auditor', '/overview/security')
  assert.deepEqual(overview, {
    securityEvents24h: 6,
    securityEvents7d: 7,
    refusals24h: 1,
    jobsFailing: 0,
    countedUpTo: 10_000,
    newest: recent.toReversed().slice(0, 5),
  })
  await p.sql(
    `insert into job_run select 'jrn_7' || lpad(i::text, 25, '0'), 'expire-claims', now(), now(), o, 0
       from (values (1, 'succeeded'), (2, 'failed')) v (i, o)`,
  )
  assert.equal(
    (await client.get('admin', '/overview/security')).jobsFailing,
    0,
    "a run for all workspaces, under another workspace's operation",
  )
  await p.sql(`update organization set operator = true where slug = 'acme'`)
  assert.equal((await client.get('admin', '/overview/security')).jobsFailing, 1)
  p.clock.advance(3 * day)
  const overviewLater = await client.get('admin', '/overview/security')
  assert.deepEqual(
    [overviewLater.securityEvents24h, overviewLater.securityEvents7d, overviewLater.refusals24h],
    [0, 6, 0],
  )
  assert.ok(overviewLater.newest.length > 0)
  assert.ok(overviewLater.newest.every(({ id }: { id: string }) => id !== old.id))
  const otherOverview = await createWorkspaceClient(p, 'globex').get('auditor', '/overview/security')
  assert.deepEqual([otherOverview.securityEvents7d, otherOverview.newest], [0, []])
})
