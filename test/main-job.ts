import assert from 'node:assert/strict'
import { verifyNow } from '#src/features/ledger/verify-now.ts'
import { verifyRecords } from '#src/features.ts'
import { bundles, verify } from './bundles.ts'
import { claimInput } from './fixture.ts'
import { prover, textFile } from './proof.ts'
import type { Probata } from './system.ts'
import type { Receiver } from './webhooks/receiver.ts'
import { webhooksOf } from './webhooks/webhooks.ts'

const claims = '/api/v1/governance/evidence/claims'
const reason = 'what the test is about'

/** Sends claims as a service account does, with repeats and conflicts, in sequence and simultaneously. */
const pushClaims = async (p: Probata, name: string, token: string): Promise<string> => {
  const send = (key: string, claimKey: string, over = {}) =>
    p.call('POST', claims, { token, key: `main-job-${name}-${key}`, body: claimInput(`${name}-${claimKey}`, over) })
  const first = await send('a', 'a')
  assert.equal(first.status, 201, first.text)
  const repeat = await send('a', 'a')
  assert.deepEqual([repeat.status, repeat.body.id], [201, first.body.id], repeat.text)
  assert.equal((await send('a', 'a', { title: 'Another title' })).status, 409)
  const conflict = await send('b', 'a')
  assert.equal(conflict.status, 409, conflict.text)
  const atOnce = await Promise.all(Array.from({ length: 4 }, () => send('c', 'c')))
  assert.equal(new Set(atOnce.map(({ status, body }) => `${status} ${body.id}`)).size, 1)
  const rivals = await Promise.all(['d', 'e', 'f'].map(key => send(key, 'd')))
  assert.deepEqual(rivals.map(({ status }) => status).sort(), [201, 409, 409], rivals.map(({ text }) => text).join())
  return first.body.id
}

/** Creates a package with an event whose snapshot has numbers that a conversion to text could change. */
const fileSubmission = async (p: Probata, name: string): Promise<void> => {
  const cookie = await p.signIn('admin@acme.example')
  const send = async (path: string, body: object) => {
    const response = await p.call('POST', `/api/workspace/${path}`, { cookie, body: { ...body, reason } })
    assert.ok(response.status < 300, response.text)
    return response.body.id
  }
  const filing = { title: `Jahresabschluß \\ 'x' ${name}`, submissionKind: 'regulatory_return', status: 'active' }
  const submissionRequirementId = await send('submission-requirements', { requirementKey: `S-${name}`, ...filing })
  const dueAt = '2026-03-04T05:06:07.089Z'
  const packageId = await send('packages', { submissionRequirementId, packageKey: name, title: 'of this year', dueAt })
  const eventSnapshot = { amount: 0.1, exact: 1234567.125, tiny: 1e-7 }
  await send(`packages/${packageId}/events`, { eventKind: 'submitted', occurredAt: dueAt, eventSnapshot })
  const packageDetail = await p.call('GET', `/api/workspace/packages/${packageId}`, { cookie })
  const { submissionPackage = packageDetail.body } = packageDetail.body
  assert.equal(submissionPackage.dueAt, dueAt, packageDetail.text)
}

const approve = async (p: Probata, claimId: string): Promise<void> => {
  const cookie = await p.signIn('reviewer@acme.example')
  const { body } = await p.call('GET', `/api/workspace/claims/${claimId}`, { cookie })
  const { reviewedDigest } = body
  const approved = await p.call('POST', `/api/workspace/claims/${claimId}/approve`, {
    cookie,
    body: { reviewedDigest, reason },
  })
  assert.equal(approved.status, 200, approved.text)
}

/**
 * Performs the main job of an install, with records named after `name`: claims with repeats and conflicts, a file, a
 * decision, a submission, a delivery, a bundle that the verifier accepts, and a ledger without findings.
 */
export const doMainJob = async (p: Probata, name: string, receiver: Receiver): Promise<void> => {
  assert.equal((await p.call('GET', '/api/health/ready')).status, 200)
  const hooks = webhooksOf(p)
  const { id } = await hooks.create(receiver.url)
  const token = await p.token('acme-scanner')
  const claimId = await pushClaims(p, name, token)
  await prover(p, () => token).attach(claimId, textFile(`the report of ${name}`))
  await approve(p, claimId)
  await fileSubmission(p, name)
  await p.system.delivery.drain()
  const outcomes = (await hooks.attempts(id)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes, ['delivered', 'delivered', 'delivered'])
  await hooks.remove(id)
  const { bytes } = await bundles(p, { cookie: await p.signIn('auditor@acme.example') }).make({ kind: 'everything' })
  const verification = await verify(bytes)
  assert.equal(verification.exit, 3, verification.text)
  const { db } = p.system.services
  for await (const { organizationId, findings } of verifyNow(db, verifyRecords, [], new AbortController().signal))
    assert.deepEqual(findings, [], organizationId)
}
