import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createRounds, question } from '#test/claim-rounds.ts'
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

describe('asking for more', () => {
  test('keeps the claim submitted, names whom it waits for, and emits one event', async () => {
    const id = await rounds.claimOf()
    const before = await rounds.read(id)
    assert.deepEqual([before.waitingFor, before.questions, before.mayAnswer], ['reviewer', [], false])
    const record = await rounds.ask(id)
    const { body: v1 } = await p.call('GET', `/api/v1/governance/evidence/claims/${id}`, {
      token: await p.token('acme-scanner'),
    })
    const { etag: _, ...shown } = v1
    assert.deepEqual(shown, record)
    assert.deepEqual([record.status, record.updatedAt], ['submitted', before.updatedAt])
    const after = await rounds.read(id)
    assert.deepEqual([after.waitingFor, after.reviewedDigest], ['submitter', before.reviewedDigest])
    const [open] = after.questions
    assert.deepEqual(
      [after.questions.length, open.status, open.question, open.askedBy, open.answer, open.closedAt],
      [1, 'open', question, people.reviewer, null, null],
    )
    const events = await rounds.eventsOf(id)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['evidence.claim.created', 'evidence.claim.information_requested'],
    )
    assert.deepEqual(events[1]?.body.data, {
      claim: record,
      informationRequest: { id: open.id, question, createdAt: open.askedAt },
    })
    const actions = (await rounds.auditOf(id)).map(({ action }) => action)
    assert.deepEqual(actions, ['evidence.claim.create', 'evidence.claim.ask'])
    assert.deepEqual(
      (await rounds.auditOf(open.id)).map(({ action }) => action),
      ['evidence.question.create'],
    )
  })

  test('moves the claim from the work of its reviewer to that of its submitter, and back with the answer', async () => {
    const id = await rounds.claimOf()
    await rounds.must('second.reviewer', id, 'ask', { question })
    const everyone = ['second.reviewer', 'reviewer', 'admin', 'contributor']
    assert.deepEqual(await rounds.needs(id, 'claim_review', everyone), [false, false, false, false])
    assert.deepEqual(await rounds.needs(id, 'claim_answer', everyone), [false, false, false, true])
    await rounds.must('contributor', id, 'answer', { answer: 'All of vault-3.' })
    assert.deepEqual(await rounds.needs(id, 'claim_review', everyone), [true, false, false, false])
    assert.deepEqual(await rounds.needs(id, 'claim_answer', everyone), [false, false, false, false])
    const { questions, waitingFor, reviewerId } = await rounds.read(id)
    const [{ status, answer, answeredBy, answeredByName, files }] = questions
    assert.deepEqual(
      [status, answer, answeredBy, answeredByName, files, waitingFor, reviewerId],
      [
        ...['answered', 'All of vault-3.', people.contributor, 'contributor of acme'],
        ...[0, 'reviewer', people['second.reviewer']],
      ],
    )
  })

  test('needs a submitted claim, a question, a reviewer, and no other open question', async () => {
    const id = await rounds.claimOf()
    for (const empty of ['', '  ', undefined, 7])
      assert.equal((await rounds.act('reviewer', id, 'ask', { question: empty })).status, 400)
    for (const role of ['contributor', 'auditor'])
      assert.equal((await rounds.act(role, id, 'ask', { question })).status, 403)
    assert.equal((await rounds.act('reviewer', 'gec_unknown', 'ask', { question })).status, 404)
    const foreign = createWorkspaceClient(p, 'globex')
    assert.equal((await foreign.ask('reviewer', 'POST', `/claims/${id}/ask`, { question })).status, 404)
    await rounds.refused([422, 'claim.no_open_question'], 'contributor', id, 'answer', { answer: 'Too early.' })
    await rounds.ask(id)
    await rounds.refused([422, 'claim.question_open'], 'second.reviewer', id, 'ask', { question })
    await rounds.decide(id, 'reject')
    await rounds.refused([422, 'claim.not_askable'], 'reviewer', id, 'ask', { question })
  })

  test('is refused for people who contributed to the claim', async () => {
    const id = await rounds.claimOf('admin')
    await rounds.refused([403, 'claim.own'], 'admin', id, 'ask', { question })
  })

  test('is limited to twenty questions per claim', async () => {
    const id = await rounds.claimOf()
    for (let round = 0; round < 20; round++) {
      await rounds.ask(id)
      await rounds.must('reviewer', id, 'withdraw-question')
    }
    await rounds.refused([422, 'claim.too_many_questions'], 'reviewer', id, 'ask', { question })
    const { questions, waitingFor } = await rounds.read(id)
    assert.deepEqual([questions.length, waitingFor], [20, 'reviewer'])
    await rounds.decide(id, 'approve')
  })
})

test('both forms name the event, and receivers may subscribe to it', async () => {
  const cookie = await p.signIn('admin@acme.example')
  const token = await p.token('acme-scanner')
  const names = async () => {
    const { text } = await p.call('GET', '/api/v1/webhooks/events', { token })
    return text
  }
  assert.match(await names(), /"evidence\.claim\.information_requested"/)
  const { status, text } = await p.call('PATCH', '/api/workspace/webhook-settings', {
    cookie,
    body: { webhookForm: 'versioned', reason: 'the test of both forms' },
  })
  assert.equal(status, 200, text)
  const id = await rounds.claimOf()
  await rounds.ask(id)
  const [event] = (await rounds.eventsOf(id)).filter(({ type }) => type === 'evidence.claim.information_requested')
  assert.equal(event?.body.type, 'governance.evidence_claim.information_requested.v1')
  assert.match(await names(), /"governance\.evidence_claim\.information_requested\.v1"/)
})
