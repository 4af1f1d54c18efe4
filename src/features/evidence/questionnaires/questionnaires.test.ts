import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { createQuestionnaires, enough, everyKind, type Questionnaires } from '#test/questionnaires.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: Questionnaires

before(async () => {
  p = await boot()
  acme = await createQuestionnaires(p)
})
after(() => p[Symbol.asyncDispose]())

const get = (path: string, who = 'auditor') => acme.client.get(who, path)
const issuesOf = ({ issues }: { issues: { path: (string | number)[]; message: string }[] }) =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`)

describe('a questionnaire', () => {
  test('starts as a draft, becomes active with its first published version, and retires permanently', async () => {
    const questionnaireId = await acme.questionnaire({ ownerId: acme.people.reviewer })
    const created = await get(`/questionnaires/${questionnaireId}`)
    assert.deepEqual(
      [created.status, created.ownerName, created.currentVersionNumber],
      ['draft', 'reviewer of acme', null],
    )
    const versionId = await acme.draft(questionnaireId)
    await acme.publish(versionId)
    const active = await get(`/questionnaires/${questionnaireId}`)
    assert.deepEqual([active.status, active.currentVersionId, active.currentVersionNumber], ['active', versionId, 1])
    await acme.must('contributor', 409, 'POST', '/questionnaires', {
      questionnaireKey: active.questionnaireKey,
      title: 'Another',
    })
    const { id } = await acme.round({ questionnaireId, versionId })
    await acme.must('admin', 422, 'POST', `/questionnaires/${questionnaireId}/retire`)
    await acme.must('admin', 200, 'POST', `/questionnaire-rounds/${id}/cancel`)
    await acme.must('admin', 200, 'POST', `/questionnaires/${questionnaireId}/retire`)
    await acme.must('admin', 422, 'PATCH', `/questionnaires/${questionnaireId}`, { title: 'Another title' })
    await acme.must('admin', 422, 'POST', `/questionnaires/${questionnaireId}/versions`, { questions: everyKind })
  })

  test('is unknown in other workspaces, with its versions and rounds', async () => {
    const { id, questionnaireId, versionId } = await acme.round()
    const globex = await createQuestionnaires(p, 'globex')
    for (const path of [
      `/questionnaires/${questionnaireId}`,
      `/questionnaires/${questionnaireId}/versions`,
      `/questionnaire-versions/${versionId}`,
      `/questionnaire-rounds/${id}`,
      `/questionnaire-rounds/${id}/response`,
      `/questionnaire-rounds/${id}/results`,
    ])
      await globex.must('admin', 404, 'GET', path)
    assert.equal((await globex.submit('admin', id)).status, 404)
  })
})

describe('a questionnaire version', () => {
  test('must be the only unpublished one, and keeps its number if withdrawn', async () => {
    const questionnaireId = await acme.questionnaire()
    const first = await acme.draft(questionnaireId)
    const path = `/questionnaires/${questionnaireId}/versions`
    await acme.must('contributor', 409, 'POST', path, { questions: everyKind })
    await acme.must('contributor', 200, 'POST', `/questionnaire-versions/${first}/withdraw`)
    const second = await acme.draft(questionnaireId)
    const { versions } = await get(path)
    assert.deepEqual(
      versions.map(({ id, number, status }: Record<string, unknown>) => [id, number, status]),
      [
        [second, 2, 'draft'],
        [first, 1, 'withdrawn'],
      ],
    )
    await acme.publish(first, 422)
    await acme.must('contributor', 422, 'PATCH', `/questionnaire-versions/${first}`, { note: 'Too late.' })
  })

  test('cannot be published by people who wrote it, or who wrote the same questions elsewhere (four eyes)', async () => {
    const questions = [{ questionKey: 'sole', kind: 'text', title: 'Who are you?', isRequired: true }]
    const mine = await acme.draft(await acme.questionnaire(), questions, 'admin')
    await acme.publish(mine, 403, 'admin')
    assert.deepEqual(
      (({ mayPublish, hadHand }) => [mayPublish, hadHand])(await get(`/questionnaire-versions/${mine}`, 'admin')),
      [false, true],
    )
    // Another person copies the questions into another questionnaire.
    const theirs = await acme.draft(await acme.questionnaire(), questions)
    await acme.publish(theirs, 403, 'admin')
    await acme.must('contributor', 403, 'POST', `/questionnaire-versions/${theirs}/publish`)
    // Any change is a contribution, even if it is undone.
    const other = await acme.draft(await acme.questionnaire())
    for (const note of ['A note.', null])
      await acme.must('admin', 200, 'PATCH', `/questionnaire-versions/${other}`, { note })
    await acme.publish(other, 403, 'admin')
    await acme.publish(other)
  })

  test('cannot change once published, not even in the database', async () => {
    const { versionId } = await acme.published()
    await acme.must('contributor', 422, 'PATCH', `/questionnaire-versions/${versionId}`, { questions: everyKind })
    await acme.must('reviewer', 422, 'POST', `/questionnaire-versions/${versionId}/withdraw`)
    await assert.rejects(p.sql(`update questionnaire_version set questions = '[]' where id = $1`, [versionId]))
  })

  test('reports what is wrong with each question', async () => {
    const questionnaireId = await acme.questionnaire()
    const [text] = everyKind
    const questions = [
      text,
      { ...text, kind: 'yes_no' },
      { questionKey: 'one', kind: 'single_choice', title: 'Which?', isRequired: true, choices: ['only'] },
      {
        questionKey: 'two',
        kind: 'number',
        title: 'How many?',
        isRequired: true,
        least: 5,
        most: 4,
        choices: ['a', 'b'],
      },
      { questionKey: 'three', kind: 'text', title: 'What?', isRequired: true, least: 1.5, most: 5001 },
    ]
    const body = await acme.must('contributor', 400, 'POST', `/questionnaires/${questionnaireId}/versions`, {
      questions,
    })
    assert.deepEqual(issuesOf(body), [
      'questions.1.questionKey is already used by an earlier question',
      'questions.1.most is not part of the kind yes_no',
      'questions.2.choices must have at least 2 items',
      'questions.3.most must be at least 5',
      'questions.3.choices is not part of the kind number',
      'questions.4.least must be a whole number',
      'questions.4.most must be at most 5000',
    ])
    const many = Array.from({ length: 201 }, (_, i) => ({ ...text, questionKey: `q${i}` }))
    for (const invalid of [[], many, [{ ...text, kind: 'essay' }], [{ ...text, questionKey: '__proto__' }]])
      await acme.must('contributor', 400, 'POST', `/questionnaires/${questionnaireId}/versions`, { questions: invalid })
  })

  test('changes only if the caller saw its latest state', async () => {
    const versionId = await acme.draft(await acme.questionnaire())
    const { etag } = await get(`/questionnaire-versions/${versionId}`)
    const change = async (note: string) =>
      p.call('PATCH', `/api/workspace/questionnaire-versions/${versionId}`, {
        ...(await acme.client.signedIn('contributor')),
        headers: { 'if-match': etag },
        body: { note, reason: 'asked for by the test' },
      })
    assert.equal((await change('One.')).status, 200)
    assert.equal((await change('Two.')).status, 412)
  })
})

describe('answers', () => {
  test('fit their kind, are complete when submitted, and never change afterwards', async () => {
    const { id } = await acme.round()
    const invalidAnswers = {
      why: 'x'.repeat(21),
      encrypted: 'yes',
      system: 'Windows',
      tools: ['A', 'A'],
      devices: 10,
      more: 1,
    }
    const rejection = await acme.save('contributor', id, { ...invalidAnswers, since: '2023-02-29' })
    assert.equal(rejection.status, 400)
    assert.deepEqual(issuesOf(rejection.body), [
      'answers.why must have at most 20 characters',
      'answers.encrypted must be true or false',
      'answers.system must be one of the choices',
      'answers.tools must not contain a choice twice',
      'answers.devices must be at most 9',
      'answers.since must be a date, such as 2026-01-31',
      'answers.more is not a question of this version',
    ])
    const incomplete = await acme.submit('contributor', id, { why: '  ', encrypted: null, system: '' })
    assert.deepEqual(
      [incomplete.status, issuesOf(incomplete.body)],
      [400, ['answers.encrypted is required', 'answers.system is required']],
    )
    assert.equal((await acme.save('contributor', id, { constructor: 1 })).status, 400)
    assert.equal((await acme.save('contributor', id, { system: 'Mac', why: '' })).status, 200)
    const draft = await get(`/questionnaire-rounds/${id}/response`, 'contributor')
    assert.deepEqual([draft.status, draft.answers, draft.submittedAt], ['draft', { system: 'Mac' }, null])
    assert.equal((await acme.submit('contributor', id)).status, 200)
    assert.equal((await acme.submit('contributor', id, { ...enough, system: 'Mac' })).status, 422)
    assert.equal((await acme.save('contributor', id, { system: 'Mac' })).status, 422)
    const final = await get(`/questionnaire-rounds/${id}/response`, 'contributor')
    assert.deepEqual([final.status, final.answers], ['submitted', enough])
    await assert.rejects(p.sql(`update questionnaire_response set answers = '{}' where round_id = $1`, [id]))
    const [row] = await p.sql('select record from audit_event where resource_id = $1 order by id desc limit 1', [
      `${id}/${acme.people.contributor}`,
    ])
    assert.equal(JSON.parse(String(row?.record)).action, 'questionnaire.response.submit')
  })

  test('from two windows do not overwrite each other', async () => {
    const { id } = await acme.round()
    const { etag } = await get(`/questionnaire-rounds/${id}/response`)
    const save = async (why: string) =>
      p.call('PATCH', `/api/workspace/questionnaire-rounds/${id}/response`, {
        ...(await acme.client.signedIn('auditor')),
        headers: { 'if-match': etag },
        body: { answers: { why } },
      })
    assert.equal((await save('One.')).status, 200)
    assert.equal((await save('Two.')).status, 412)
  })

  test('are accepted only from people whom the round asks, and are visible only to them', async () => {
    const { id } = await acme.round({ roles: ['auditor'] })
    assert.equal((await acme.submit('contributor', id)).status, 422)
    assert.equal((await acme.save('auditor', id, { why: 'Mine.' })).status, 200)
    for (const who of ['admin', 'contributor']) {
      const { answers, status } = await get(`/questionnaire-rounds/${id}/response`, who)
      assert.deepEqual([answers, status], [{}, null])
    }
    const token = await p.token('acme-scanner')
    const path = `/api/workspace/questionnaire-rounds/${id}/response/submit`
    assert.equal((await p.call('POST', path, { token, body: { answers: enough } })).status, 401)
    for (const list of ['people', 'results'])
      await acme.must('contributor', 403, 'GET', `/questionnaire-rounds/${id}/${list}`)
  })

  test('are counted only once submitted', async () => {
    const { id } = await acme.round()
    await acme.submit('contributor', id, { ...enough, tools: ['A', 'C'], devices: 2 })
    await acme.save('auditor', id, { encrypted: false })
    const readCounts = async () => {
      const { results } = await get(`/questionnaire-rounds/${id}/results`)
      return Object.fromEntries(
        results.map(({ questionKey, ...result }: Record<string, unknown>) => [questionKey, result]),
      )
    }
    const choice = (choice: string, count: number) => ({ choice, count })
    assert.deepEqual((await readCounts()).encrypted.choices, [choice('true', 1), choice('false', 0)])
    await acme.submit('auditor', id, { encrypted: false, system: 'Linux', tools: ['C'], devices: 5 })
    const { encrypted, system, tools, devices, why } = await readCounts()
    assert.deepEqual(encrypted.choices, [choice('true', 1), choice('false', 1)])
    assert.deepEqual(system.choices, [choice('Linux', 2), choice('Mac', 0)])
    assert.deepEqual(tools.choices, [choice('A', 1), choice('B', 0), choice('C', 2)])
    assert.deepEqual([devices.answered, devices.least, devices.most, devices.mean], [2, 2, 5, 3.5])
    assert.deepEqual([why.answered, why.choices], [0, []])
  })
})

describe('the conditions of a round', () => {
  test('are checked when it starts', async () => {
    const { questionnaireId, versionId } = await acme.published()
    const requirementId = await acme.requirement()
    const body = { questionnaireId, versionId, requirementId, dueAt: iso(p.clock.now() + day), roles: ['auditor'] }
    const rejections: readonly (readonly [number, object])[] = [
      [400, { dueAt: iso(p.clock.now()) }],
      [400, { dueAt: iso(p.clock.now() + 400 * day) }],
      [404, { versionId: (await acme.published()).versionId }],
      [422, { requirementId: await acme.requirement({ status: 'draft' }) }],
      [422, { requirementId: await acme.requirement({ subjectModuleKey: 'dms', subjectResourceType: 'document' }) }],
      [422, { personIds: [acme.people.reviewer] }],
    ]
    for (const [status, overrides] of rejections)
      await acme.must('admin', status, 'POST', '/questionnaire-rounds', { ...body, ...overrides })
    await acme.must('reviewer', 403, 'POST', '/questionnaire-rounds', body)
    const matching = await acme.requirement({ subjectModuleKey: 'forms', subjectResourceType: 'response' })
    await acme.must('admin', 201, 'POST', '/questionnaire-rounds', { ...body, requirementId: matching })
  })

  test("in a unit, limit it to the unit's members and to a requirement that only they see", async () => {
    const { id: unitId } = await acme.must('admin', 201, 'POST', '/units', { unitKey: 'treasury', title: 'Treasury' })
    const { id: otherId } = await acme.must('admin', 201, 'POST', '/units', { unitKey: 'lending', title: 'Lending' })
    const assignUnits = (who: string, unitIds: readonly string[] | null) =>
      acme.must('admin', 200, 'PATCH', `/people/${acme.people[who]}`, { unitIds })
    await assignUnits('contributor', [unitId])
    await assignUnits('auditor', [otherId])
    const { questionnaireId, versionId } = await acme.published()
    const [shared, limited] = [await acme.requirement(), await acme.requirement()]
    await acme.must('admin', 200, 'POST', '/placements', { recordIds: [questionnaireId, limited], unitId })
    const roles = ['contributor', 'auditor']
    const start = (status: number, requirementId: string) => {
      const body = { questionnaireId, versionId, requirementId, dueAt: iso(p.clock.now() + day), roles }
      return acme.must('admin', status, 'POST', '/questionnaire-rounds', body)
    }
    await start(422, shared)
    const { id } = await start(201, limited)
    assert.equal((await get(`/questionnaire-rounds/${id}`, 'admin')).progress.asked, 1)
    for (const path of [
      `/questionnaires/${questionnaireId}`,
      `/questionnaire-rounds/${id}`,
      `/questionnaire-versions/${versionId}`,
    ])
      await acme.must('auditor', 404, 'GET', path)
    assert.equal((await acme.submit('auditor', id)).status, 404)
    assert.equal((await acme.submit('contributor', id)).status, 200)
    for (const who of ['contributor', 'auditor']) await assignUnits(who, null)
  })
})
