import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { iso, minute } from '#lib/clock.ts'
import { createRounds, question } from '#test/claim-rounds.ts'
import { claimInput } from '#test/fixture.ts'
import { inTurn } from '#test/locked.ts'
import { prover, textFile } from '#test/proof.ts'
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

describe('answering', () => {
  test('makes the person a contributor, who may not decide the claim', async () => {
    const id = await rounds.claimOf()
    await rounds.ask(id)
    await rounds.must('admin', id, 'answer', { answer: 'All of vault-3.' })
    const { review } = await rounds.read(id, 'admin')
    assert.deepEqual([review.mayDecide, review.whyNot], [false, 'hand'])
    const { reviewedDigest } = await rounds.read(id, 'admin')
    await rounds.refused([403, 'claim.own'], 'admin', id, 'approve', { reviewedDigest })
    await rounds.decide(id, 'approve')
  })

  test('takes a text, files attached since the question, or both', async () => {
    const id = await rounds.claimOf()
    await client.attach(id, 'attached before the question')
    p.clock.advance(minute)
    await rounds.ask(id)
    await rounds.refused([422, 'claim.answer_empty'], 'contributor', id, 'answer')
    p.clock.advance(minute)
    await client.attach(id, 'attached for the answer')
    await rounds.must('contributor', id, 'answer')
    const [{ answer, files }] = (await rounds.read(id)).questions
    assert.deepEqual([answer, files], [null, 1])
  })

  test('counts a file whose upload began before the question and ended after it', async () => {
    const id = await rounds.claimOf()
    const proof = textFile('begun before the question')
    const bearer = await p.token('acme-scanner')
    const { announce, send } = prover(p, () => bearer)
    const { upload } = (await announce(id, proof)).body
    p.clock.advance(minute)
    const [asked, attached] = await inTurn(
      p,
      `select from evidence_claim where id = '${id}' for update`,
      () => rounds.act('reviewer', id, 'ask', { question }),
      () => {
        p.clock.advance(-minute)
        return send(upload.path, proof)
      },
    )
    assert.deepEqual([asked.status, attached.status], [200, 201])
    const [{ askedAt }] = (await rounds.read(id)).questions
    assert.ok(attached.body.attachment.createdAt < askedAt)
    await rounds.must('contributor', id, 'answer')
    assert.equal((await rounds.read(id)).questions[0].files, 1)
  })

  test('changes the digest that a decision must match', async () => {
    const id = await rounds.claimOf()
    const { reviewedDigest } = await rounds.read(id)
    await rounds.ask(id)
    await rounds.must('contributor', id, 'answer', { answer: 'All of vault-3.' })
    await rounds.refused([422, 'claim.changed'], 'reviewer', id, 'approve', { reviewedDigest })
    await rounds.decide(id, 'approve')
  })

  test('is for the submitter, administrators and contributors, and not for the person who asked', async () => {
    const id = await rounds.claimOf()
    await rounds.ask(id, 'admin')
    await rounds.refused([403, 'claim.not_yours_to_answer'], 'admin', id, 'answer', { answer: 'My own.' })
    await rounds.refused([403, 'claim.not_yours_to_answer'], 'second.reviewer', id, 'answer', { answer: 'Not mine.' })
    assert.equal((await rounds.act('auditor', id, 'answer', { answer: 'Not mine.' })).status, 403)
    const answerers = await Promise.all(
      ['admin', 'reviewer', 'contributor', 'auditor'].map(async person => (await rounds.read(id, person)).mayAnswer),
    )
    assert.deepEqual(answerers, [false, false, true, false])
  })

  test('for a service account is the work of the person who holds its secret, else of administrators', async () => {
    const provisioned = await client.claim(rounds.nextKey())
    await rounds.ask(provisioned)
    assert.deepEqual(await rounds.needs(provisioned, 'claim_answer', ['admin', 'contributor']), [true, false])
    const created = await client.ask('admin', 'POST', '/service-accounts', {
      name: 'asked account',
      scopes: ['governance.evidence:read', 'governance.evidence:write'],
    })
    const { clientId } = created.body.serviceAccount
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: created.body.clientSecret }
    const { body: token } = await p.call('POST', '/api/v1/auth/token', { body: grant })
    const { body: claim } = await p.call('POST', '/api/v1/governance/evidence/claims', {
      token: token.access_token,
      body: claimInput(rounds.nextKey()),
    })
    await rounds.ask(claim.id)
    const [row] = await p.sql('select answerer_id from evidence_claim where id = $1', [claim.id])
    assert.equal(row?.answerer_id, people.admin)
    assert.deepEqual(await rounds.needs(claim.id, 'claim_answer', ['admin', 'contributor']), [true, false])
  })

  test('passes to the administrators when the submitter can no longer sign in', async () => {
    const { body } = await client.ask('admin', 'POST', '/people', {
      ...{ email: 'leaver@acme.example', name: 'A leaver', role: 'contributor' },
    })
    const id = await rounds.claimOf()
    await rounds.ask(id)
    await p.sql('update evidence_claim set answerer_id = $2 where id = $1', [id, body.person?.id ?? body.id])
    assert.deepEqual(await rounds.needs(id, 'claim_answer', ['admin', 'contributor']), [false, false])
    await p.sql('update person set disabled = true where id = $1', [body.person?.id ?? body.id])
    assert.deepEqual(await rounds.needs(id, 'claim_answer', ['admin', 'contributor']), [true, false])
  })
})

describe('an open question', () => {
  for (const [verb, status] of [
    ['approve', 'accepted'],
    ['reject', 'rejected'],
  ] as const)
    test(`ends when another reviewer ${verb}s the claim`, async () => {
      const id = await rounds.claimOf()
      await rounds.ask(id)
      await rounds.decide(id, verb, 'second.reviewer')
      const { questions, waitingFor } = await rounds.read(id)
      const [{ status: state, endedBy, closedAt, id: questionId }] = questions
      assert.deepEqual([state, endedBy, waitingFor, closedAt !== null], ['ended', status, null, true])
      const [, end] = await rounds.auditOf(questionId)
      assert.deepEqual([end.action, end.detail], ['evidence.question.end', `claim ${status}`])
      await rounds.refused([422, 'claim.no_open_question'], 'contributor', id, 'answer', { answer: 'Too late.' })
    })

  test('ends when the claim expires, which it still does', async () => {
    const id = await rounds.claimOf('contributor', { validUntil: iso(p.clock.now() + 10 * minute) })
    await rounds.ask(id)
    p.clock.advance(11 * minute)
    await p.system.runJob('expire-claims')
    const { status, questions, waitingFor } = await rounds.read(id)
    assert.deepEqual(
      [status, questions[0].status, questions[0].endedBy, waitingFor],
      ['expired', 'ended', 'expired', null],
    )
    assert.deepEqual(await rounds.needs(id, 'claim_answer', ['admin', 'contributor']), [false, false])
  })

  test('can be withdrawn by the person who asked and by administrators', async () => {
    const id = await rounds.claimOf()
    await rounds.ask(id)
    await rounds.refused([403, 'claim.question_of_other'], 'second.reviewer', id, 'withdraw-question')
    await rounds.must('reviewer', id, 'withdraw-question')
    assert.deepEqual(await rounds.needs(id, 'claim_review', ['reviewer']), [true])
    await rounds.ask(id)
    await rounds.must('admin', id, 'withdraw-question')
    const { questions } = await rounds.read(id)
    assert.deepEqual(
      questions.map(({ status }: { status: string }) => status),
      ['withdrawn', 'withdrawn'],
    )
  })

  test('is marked in lists and left out of the count of claims that wait for the reviewer', async () => {
    const id = await rounds.claimOf()
    await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId: people.reviewer })
    const before = await client.get('reviewer', '/overview/review')
    await rounds.ask(id)
    const after = await client.get('reviewer', '/overview/review')
    assert.deepEqual(
      [after.waiting - before.waiting, after.mine - before.mine, after.inQuestion - before.inQuestion],
      [0, -1, 1],
    )
    const { claims } = await client.get('reviewer', `/claims?status=submitted&assigneeId=${people.reviewer}`)
    const listed = claims.find((claim: { id: string }) => claim.id === id)
    assert.deepEqual([listed.waitingFor, listed.mayDecide], ['submitter', true])
  })
})
