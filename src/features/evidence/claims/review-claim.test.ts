import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import canonicalize from 'canonicalize'
import { iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { prover, textFile } from '#test/proof.ts'
import { recordOf, recordText } from '#test/record-text.ts'
import { boot, type Probata } from '#test/system.ts'

const evidence = '/api/v1/governance/evidence'
const reason = 'matches the report of the vault'

let p: Probata
let token: string
let reviewer: string
let client: ReturnType<typeof prover>

before(async () => {
  p = await boot()
  token = await p.token('acme-scanner')
  reviewer = await p.signIn('reviewer@acme.example')
  client = prover(p, () => token)
})
after(() => p[Symbol.asyncDispose]())

const create = async (key: string, overrides: Record<string, unknown> = {}): Promise<string> => {
  const { status, body, text } = await p.call('POST', `${evidence}/claims`, { token, body: claimInput(key, overrides) })
  assert.equal(status, 201, text)
  return body.id
}

const readClaim = async (id: string, cookie = reviewer) => {
  const { status, body, text } = await p.call('GET', `/api/workspace/claims/${id}`, { cookie })
  assert.equal(status, 200, text)
  return body
}

const decide = (id: string, verb: 'approve' | 'reject', body: Record<string, unknown>, cookie = reviewer) =>
  p.call('POST', `/api/workspace/claims/${id}/${verb}`, { cookie, body: { reason, ...body } })

const approve = async (id: string) => {
  const { status, text } = await decide(id, 'approve', { reviewedDigest: (await readClaim(id)).reviewedDigest })
  assert.equal(status, 200, text)
}

const auditOf = async (id: string) => {
  const rows = await p.sql('select record from audit_event where resource_id = $1 order by id', [id])
  return rows.map(({ record }) => JSON.parse(String(record)))
}

const verdicts = [
  ['approve', 'accepted', 'evidence.claim.approved'],
  ['reject', 'rejected', 'evidence.claim.rejected'],
] as const

for (const [verb, status, event] of verdicts) {
  test(`3.2: ${verb} makes a submitted claim ${status}, with an event, an audit row and a decision`, async () => {
    const id = await create(`review-${verb}`)
    const before = await p.call('GET', `${evidence}/claims/${id}`, { token })
    const claim = await readClaim(id)
    assert.deepEqual(claim.actions, ['approve', 'reject'])
    p.clock.advance(minute)
    const decisionResponse = await decide(id, verb, { reviewedDigest: claim.reviewedDigest })
    assert.equal(decisionResponse.status, 200, decisionResponse.text)
    const { updatedAt, ...rest } = decisionResponse.body
    const { updatedAt: earlier, ...expected } = recordOf(before.body)
    assert.deepEqual(rest, { ...expected, status })
    assert.ok(updatedAt > earlier)
    const after = await p.call('GET', `${evidence}/claims/${id}`, { token })
    assert.equal(recordText(after.text), decisionResponse.text)

    const events = await p.sql(
      "select type, body::json->>'data' as data from outbox_event where body like $1 order by id",
      [`%${id}%`],
    )
    assert.deepEqual(
      events.map(({ type }) => type),
      ['evidence.claim.created', event],
    )
    assert.equal(events[1]?.data, `{"claim":${decisionResponse.text}}`)
    const [created, auditEvent] = await auditOf(id)
    assert.deepEqual(
      [auditEvent.action, auditEvent.outcome, auditEvent.actorKind, auditEvent.reason, auditEvent.requestId],
      [`evidence.claim.${verb}`, 'done', 'person', reason, decisionResponse.headers.get('x-request-id')],
    )
    assert.equal(auditEvent.beforeDigest, sha256Hex(recordText(before.text)))
    assert.equal(auditEvent.beforeDigest, created.afterDigest)
    assert.equal(auditEvent.afterDigest, sha256Hex(decisionResponse.text))

    const { decision, actions } = await readClaim(id)
    assert.deepEqual(actions, [])
    assert.equal(decision.reviewerId, auditEvent.actorId)
    assert.deepEqual(
      [decision.decision, decision.reason, decision.reviewedDigest, decision.decidedAt],
      [status, reason, claim.reviewedDigest, updatedAt],
    )
    for (const nextVerb of ['approve', 'reject'] as const) {
      const repeated = await decide(id, nextVerb, { reviewedDigest: claim.reviewedDigest })
      assert.deepEqual([repeated.status, repeated.body.error], [422, 'unprocessable'])
      assert.match(repeated.body.message, new RegExp(status))
    }
    assert.equal((await p.sql('select 1 from review_decision where claim_id = $1', [id])).length, 1)
  })
}

test('reviewedDigest is SHA-256 over the canonical JSON (RFC 8785) of the claim in the workspace', async () => {
  const id = await create('review-digest', { claimSnapshot: { z: 1, a: [1e-7, 'é', { '€': null }], ' ': 0.1 } })
  await client.attach(id, textFile('restored'))
  const { sourceSnapshot, claimSnapshot, attachments, reviewedDigest } = await readClaim(id)
  const { body: claim } = await p.call('GET', `${evidence}/claims/${id}`, { token })
  assert.equal(attachments.length, 1)
  const text = canonicalize({ claim: recordOf(claim), sourceSnapshot, claimSnapshot, attachments })
  assert.equal(sha256Hex(text ?? ''), reviewedDigest)
  const decisionResponse = await decide(id, 'approve', { reviewedDigest: sha256Hex(text ?? '') })
  assert.equal(decisionResponse.status, 200)
})

test('a change since the reviewer read the claim is a 422, and nothing is decided', async () => {
  const id = await create('review-stale')
  const claim = await readClaim(id)
  await client.attach(id, textFile('a later file'))
  const stale = await decide(id, 'approve', { reviewedDigest: claim.reviewedDigest })
  assert.deepEqual([stale.status, stale.body.error], [422, 'unprocessable'])
  assert.match(stale.body.message, /changed/)
  assert.equal((await readClaim(id)).status, 'submitted')
  assert.equal((await p.sql('select 1 from review_decision where claim_id = $1', [id])).length, 0)
  const upper = (await readClaim(id)).reviewedDigest.toUpperCase()
  for (const reviewedDigest of ['f'.repeat(64), undefined, 'x', upper, 7]) {
    const { status } = await decide(id, 'approve', { reviewedDigest })
    assert.equal(status, reviewedDigest === 'f'.repeat(64) ? 422 : 400)
  }
  await approve(id)
})

test('the creator of a claim cannot decide it', async () => {
  const cookie = await p.signIn('admin@acme.example')
  const { body } = await p.call('POST', '/api/workspace/claims', { cookie, body: claimInput('review-mine') })
  const { reviewedDigest } = await readClaim(body.id, cookie)
  const ownDecision = await decide(body.id, 'approve', { reviewedDigest }, cookie)
  assert.deepEqual([ownDecision.status, ownDecision.body.error], [403, 'forbidden_resource'])
  assert.equal((await readClaim(body.id)).status, 'submitted')
  const refusals = await p.sql(
    `select record from audit_event where action = 'evidence.claim.approve' and record like '%forbidden_resource%'`,
  )
  assert.equal(refusals.length, 1, 'the refusal is in the audit trail')
  await approve(body.id)
})

test('only reviewers and administrators of the workspace may decide, with a reason', async () => {
  const id = await create('review-who')
  const { reviewedDigest } = await readClaim(id)
  for (const role of ['contributor', 'auditor']) {
    const response = await decide(id, 'approve', { reviewedDigest }, await p.signIn(`${role}@acme.example`))
    assert.deepEqual([response.status, response.body.error], [403, 'forbidden_resource'], role)
  }
  const foreign = await decide(id, 'approve', { reviewedDigest }, await p.signIn('reviewer@globex.example'))
  const unknown = await decide('gec_00000000000000000000000000', 'approve', { reviewedDigest })
  assert.deepEqual([foreign.status, foreign.body.message], [404, unknown.body.message])
  const withoutReason = await decide(id, 'approve', { reviewedDigest, reason: 'fine' })
  assert.deepEqual([withoutReason.status, withoutReason.body.issues[0].path], [400, ['reason']])
  const machine = await p.call('POST', `/api/workspace/claims/${id}/approve`, {
    token,
    body: { reviewedDigest, reason },
  })
  assert.equal(machine.status, 401, 'a token gives no access to the workspace')
  const admin = await decide(id, 'approve', { reviewedDigest }, await p.signIn('admin@acme.example'))
  assert.equal(admin.status, 200)
})

test('an expired claim cannot be reviewed', async () => {
  const id = await create('review-expired', { validUntil: iso(p.clock.now() + 10 * minute) })
  const { reviewedDigest } = await readClaim(id)
  p.clock.advance(11 * minute)
  await p.system.runJob('expire-claims')
  const { status, body } = await decide(id, 'approve', { reviewedDigest })
  assert.deepEqual([status, body.error], [422, 'unprocessable'])
  assert.match(body.message, /expired/)
})

test('a submitted claim can be assigned to another reviewer, never to its creator', async () => {
  const cookie = await p.signIn('admin@acme.example')
  const people = await p.sql(`select p.id, l.name from person p join login_name l on l.subject_id = p.id`)
  const idOf = (email: string) => String(people.find(({ name }) => name === email)?.id)
  const assign = (id: string, reviewerId: string) =>
    p.call('POST', `/api/workspace/claims/${id}/assign`, { cookie, body: { reviewerId, reason: 'on leave this week' } })
  const id = await create('review-assign')
  const { reviewerId: routed } = await readClaim(id)
  const [firstId, secondId] = [idOf('reviewer@acme.example'), idOf('second.reviewer@acme.example')]
  const next = routed === firstId ? secondId : firstId
  const assigned = await assign(id, next)
  assert.equal(assigned.status, 200, assigned.text)
  assert.equal((await readClaim(id)).reviewerId, next)
  const [, auditEvent] = await auditOf(id)
  assert.deepEqual([auditEvent.action, auditEvent.detail], ['evidence.claim.assign', `reviewer ${routed} → ${next}`])
  for (const ineligible of [idOf('contributor@acme.example'), idOf('reviewer@globex.example'), 'prs_unknown']) {
    const { status, body } = await assign(id, ineligible)
    assert.deepEqual([status, body.error], [422, 'unprocessable'], ineligible)
  }
  const mine = await p.call('POST', '/api/workspace/claims', { cookie, body: claimInput('review-assign-mine') })
  assert.equal((await assign(mine.body.id, idOf('admin@acme.example'))).status, 422)
  await approve(id)
  assert.equal((await assign(id, firstId)).status, 422)
})

test('the workspace shows a claim with everything that a reviewer needs', async () => {
  const id = await create('review-record')
  const { body: claim } = await p.call('GET', `${evidence}/claims/${id}`, { token })
  const record = await readClaim(id, await p.signIn('auditor@acme.example'))
  const { createdBy, reviewerId, reviewerName, reviewedDigest, review, etag: _, ...rest } = record
  assert.deepEqual(rest, {
    ...recordOf(claim),
    sourceSnapshot: { system: 'vault-3', job: 'nightly' },
    claimSnapshot: { restored: true },
    attachments: [],
    createdByName: 'scanner',
    actions: ['approve', 'reject'],
    waitingFor: 'reviewer',
    questions: [],
    mayAnswer: false,
    mayAsk: false,
    mayWithdrawQuestion: false,
    approvals: { needed: 1, given: 0, list: [] },
    retention: { held: false, files: [] },
    uploads: { maxBytes: 104_857_600 },
  })
  assert.match(reviewerName, /reviewer of acme$/)
  assert.deepEqual([review.mayDecide, review.whyNot, review.deciders.length], [false, 'role', 3])
  assert.match(createdBy, /^sva_/)
  assert.match(reviewerId, /^prs_/)
  assert.match(reviewedDigest, /^[0-9a-f]{64}$/)
  assert.ok(!JSON.stringify(claim).includes('vault-3'), 'the machine interface does not show snapshots')
})
