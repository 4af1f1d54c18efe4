import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { iso, minute } from '#lib/clock.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let people: Readonly<Record<string, string>>
let count = 0

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

const question = 'Which volumes did the job restore?'
const nextKey = () => `asked-${++count}`

/** A claim by a person, the contributor by default. */
const claimOf = async (person = 'contributor', over = {}): Promise<string> => {
  const { status, body, text } = await client.ask(person, 'POST', '/claims', claimInput(nextKey(), over))
  assert.equal(status, 201, text)
  return body.id
}

const read = (id: string, person = 'reviewer') => client.get(person, `/claims/${id}`)
const act = (person: string, id: string, verb: string, body = {}) =>
  client.ask(person, 'POST', `/claims/${id}/${verb}`, body)

const must = async (person: string, id: string, verb: string, body = {}) => {
  const { status, body: record, text } = await act(person, id, verb, body)
  assert.equal(status, 200, `${verb}: ${text}`)
  return record
}

const refused = async (expected: readonly [number, string], person: string, id: string, verb: string, body = {}) => {
  const { status, body: refusal, text } = await act(person, id, verb, body)
  assert.deepEqual([status, refusal.code], expected, `${person} ${verb}: ${text}`)
}

const ask = (id: string, person = 'reviewer') => must(person, id, 'ask', { question })
const decide = async (id: string, verb: 'approve' | 'reject', person = 'reviewer') =>
  must(person, id, verb, { reviewedDigest: (await read(id, person)).reviewedDigest })

const workOf = async (person: string, kind: string): Promise<string[]> =>
  (await client.get(person, `/my-work?limit=200&kind=${kind}`)).work.map(({ id }: { id: string }) => id)

const needs = async (id: string, kind: string, persons: readonly string[]) =>
  Promise.all(persons.map(async person => (await workOf(person, kind)).includes(id)))

const eventsOf = async (id: string) => {
  const rows = await p.sql('select type, body from outbox_event where body like $1 order by id', [`%${id}%`])
  return rows.map(({ type, body }) => ({ type, body: JSON.parse(String(body)) }))
}

const auditOf = async (id: string) => {
  const rows = await p.sql('select record from audit_event where resource_id = $1 order by id', [id])
  return rows.map(({ record }) => JSON.parse(String(record)))
}

describe('asking for more', () => {
  test('keeps the claim submitted, names whom it waits for, and emits one event', async () => {
    const id = await claimOf()
    const before = await read(id)
    assert.deepEqual([before.waitingFor, before.questions, before.mayAnswer], ['reviewer', [], false])
    const record = await ask(id)
    const { body: v1 } = await p.call('GET', `/api/v1/governance/evidence/claims/${id}`, {
      token: await p.token('acme-scanner'),
    })
    const { etag: _, ...shown } = v1
    assert.deepEqual(shown, record)
    assert.deepEqual([record.status, record.updatedAt], ['submitted', before.updatedAt])
    const after = await read(id)
    assert.deepEqual([after.waitingFor, after.reviewedDigest], ['submitter', before.reviewedDigest])
    const [open] = after.questions
    assert.deepEqual(
      [after.questions.length, open.status, open.question, open.askedBy, open.answer, open.closedAt],
      [1, 'open', question, people.reviewer, null, null],
    )
    const events = await eventsOf(id)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['evidence.claim.created', 'evidence.claim.information_requested'],
    )
    assert.deepEqual(events[1]?.body.data, {
      claim: record,
      informationRequest: { id: open.id, question, createdAt: open.askedAt },
    })
    const actions = (await auditOf(id)).map(({ action }) => action)
    assert.deepEqual(actions, ['evidence.claim.create', 'evidence.claim.ask'])
    assert.deepEqual(
      (await auditOf(open.id)).map(({ action }) => action),
      ['evidence.question.create'],
    )
  })

  test('moves the claim from the work of its reviewer to that of its submitter, and back with the answer', async () => {
    const id = await claimOf()
    await must('second.reviewer', id, 'ask', { question })
    const everyone = ['second.reviewer', 'reviewer', 'admin', 'contributor']
    assert.deepEqual(await needs(id, 'claim_review', everyone), [false, false, false, false])
    assert.deepEqual(await needs(id, 'claim_answer', everyone), [false, false, false, true])
    await must('contributor', id, 'answer', { answer: 'All of vault-3.' })
    assert.deepEqual(await needs(id, 'claim_review', everyone), [true, false, false, false])
    assert.deepEqual(await needs(id, 'claim_answer', everyone), [false, false, false, false])
    const { questions, waitingFor, reviewerId } = await read(id)
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
    const id = await claimOf()
    for (const empty of ['', '  ', undefined, 7]) assert.equal((await act('reviewer', id, 'ask', { question: empty })).status, 400)
    for (const role of ['contributor', 'auditor']) assert.equal((await act(role, id, 'ask', { question })).status, 403)
    assert.equal((await act('reviewer', 'gec_unknown', 'ask', { question })).status, 404)
    const foreign = createWorkspaceClient(p, 'globex')
    assert.equal((await foreign.ask('reviewer', 'POST', `/claims/${id}/ask`, { question })).status, 404)
    await refused([422, 'claim.no_open_question'], 'contributor', id, 'answer', { answer: 'Too early.' })
    await ask(id)
    await refused([422, 'claim.question_open'], 'second.reviewer', id, 'ask', { question })
    await decide(id, 'reject')
    await refused([422, 'claim.not_askable'], 'reviewer', id, 'ask', { question })
  })

  test('is refused for people who contributed to the claim', async () => {
    const id = await claimOf('admin')
    await refused([403, 'claim.own'], 'admin', id, 'ask', { question })
  })

  test('is limited to twenty questions per claim', async () => {
    const id = await claimOf()
    for (let round = 0; round < 20; round++) {
      await ask(id)
      await must('reviewer', id, 'withdraw-question')
    }
    await refused([422, 'claim.too_many_questions'], 'reviewer', id, 'ask', { question })
    const { questions, waitingFor } = await read(id)
    assert.deepEqual([questions.length, waitingFor], [20, 'reviewer'])
    await decide(id, 'approve')
  })
})

describe('answering', () => {
  test('makes the person a contributor, who may not decide the claim', async () => {
    const id = await claimOf()
    await ask(id)
    await must('admin', id, 'answer', { answer: 'All of vault-3.' })
    const { review } = await read(id, 'admin')
    assert.deepEqual([review.mayDecide, review.whyNot], [false, 'hand'])
    const { reviewedDigest } = await read(id, 'admin')
    await refused([403, 'claim.own'], 'admin', id, 'approve', { reviewedDigest })
    await decide(id, 'approve')
  })

  test('takes a text, files attached since the question, or both', async () => {
    const id = await claimOf()
    await client.attach(id, 'attached before the question')
    p.clock.advance(minute)
    await ask(id)
    await refused([422, 'claim.answer_empty'], 'contributor', id, 'answer')
    p.clock.advance(minute)
    await client.attach(id, 'attached for the answer')
    await must('contributor', id, 'answer')
    const [{ answer, files }] = (await read(id)).questions
    assert.deepEqual([answer, files], [null, 1])
  })

  test('changes the digest that a decision must match', async () => {
    const id = await claimOf()
    const { reviewedDigest } = await read(id)
    await ask(id)
    await must('contributor', id, 'answer', { answer: 'All of vault-3.' })
    await refused([422, 'claim.changed'], 'reviewer', id, 'approve', { reviewedDigest })
    await decide(id, 'approve')
  })

  test('is for the submitter, administrators and contributors, and not for the person who asked', async () => {
    const id = await claimOf()
    await ask(id, 'admin')
    await refused([403, 'claim.not_yours_to_answer'], 'admin', id, 'answer', { answer: 'My own.' })
    await refused([403, 'claim.not_yours_to_answer'], 'second.reviewer', id, 'answer', { answer: 'Not mine.' })
    assert.equal((await act('auditor', id, 'answer', { answer: 'Not mine.' })).status, 403)
    const answerers = await Promise.all(
      ['admin', 'reviewer', 'contributor', 'auditor'].map(async person => (await read(id, person)).mayAnswer),
    )
    assert.deepEqual(answerers, [false, false, true, false])
  })

  test('for a service account is the work of the person who holds its secret, else of administrators', async () => {
    const provisioned = await client.claim(nextKey())
    await ask(provisioned)
    assert.deepEqual(await needs(provisioned, 'claim_answer', ['admin', 'contributor']), [true, false])
    const created = await client.ask('admin', 'POST', '/service-accounts', {
      name: 'asked account',
      scopes: ['governance.evidence:read', 'governance.evidence:write'],
    })
    const { clientId } = created.body.serviceAccount
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: created.body.clientSecret }
    const { body: token } = await p.call('POST', '/api/v1/auth/token', { body: grant })
    const { body: claim } = await p.call('POST', '/api/v1/governance/evidence/claims', {
      token: token.access_token,
      body: claimInput(nextKey()),
    })
    await ask(claim.id)
    const [row] = await p.sql('select answerer_id from evidence_claim where id = $1', [claim.id])
    assert.equal(row?.answerer_id, people.admin)
    assert.deepEqual(await needs(claim.id, 'claim_answer', ['admin', 'contributor']), [true, false])
  })

  test('passes to the administrators when the submitter can no longer sign in', async () => {
    const { body } = await client.ask('admin', 'POST', '/people', {
      ...{ email: 'leaver@acme.example', name: 'A leaver', role: 'contributor' },
    })
    const id = await claimOf()
    await ask(id)
    await p.sql('update evidence_claim set answerer_id = $2 where id = $1', [id, body.person?.id ?? body.id])
    assert.deepEqual(await needs(id, 'claim_answer', ['admin', 'contributor']), [false, false])
    await p.sql('update person set disabled = true where id = $1', [body.person?.id ?? body.id])
    assert.deepEqual(await needs(id, 'claim_answer', ['admin', 'contributor']), [true, false])
  })
})

describe('an open question', () => {
  for (const [verb, status] of [
    ['approve', 'accepted'],
    ['reject', 'rejected'],
  ] as const)
    test(`ends when another reviewer ${verb}s the claim`, async () => {
      const id = await claimOf()
      await ask(id)
      await decide(id, verb, 'second.reviewer')
      const { questions, waitingFor } = await read(id)
      const [{ status: state, endedBy, closedAt, id: questionId }] = questions
      assert.deepEqual([state, endedBy, waitingFor, closedAt !== null], ['ended', status, null, true])
      const [, end] = await auditOf(questionId)
      assert.deepEqual([end.action, end.detail], ['evidence.question.end', `claim ${status}`])
      await refused([422, 'claim.no_open_question'], 'contributor', id, 'answer', { answer: 'Too late.' })
    })

  test('ends when the claim expires, which it still does', async () => {
    const id = await claimOf('contributor', { validUntil: iso(p.clock.now() + 10 * minute) })
    await ask(id)
    p.clock.advance(11 * minute)
    await p.system.runJob('expire-claims')
    const { status, questions, waitingFor } = await read(id)
    assert.deepEqual([status, questions[0].status, questions[0].endedBy, waitingFor], ['expired', 'ended', 'expired', null])
    assert.deepEqual(await needs(id, 'claim_answer', ['admin', 'contributor']), [false, false])
  })

  test('can be withdrawn by the person who asked and by administrators', async () => {
    const id = await claimOf()
    await ask(id)
    await refused([403, 'claim.question_of_other'], 'second.reviewer', id, 'withdraw-question')
    await must('reviewer', id, 'withdraw-question')
    assert.deepEqual(await needs(id, 'claim_review', ['reviewer']), [true])
    await ask(id)
    await must('admin', id, 'withdraw-question')
    const { questions } = await read(id)
    assert.deepEqual(
      questions.map(({ status }: { status: string }) => status),
      ['withdrawn', 'withdrawn'],
    )
  })

  test('is marked in lists and left out of the count of claims that wait for the reviewer', async () => {
    const id = await claimOf()
    await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId: people.reviewer })
    const before = await client.get('reviewer', '/overview/review')
    await ask(id)
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
  const id = await claimOf()
  await ask(id)
  const [event] = (await eventsOf(id)).filter(({ type }) => type === 'evidence.claim.information_requested')
  assert.equal(event?.body.type, 'governance.evidence_claim.information_requested.v1')
  assert.match(await names(), /"governance\.evidence_claim\.information_requested\.v1"/)
})
