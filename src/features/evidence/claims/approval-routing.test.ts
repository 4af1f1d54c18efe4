import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createRounds } from '#test/claim-rounds.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let rounds: ReturnType<typeof createRounds>
let people: Readonly<Record<string, string>>

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  rounds = createRounds(p, client)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

/** A claim that needs this many approvals. */
const claimNeeding = async (reviewersRequired: number, creator = 'contributor'): Promise<string> => {
  const requirement = { requirementKey: rounds.nextKey(), title: 'Needs several', status: 'active', reviewersRequired }
  const { status, body, text } = await client.ask('admin', 'POST', '/evidence-requirements', requirement)
  assert.equal(status, 201, text)
  return rounds.claimOf(creator, { evidenceRequirementId: body.id })
}

const assign = (id: string, person: string) => rounds.must('admin', id, 'assign', { reviewerId: people[person] })

const setSelfDecision = async (selfDecision: boolean) => {
  const { status, text } = await client.ask('admin', 'PATCH', '/settings', { selfDecision })
  assert.equal(status, 200, text)
}

/** The approvals in force and needed, which the claim and the list must agree on. */
const approvalsOf = async (id: string): Promise<number[]> => {
  const { approvals, claimKey } = await rounds.read(id)
  const { claims } = await client.get('reviewer', `/claims?claimKey=${claimKey}`)
  assert.deepEqual(claims[0].approvals, { needed: approvals.needed, given: approvals.given })
  return [approvals.given, approvals.needed]
}

const detailsOf = async (id: string, action: string) =>
  (await rounds.auditOf(id)).filter(row => row.action === action).map(({ detail }) => detail)

/** Who of these people has an open notification that the claim is theirs to review. */
const notifiedOf = async (id: string): Promise<string[]> => {
  const found: string[] = []
  for (const person of ['admin', 'reviewer', 'second.reviewer']) {
    const { notifications } = await client.get(person, '/notifications?limit=50')
    const about = notifications.filter((one: Record<string, unknown>) => one.recordId === id && one.kind === 'assigned')
    if (about.length > 0) found.push(person)
  }
  return found
}

describe('a self-decided approval', () => {
  beforeEach(() => setSelfDecision(true))
  after(() => setSelfDecision(false))

  test('counts only while the workspace allows it', async () => {
    const id = await claimNeeding(2, 'admin')
    await rounds.decide(id, 'approve', 'admin')
    assert.deepEqual(await approvalsOf(id), [1, 2])
    await setSelfDecision(false)
    assert.deepEqual(await approvalsOf(id), [0, 2])
    const { approvals } = await rounds.read(id)
    assert.equal(approvals.list[0].voidReason, 'self_decision_off')
    const { status, approvals: after } = await rounds.decide(id, 'approve', 'reviewer')
    assert.deepEqual([status, after], ['submitted', { given: 1, needed: 2 }])
    assert.deepEqual(await detailsOf(approvals.list[0].id, 'evidence.approval.void'), ['self_decision_off'])
    await setSelfDecision(true)
    assert.deepEqual(await approvalsOf(id), [1, 2], 'it does not come back')
    assert.equal((await rounds.decide(id, 'approve', 'admin')).status, 'accepted')
  })

  test('is one of the approvals at most', async () => {
    const id = await claimNeeding(2, 'admin')
    await p.sql('update evidence_claim set makers = array[$2] where id = $1', [id, people.reviewer])
    await rounds.decide(id, 'approve', 'reviewer')
    const { reviewedDigest } = await rounds.read(id, 'admin')
    await rounds.refused([403, 'claim.self_decided_before'], 'admin', id, 'approve', { reviewedDigest })
    assert.deepEqual(await approvalsOf(id), [1, 2])
    assert.equal((await rounds.decide(id, 'approve', 'second.reviewer')).status, 'accepted')
  })
})

describe('the list of claims', () => {
  test('leaves out the approval of a person who became a contributor, as the claim does', async () => {
    const id = await claimNeeding(3)
    await rounds.decide(id, 'approve', 'admin')
    await rounds.decide(id, 'approve', 'reviewer')
    const { status, text } = await client.ask('admin', 'POST', '/attachments/upload-intents', {
      ...{ claimId: id, originalFilename: 'a.txt', contentType: 'text/plain', byteSize: 1 },
      checksumSha256: 'a'.repeat(64),
    })
    assert.equal(status, 201, text)
    assert.deepEqual(await approvalsOf(id), [1, 3])
  })
})

describe('the reviewer of a claim', () => {
  test('stays when another person approves it', async () => {
    const id = await claimNeeding(3)
    await assign(id, 'second.reviewer')
    await rounds.decide(id, 'approve', 'admin')
    assert.equal((await rounds.read(id)).reviewerId, people['second.reviewer'])
    assert.deepEqual(await detailsOf(id, 'evidence.claim.approve_in_part'), ['approval 1 of 3'])
    assert.deepEqual(await notifiedOf(id), ['second.reviewer'])
  })

  test('changes when they approve it, which the trail and the bells show', async () => {
    const id = await claimNeeding(2)
    await assign(id, 'reviewer')
    await rounds.decide(id, 'approve', 'reviewer')
    assert.equal((await rounds.read(id)).reviewerId, people['second.reviewer'])
    assert.deepEqual(await detailsOf(id, 'evidence.claim.approve_in_part'), [
      `approval 1 of 2, reviewer ${people.reviewer} → ${people['second.reviewer']}`,
    ])
    assert.deepEqual(await notifiedOf(id), ['second.reviewer'])
  })

  test('changes when the question of a person who approved it is withdrawn', async () => {
    const id = await claimNeeding(2)
    await assign(id, 'second.reviewer')
    await rounds.decide(id, 'approve', 'reviewer')
    await rounds.ask(id, 'reviewer')
    assert.deepEqual(await notifiedOf(id), [], 'the claim waits for its submitter')
    await rounds.must('reviewer', id, 'withdraw-question')
    assert.equal((await rounds.read(id)).reviewerId, people['second.reviewer'])
    assert.deepEqual(await rounds.needs(id, 'claim_review', ['reviewer', 'second.reviewer']), [false, true])
    assert.deepEqual(await detailsOf(id, 'evidence.claim.withdraw_question'), [
      `reviewer ${people.reviewer} → ${people['second.reviewer']}`,
    ])
    assert.deepEqual(await notifiedOf(id), ['second.reviewer'])
  })

  test('stays after an answer, because the approvals before it are void', async () => {
    const id = await claimNeeding(2)
    await rounds.decide(id, 'approve', 'reviewer')
    await rounds.ask(id, 'reviewer')
    await rounds.must('contributor', id, 'answer', { answer: 'All of vault-3.' })
    assert.equal((await rounds.read(id)).reviewerId, people.reviewer)
    assert.deepEqual(await rounds.needs(id, 'claim_review', ['reviewer']), [true])
    assert.deepEqual(await approvalsOf(id), [0, 2])
  })

  test('has its notification, which ends when another person asks or it moves on', async () => {
    const id = await claimNeeding(1)
    await assign(id, 'reviewer')
    await rounds.must('reviewer', id, 'assign', { reviewerId: people.admin })
    assert.deepEqual(await notifiedOf(id), ['admin'])
    await rounds.ask(id, 'second.reviewer')
    assert.deepEqual(await notifiedOf(id), [])
    await rounds.must('second.reviewer', id, 'assign', { reviewerId: people.admin })
    await rounds.must('admin', id, 'answer', { answer: 'All of vault-3.' })
    const { reviewerId } = await rounds.read(id)
    const [next] = Object.keys(people).filter(name => people[name] === reviewerId)
    assert.deepEqual(await notifiedOf(id), [next])
  })
})
