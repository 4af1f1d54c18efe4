import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Assessing, createAssessing } from '#test/assessing.ts'
import { recordOf } from '#test/record-text.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let acme: Assessing

before(async () => {
  p = await boot()
  acme = await createAssessing(p)
})
after(() => p[Symbol.asyncDispose]())

const move = (id: string, verb: string, status = 200, who = 'admin') =>
  acme.must(who, status, 'POST', `/assessments/${id}/${verb}`)
const get = (id: string, who = 'auditor') => acme.client.get(who, `/assessments/${id}`)

/** The result of each move in each status. */
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  planned: { start: 'in_progress', cancel: 'cancelled' },
  in_progress: { submit: 'in_review', cancel: 'cancelled' },
  in_review: { return: 'in_progress', complete: 'completed', cancel: 'cancelled' },
  completed: {},
  cancelled: {},
}

describe('each move in each status of an assessment', () => {
  for (const [from, moves] of Object.entries(expected))
    test(`from ${from}`, async () => {
      for (const verb of ['start', 'submit', 'return', 'complete', 'cancel']) {
        const id = await acme.assessmentIn(from)
        const { moves: offered } = await get(id, 'admin')
        assert.deepEqual(offered, Object.keys(moves))
        await move(id, verb, moves[verb] ? 200 : 422)
        assert.equal((await get(id)).status, moves[verb] ?? from)
      }
    })

  test('each move emits a status event, and completion a second event, in both payload forms', async () => {
    const { id, clauseIds } = await acme.plan()
    for (const verb of ['start', 'submit', 'return', 'submit']) {
      await move(id, verb)
      if (verb === 'start') await acme.answer(id, clauseIds[0])
    }
    await move(id, 'complete', 200, 'reviewer')
    const sent = await p.sql(
      `select type, body::json -> 'data' as data from outbox_event
        where body::json -> 'data' -> 'assessment' ->> 'id' = $1 order by id`,
      [id],
    )
    assert.deepEqual(
      sent.map(({ type, data }) => [type, Object.keys(Object(data)), Object(data).assessment.status]),
      [
        ['assessment.status_changed', ['assessment'], 'in_progress'],
        ['assessment.status_changed', ['assessment'], 'in_review'],
        ['assessment.status_changed', ['assessment'], 'in_progress'],
        ['assessment.status_changed', ['assessment'], 'in_review'],
        ['assessment.status_changed', ['assessment'], 'completed'],
        ['assessment.completed', ['assessment'], 'completed'],
      ],
    )
    const scopes = ['governance.assessments:read', 'webhooks:manage']
    const { serviceAccount, clientSecret } = await acme.must('admin', 201, 'POST', '/service-accounts', {
      name: 'w',
      scopes,
    })
    const credentials = { client_id: serviceAccount.clientId, client_secret: clientSecret }
    const issued = await p.call('POST', '/api/v1/auth/token', {
      body: { grant_type: 'client_credentials', ...credentials },
    })
    const token = issued.body.access_token
    const path = `/api/v1/governance/assessments/${id}`
    const { body: served } = await p.call('GET', path, { token })
    assert.deepEqual(Object(sent.at(-1)?.data).assessment, recordOf(served))
    const { body: listed } = await p.call(
      'GET',
      `/api/v1/governance/assessments?status=completed&frameworkId=${served.frameworkId}`,
      { token },
    )
    assert.deepEqual(listed.assessments, [served])
    const names = async () => (await p.call('GET', '/api/v1/webhooks/events', { token })).text
    for (const name of ['"assessment.completed"', '"assessment.status_changed"'])
      assert.ok((await names()).includes(name))
    await acme.must('admin', 200, 'PATCH', '/webhook-settings', { webhookForm: 'versioned' })
    for (const name of ['governance.assessment.completed.v1', 'governance.assessment.status_changed.v1'])
      assert.ok((await names()).includes(`"${name}"`), name)
    await acme.must('admin', 200, 'PATCH', '/webhook-settings', { webhookForm: 'unversioned' })
  })

  test('if two people complete an assessment at once, one succeeds and one event is emitted', async () => {
    const id = await acme.assessmentIn('in_review')
    const responses = await Promise.all(
      ['admin', 'reviewer', 'admin'].map(who => acme.client.ask(who, 'POST', `/assessments/${id}/complete`)),
    )
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 422, 422])
    const [sent] = await p.sql(
      `select count(*)::int as count from outbox_event where type = 'assessment.completed'
        and body::json -> 'data' -> 'assessment' ->> 'id' = $1`,
      [id],
    )
    assert.equal(sent?.count, 1)
  })
})

describe('roles', () => {
  test('administrators plan and change assessments', async () => {
    const { id: frameworkId } = await acme.framework('1')
    const body = {
      assessmentKey: 'roles',
      title: 'x',
      frameworkId,
      periodFrom: '2026-01-01T00:00:00Z',
      periodUntil: '2026-01-01T00:00:00Z',
    }
    for (const who of ['reviewer', 'contributor', 'auditor']) {
      await acme.must(who, 403, 'POST', '/assessments', body)
      const { id } = await acme.plan({ frameworkId })
      await acme.must(who, 403, 'PATCH', `/assessments/${id}`, { title: 'y' })
      await move(id, 'cancel', 403, who)
    }
  })

  test('the assessor, assigned people and administrators start and submit', async () => {
    const may: Readonly<Record<string, number>> = {
      admin: 200,
      contributor: 200,
      'second.reviewer': 200,
      reviewer: 403,
      auditor: 403,
    }
    for (const [verb, from] of [
      ['start', 'planned'],
      ['submit', 'in_progress'],
    ] as const)
      for (const [who, status] of Object.entries(may)) {
        const id = await acme.assessmentIn(from)
        assert.equal((await get(id, who)).moves.includes(verb), status === 200, `${who} ${verb}`)
        await move(id, verb, status, who)
      }
  })

  test('only the assessor and assigned people answer, regardless of role', async () => {
    const may: Readonly<Record<string, number>> = {
      contributor: 200,
      'second.reviewer': 200,
      reviewer: 403,
      admin: 403,
      auditor: 403,
    }
    const { id, clauseIds } = await acme.plan()
    await move(id, 'start')
    for (const [who, status] of Object.entries(may)) {
      assert.equal((await get(id, who)).mayAnswer, status === 200, who)
      await acme.must(who, status, 'POST', `/assessments/${id}/answers`, { clauseId: clauseIds[0], result: 'conforms' })
    }
  })

  test('administrators and reviewers return an assessment', async () => {
    for (const [who, status] of Object.entries({ admin: 200, reviewer: 200, contributor: 403, auditor: 403 }))
      await move(await acme.assessmentIn('in_review'), 'return', status, who)
  })

  test('an administrator or reviewer who neither answered nor was the assessor can complete an assessment', async () => {
    for (const [who, status] of Object.entries({
      admin: 200,
      reviewer: 200,
      'second.reviewer': 200,
      contributor: 403,
      auditor: 403,
    }))
      await move(await acme.assessmentIn('in_review'), 'complete', status, who)
  })
})

describe('four eyes at completion', () => {
  const assertCannotComplete = async (id: string, who: string) => {
    const { moves, hadHand } = await get(id, who)
    assert.deepEqual([moves.includes('complete'), hadHand], [false, true])
    await move(id, 'complete', 403, who)
  }

  test('replaced answers, and answers from before a return, still count as contributions', async () => {
    const { id, clauseIds } = await acme.plan()
    await move(id, 'start')
    await acme.answer(id, clauseIds[0], {}, 'second.reviewer')
    await acme.answer(id, clauseIds[0], {}, 'contributor')
    await move(id, 'submit')
    await assertCannotComplete(id, 'second.reviewer')
    await move(id, 'return')
    await acme.must('admin', 200, 'PATCH', `/assessments/${id}`, { assigneeIds: [] })
    await move(id, 'submit')
    await assertCannotComplete(id, 'second.reviewer')
    await move(id, 'complete', 200, 'reviewer')
  })

  test('a replaced assessor who never answered cannot complete the assessment', async () => {
    for (const who of ['admin', 'reviewer']) {
      const { id, clauseIds } = await acme.plan({ assessorId: acme.people[who] })
      await move(id, 'start')
      await acme.must('admin', 200, 'PATCH', `/assessments/${id}`, { assessorId: acme.people.contributor })
      await acme.answer(id, clauseIds[0])
      await move(id, 'submit')
      await assertCannotComplete(id, who)
    }
  })

  test('an administrator who assigns themselves and answers cannot complete the assessment', async () => {
    const { id, clauseIds } = await acme.plan()
    await move(id, 'start')
    await acme.must('admin', 200, 'PATCH', `/assessments/${id}`, { assigneeIds: [acme.people.admin] })
    await acme.answer(id, clauseIds[0], {}, 'admin')
    await acme.must('admin', 200, 'PATCH', `/assessments/${id}`, { assigneeIds: [] })
    await move(id, 'submit')
    await assertCannotComplete(id, 'admin')
  })
})

test('a key is unique; the framework, the assessor and the period must be valid', async () => {
  const { id: frameworkId } = await acme.framework('1')
  const nobody = '00000000000000000000000000'
  const body = {
    assessmentKey: 'wanted',
    title: 'x',
    frameworkId,
    periodFrom: '2026-01-01T00:00:00Z',
    periodUntil: '2026-02-01T00:00:00Z',
  }
  const invalidInputs: readonly (readonly [number, object])[] = [
    [404, { frameworkId: `gfw_${nobody}` }],
    [404, { assessorId: `prs_${nobody}` }],
    [404, { assigneeIds: [`prs_${nobody}`] }],
    [422, { assessorId: acme.people.auditor }],
    [422, { assigneeIds: [acme.people.auditor] }],
    [422, { periodUntil: '2025-12-31T00:00:00Z' }],
    [400, { periodUntil: 'never' }],
    [400, { assigneeIds: Array.from({ length: 21 }, (_, i) => `prs_${i}`) }],
  ]
  for (const [status, overrides] of invalidInputs)
    await acme.must('admin', status, 'POST', '/assessments', { ...body, ...overrides })
  const responses = await Promise.all([1, 2, 3].map(() => acme.client.ask('admin', 'POST', '/assessments', body)))
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 409, 409])
  const { id } = await acme.plan({ assessorId: null })
  await move(id, 'start', 422)
  await acme.must('admin', 200, 'PATCH', `/assessments/${id}`, {
    assessorId: acme.people.reviewer,
    dueAt: '2026-12-01T00:00:00Z',
  })
  await move(id, 'start')
  await acme.must('admin', 422, 'PATCH', `/assessments/${id}`, { assessorId: null })
  for (const status of ['in_review', 'completed', 'cancelled'])
    await acme.must('admin', 422, 'PATCH', `/assessments/${await acme.assessmentIn(status)}`, { title: 'y' })
})

test('lists are filtered by status, framework and assessor, and show the progress of each', async () => {
  const { id: frameworkId, clauseIds } = await acme.framework('1', '2', '3')
  const { id } = await acme.plan({ frameworkId })
  const { id: other } = await acme.plan({ frameworkId, assessorId: acme.people.reviewer })
  await move(id, 'start')
  await acme.answer(id, clauseIds[0])
  await acme.answer(id, clauseIds[1], { result: 'minor', note: 'Late.' })
  const list = async (query: string) =>
    (await acme.client.get('auditor', `/assessments?frameworkId=${frameworkId}${query}`)).assessments
  const [started] = await list('&status=in_progress')
  const counted = started.progress.results.flatMap(({ result, answers }: { result: string; answers: number }) =>
    answers > 0 ? [result] : [],
  )
  assert.deepEqual(
    [started.id, started.frameworkTitle, started.progress.answered, started.progress.missing, counted],
    [id, 'A framework', 2, 1, ['conforms', 'minor']],
  )
  const ids = async (query: string) => (await list(query)).map((assessment: { id: string }) => assessment.id)
  assert.deepEqual(await ids(''), [other, id])
  assert.deepEqual(await ids(`&assessorId=${acme.people.reviewer}`), [other])
  assert.deepEqual(await ids('&status=cancelled'), [])
})

test('another workspace sees no assessment', async () => {
  const id = await acme.assessmentIn('in_progress')
  const globex = createWorkspaceClient(p, 'globex')
  const paths = ['', '/clauses', '/answers']
  for (const path of paths) assert.equal((await globex.ask('admin', 'GET', `/assessments/${id}${path}`)).status, 404)
  for (const verb of ['start', 'submit', 'return', 'complete', 'cancel'])
    assert.equal((await globex.ask('admin', 'POST', `/assessments/${id}/${verb}`)).status, 404)
  assert.deepEqual((await globex.get('admin', '/assessments')).assessments, [])
})
