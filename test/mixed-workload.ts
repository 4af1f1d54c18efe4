import assert from 'node:assert/strict'
import { hour, iso, minute } from '#lib/clock.ts'
import { discussClaim } from './discussed-claim.ts'
import { claimInput, password } from './fixture.ts'
import { govern } from './governed.ts'
import { assess } from './governed-assessments.ts'
import { governFindings } from './governed-findings.ts'
import { governPolicies } from './governed-policies.ts'
import { governQuestionnaires } from './governed-questionnaires.ts'
import { openRooms } from './governed-rooms.ts'
import { prover, textFile } from './proof.ts'
import { insertLedgers, insertRemainingRows } from './remaining-rows.ts'
import { newSender } from './scim.ts'
import { createSubmissionsClient } from './submissions/submissions-client.ts'
import type { Probata } from './system.ts'

const reason = 'a mixed test workload'
const requirements = '/api/workspace/evidence-requirements'
const accounts = '/api/workspace/service-accounts'
const hooks = '/api/v1/webhooks'
type Call = Parameters<Probata['call']>

const callerOf =
  (p: Probata) =>
  async (status: number, ...args: Call) => {
    const response = await p.call(...args)
    assert.equal(response.status, status, `${args[0]} ${args[1]}: ${response.text}`)
    return response.body
  }

/** Creates a webhook and brings it into every state, and creates another one and deletes it. */
const workWebhooks = async (p: Probata, token: string, key: string): Promise<void> => {
  const must = callerOf(p)
  const body = { url: 'http://127.0.0.1:9/', events: ['*'], description: 'Mixed', reason }
  const { webhook } = await must(201, 'POST', hooks, { token, body })
  const { webhook: deletedWebhook } = await must(201, 'POST', hooks, { token, body })
  for (const verb of ['pause', 'resume', 'rotate-secret'])
    await must(200, 'POST', `${hooks}/${webhook.id}/${verb}`, { token, key: `${key}-${verb}`, body: { reason } })
  const changes = { name: 'Changed', events: ['evidence.claim.created'], reason }
  await must(200, 'PATCH', `${hooks}/${webhook.id}`, { token, key: `${key}-change`, body: changes })
  await must(204, 'DELETE', `${hooks}/${deletedWebhook.id}`, { token, key: `${key}-delete`, body: { reason } })
}

/** Creates a claim in each status. All except the last one have a file. @returns the accepted claim */
const workClaims = async (p: Probata, token: string, key: string, reviewer: string): Promise<string> => {
  const must = callerOf(p)
  const { announce, send } = prover(p, () => token)
  const file = textFile('bytes', 'a.txt')
  const claims: Record<string, string> = {}
  for (const name of ['approve', 'reject', 'expire', 'keep']) {
    const over = name === 'expire' ? { validUntil: iso(p.clock.now() + 10 * minute) } : {}
    const body = claimInput(name, over)
    const { id } = await must(201, 'POST', '/api/v1/governance/evidence/claims', { token, key: `${key}-${name}`, body })
    claims[name] = id
    const intent = await announce(id, file)
    assert.equal(intent.status, 201, intent.text)
    if (name !== 'keep') assert.equal((await send(intent.body.upload.path, file)).status, 201)
  }
  for (const verb of ['approve', 'reject']) {
    const claimPath = `/api/workspace/claims/${claims[verb]}`
    const { reviewedDigest } = await must(200, 'GET', claimPath, { cookie: reviewer })
    await must(200, 'POST', `${claimPath}/${verb}`, { cookie: reviewer, body: { reviewedDigest, reason } })
  }
  return claims.approve ?? ''
}

/** Creates a package and brings it into every state, a returned package whose contents change, and two feeds. */
const workSubmissions = async (p: Probata, slug: string, claimId: string): Promise<void> => {
  const client = await createSubmissionsClient(p, slug)
  const requirementId = await client.requirement({ receiptsRequired: 2, requireReview: true })
  await client.must(200, 'PATCH', `/submission-requirements/${requirementId}`, { policy: { requireApproval: true } })
  const [sentId, returnedId] = [await client.package(requirementId), await client.package(requirementId)]
  await client.must(201, 'POST', `/packages/${sentId}/contents`, { claimId })
  await client.must(201, 'POST', `/packages/${returnedId}/contents`, { claimId })
  await client.must(204, 'DELETE', `/packages/${returnedId}/contents/${claimId}`)
  await client.follow(sentId, 'reviewed', 'approved', 'submitted', 'receipt_received', 'rejected', 'resubmitted')
  const over = { sourceEventKey: 'portal:1' }
  for (const status of [201, 200]) assert.equal((await client.record(sentId, 'receipt_received', over)).status, status)
  await client.follow(returnedId, 'reviewed')
  await client.must(200, 'POST', `/packages/${returnedId}/return`)
  await client.must(200, 'PATCH', `/packages/${returnedId}`, { title: 'Another', dueAt: '2027-01-01T00:00:00Z' })
  await client.must(200, 'PATCH', `/submission-requirements/${requirementId}`, { status: 'retired', title: 'Another' })
  const schedule = { every: 'occurrence', due: { count: 24, unit: 'hours' } }
  const scheduledId = await client.requirement({}, { schedule })
  const path = `/submission-requirements/${scheduledId}/occurrences`
  const events = { occurrence: iso(p.clock.now()) }
  const { id } = await client.must(201, 'POST', path, { title: 'Request', events })
  await client.must(200, 'PATCH', `/submission-occurrences/${id}`, { title: 'Another' })
  const monthly = { every: 'month', due: { count: 48, unit: 'hours' }, leadDays: 40 }
  await client.must(200, 'PATCH', `/submission-requirements/${scheduledId}`, { schedule: monthly })
  await p.system.runJob('create-scheduled-packages')
  const feeds = [await client.must(201, 'POST', '/calendar-feeds', { name: 'one' })]
  feeds.push(await client.must(201, 'POST', '/calendar-feeds', { name: 'two' }))
  await client.must(204, 'DELETE', `/calendar-feeds/${feeds[0].calendarFeed.id}`)
  const views: { id: string }[] = []
  for (const name of ['one', 'two']) {
    const view = { list: 'listWorkspaceClaims', name, query: 'status=submitted', shared: true }
    views.push(await client.must(201, 'POST', '/saved-views', view))
  }
  await client.must(200, 'PATCH', `/saved-views/${views[0]?.id}`, { name: 'Another', shared: false })
  await client.must(204, 'DELETE', `/saved-views/${views[1]?.id}`)
}

/** Creates two generations of keys. Requests their destruction, withdraws the request and repeats it. */
const workKeys = async (p: Probata, cookie: string): Promise<void> => {
  const keys = '/api/workspace/storage-keys'
  const must = (status: number, path: string, body: object = {}) =>
    callerOf(p)(status, 'POST', path, { cookie, body: { ...body, reason } })
  await must(201, keys)
  await must(201, keys)
  await must(200, '/api/workspace/storage-key-provider', { kind: 'local' })
  await must(201, `${keys}/destruction`)
  await must(200, `${keys}/destruction/withdraw`)
  await must(201, `${keys}/destruction`)
}

/** Creates a hold. Requests its release, withdraws the request and repeats it. */
const workHolds = async (p: Probata, cookie: string, claimId: string): Promise<void> => {
  const holds = '/api/workspace/storage-holds'
  const must = (status: number, path: string, body: object = {}) =>
    callerOf(p)(status, 'POST', path, { cookie, body: { ...body, reason } })
  const { id } = await must(201, holds, { claimId })
  await must(200, `${holds}/${id}/release`)
  await must(200, `${holds}/${id}/release/withdraw`)
  await must(200, `${holds}/${id}/release`)
}

/**
 * Writes a comment that mentions a person, changes it and removes it. Writes another comment, and appoints a deputy.
 */
const commentAndDeputize = async (p: Probata, admin: string, reviewer: string, recordId: string): Promise<void> => {
  const must = callerOf(p)
  const comments = '/api/workspace/comments'
  const { person } = await must(200, 'GET', '/api/workspace/session', { cookie: reviewer })
  const text = `@${person.id} please look`
  const { id } = await must(201, 'POST', comments, { cookie: admin, body: { recordId, text: 'first' } })
  await must(200, 'PATCH', `${comments}/${id}`, { cookie: admin, body: { text } })
  await must(200, 'POST', `${comments}/${id}/remove`, { cookie: admin, body: { reason } })
  await must(201, 'POST', comments, { cookie: admin, body: { recordId, text } })
  const absence = { absentFrom: null, absentUntil: null, always: true }
  await must(200, 'PUT', '/api/workspace/account/deputy', { cookie: admin, body: { deputyId: person.id, ...absence } })
}

/** Provisions a person and a group by SCIM, then rotates the SCIM token. */
const provisionPeople = async (p: Probata, slug: string, cookie: string): Promise<void> => {
  const sender = await newSender(p, `admin@${slug}.example`)
  const id = await sender.user(`sent@${slug}.example`, { externalId: 'sent', nickName: 'not stored' })
  await sender.ok('POST', '/Groups', { displayName: 'Sent', externalId: 'sent', members: [{ value: id }] })
  const path = `/api/workspace/provisioning-tokens/${sender.tokenId}/rotate`
  await callerOf(p)(200, 'POST', path, { cookie, body: { reason } })
  await p.system.services.scimLog.flush()
}

/** Creates every kind of row that callers can create in one organization, and changes each in every possible way. */
export const fillOrganization = async (p: Probata, slug: string): Promise<void> => {
  const must = callerOf(p)
  const token = await p.token(`${slug}-scanner`)
  const [admin, reviewer] = [await p.signIn(`admin@${slug}.example`), await p.signIn(`reviewer@${slug}.example`)]
  await must(201, 'POST', '/api/workspace/account/totp', { cookie: reviewer, body: { currentPassword: password } })
  const invitation = { email: `invited@${slug}.example`, name: 'Invited', role: 'auditor', reason }
  await must(201, 'POST', '/api/workspace/people/invitations', { cookie: admin, body: invitation })
  const key = `mixed-key-${slug}`
  await workWebhooks(p, token, key)
  const approved = await workClaims(p, token, key, reviewer)
  await discussClaim(p, { slug, key })
  await workSubmissions(p, slug, approved)
  await workKeys(p, admin)
  await workHolds(p, admin, approved)
  await commentAndDeputize(p, admin, reviewer, approved)
  const draft = { requirementKey: 'MIX-1', title: 'Mixed', retentionYears: 3, reason }
  const { id } = await must(201, 'POST', requirements, { cookie: admin, body: draft })
  const active = { status: 'active', title: 'Mixed well', retentionYears: 4, reason }
  await must(200, 'PATCH', `${requirements}/${id}`, { cookie: admin, body: active })
  const account = { name: 'm', scopes: ['governance.evidence:read'], reason }
  const { serviceAccount } = await must(201, 'POST', accounts, { cookie: admin, body: account })
  await must(200, 'POST', `${accounts}/${serviceAccount.id}/disable`, { cookie: admin, body: { reason } })
  await provisionPeople(p, slug, admin)
  await govern(p, admin)
  await governFindings(p, { admin, reviewer, claimId: approved })
  await assess(p, admin, reviewer)
  await openRooms(p, admin, approved)
  await governPolicies(p, slug)
  await governQuestionnaires(p, slug)
  const unknownReviewer = { reviewerId: 'prs_x', reason }
  await must(422, 'POST', `/api/workspace/claims/${approved}/assign`, { cookie: admin, body: unknownReviewer })
}

/** Creates rows of every kind in both organizations of test/fixture.ts. @returns the ids of acme and globex */
export const doMixedWork = async (p: Probata): Promise<readonly [acme: string, globex: string]> => {
  for (const slug of ['acme', 'globex']) await fillOrganization(p, slug)
  await p.system.delivery.drain()
  p.clock.advance(2 * hour)
  await p.system.runJob('expire-claims')
  await p.system.runJob('expire-upload-intents')
  await p.system.runJob('reconcile-license-state')
  await p.system.runJob('reconcile-storage-usage')
  const organizations = await p.sql('select id from organization order by slug')
  const [acme = '', globex = ''] = organizations.map(({ id }) => String(id))
  for (const id of [acme, globex]) await insertRemainingRows(p, id)
  await p.sql(
    `insert into webhook_dead_letter select organization_id, endpoint_id, event_id, '{}', record from webhook_attempt`,
  )
  await p.sql(`insert into webhook_replay select organization_id, 'whr_' || organization_id, id, 'completed',
    json_build_object('id', 'whr_' || organization_id, 'webhookId', id) from webhook_endpoint where status = 'active'`)
  await p.sql('insert into webhook_replay_event select organization_id, id, $1 from webhook_replay', ['evt_x'])
  await p.sql(`insert into evidence_export (organization_id, id, status, record) select id, 'gee_' || id, 'cancelled',
    json_build_object('id', 'gee_' || id, 'status', 'cancelled') from organization`)
  await p.sql(`insert into evidence_export_entry (organization_id, export_id, position, path, byte_size, sha256, is_own)
    select organization_id, id, 0, 'mimetype', 0, repeat('0', 64), true from evidence_export`)
  await insertLedgers(p)
  for (const job of ['index-records', 'notify-people']) await p.system.runJob(job)
  return [acme, globex]
}
