import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import canonicalize from 'canonicalize'
import { type Assessing, createAssessing } from '#test/assessing.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: Assessing

before(async () => {
  p = await boot()
  acme = await createAssessing(p)
})
after(() => p[Symbol.asyncDispose]())

const move = (id: string, verb: string, status = 200, who = 'admin') =>
  acme.must(who, status, 'POST', `/assessments/${id}/${verb}`)
const answer = (id: string, clauseId: string | undefined, status: number, body: object) =>
  acme.must('contributor', status, 'POST', `/assessments/${id}/answers`, { clauseId, ...body })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const nobody = '00000000000000000000000000'

const startAssessment = async (...keys: readonly string[]) => {
  const { id: frameworkId, clauseIds } = await acme.framework(...keys)
  const { id } = await acme.plan({ frameworkId })
  await move(id, 'start')
  return { id, frameworkId, clauseIds }
}

test('an answer has a result, a note if the result needs one, and the digests of its claims', async () => {
  const { id, clauseIds } = await startAssessment('1', '2')
  for (const result of ['observation', 'minor', 'major', 'not_applicable']) {
    await answer(id, clauseIds[0], 422, { result })
    await answer(id, clauseIds[0], 200, { result, note: 'Why.' })
  }
  const claimId = await acme.client.claim('an answer')
  const [stored] = await p.sql('select record from evidence_claim where id = $1', [claimId])
  const answered = await answer(id, clauseIds[0], 200, { result: 'conforms', claimIds: [claimId] })
  assert.deepEqual(answered.claims, [{ claimId, claimDigest: sha256(String(stored?.record)) }])
  assert.equal(
    answered.clauseDigest,
    sha256('{"clauseKey":"1","text":"The wording of the clause.","title":"Clause 1"}'),
  )
  assert.deepEqual([answered.answeredBy, answered.note], [acme.people.contributor, null])
  const invalidAnswers: readonly (readonly [number, object])[] = [
    [404, { claimIds: [`gec_${nobody}`] }],
    [400, { claimIds: [claimId, claimId] }],
    [400, { claimIds: Array.from({ length: 51 }, (_, i) => `gec_${i}`) }],
    [400, { note: 'x'.repeat(2001) }],
    [400, { result: 'good' }],
    [404, { clauseId: `gfc_${nobody}` }],
    [404, { clauseId: (await acme.framework('1')).clauseIds[0] }],
  ]
  for (const [status, overrides] of invalidAnswers)
    await answer(id, clauseIds[0], status, { result: 'conforms', ...overrides })
})

test('clauses are listed in framework order, with their answers', async () => {
  const { id, frameworkId, clauseIds } = await startAssessment('1', '2', '3', '4')
  await acme.must('admin', 200, 'PATCH', `/clauses/${clauseIds[3]}`, {
    applicability: 'not_applicable',
    justification: 'No.',
  })
  await answer(id, clauseIds[1], 200, { result: 'conforms' })
  const keys = async (query = '') => {
    const { clauses } = await acme.client.get('auditor', `/assessments/${id}/clauses${query}`)
    return clauses.map((clause: { clauseKey: string; answer: object | null }) => [
      clause.clauseKey,
      clause.answer !== null,
    ])
  }
  assert.deepEqual(await keys(), [
    ['1', false],
    ['2', true],
    ['3', false],
  ])
  assert.deepEqual(await keys('?only=answered'), [['2', true]])
  assert.deepEqual(await keys('?only=unanswered'), [
    ['1', false],
    ['3', false],
  ])
  const { clauses, pagination } = await acme.client.get('auditor', `/assessments/${id}/clauses?limit=2`)
  assert.deepEqual([clauses.length, typeof pagination.nextCursor], [2, 'string'])
  const rest = await acme.client.get('auditor', `/assessments/${id}/clauses?limit=2&cursor=${pagination.nextCursor}`)
  assert.deepEqual([rest.clauses[0].clauseKey, rest.pagination], ['3', {}])
  const moved = ['1', '2', '3', '4'].map(clauseKey => ({ clauseKey, title: `Another ${clauseKey}` }))
  await acme.must('admin', 200, 'POST', `/frameworks/${frameworkId}/clauses`, { clauses: moved })
  const [changed] = (await acme.client.get('auditor', `/assessments/${id}/clauses?only=answered`)).clauses
  assert.deepEqual([changed.title, changed.answer.clauseTitle, changed.isChanged], ['Another 2', 'Clause 2', true])
})

test('clauses can only be answered while the assessment is in progress', async () => {
  for (const status of ['planned', 'in_review', 'completed', 'cancelled']) {
    const id = await acme.assessmentIn(status)
    const { frameworkId } = await acme.client.get('admin', `/assessments/${id}`)
    const [clause] = (await acme.client.get('admin', `/frameworks/${frameworkId}/clauses`)).clauses
    await answer(id, clause.id, 422, { result: 'conforms' })
  }
})

test('an assessment can be completed once every applicable clause is answered', async () => {
  const { id, frameworkId, clauseIds } = await startAssessment('1', '2', '3')
  await move(id, 'submit')
  assert.match((await move(id, 'complete', 422)).message, /Answer these clauses first: 1, 2, 3\./)
  await move(id, 'return')
  await answer(id, clauseIds[0], 200, { result: 'conforms' })
  await move(id, 'submit')
  await move(id, 'complete', 422)
  await acme.must('admin', 200, 'PATCH', `/clauses/${clauseIds[1]}`, {
    applicability: 'not_applicable',
    justification: 'No.',
  })
  assert.match((await move(id, 'complete', 422)).message, /: 3\./)
  const clauses = ['1', '2'].map(clauseKey => ({
    clauseKey,
    title: `Clause ${clauseKey}`,
    text: 'The wording of the clause.',
  }))
  await acme.must('admin', 200, 'POST', `/frameworks/${frameworkId}/clauses`, { clauses })
  await move(id, 'complete')
  const { id: empty } = await acme.plan({ frameworkId: (await acme.framework()).id })
  for (const verb of ['start', 'submit']) await move(empty, verb)
  await move(empty, 'complete', 422)
})

test('the digest of a completed assessment matches the served content, which can no longer be changed', async () => {
  const keys = Array.from({ length: 7 }, (_, i) => String(i))
  const { id, frameworkId, clauseIds } = await startAssessment(...keys)
  const claimId = await acme.client.claim('a digest')
  for (const [i, clauseId] of clauseIds.entries())
    await answer(id, clauseId, 200, {
      result: i % 2 ? 'conforms' : 'minor',
      note: `Grüße 😀 ${i}`,
      claimIds: [claimId],
    })
  await move(id, 'submit')
  const completed = await move(id, 'complete')
  assert.deepEqual([completed.frameworkVersion, completed.completedBy], ['2022', acme.people.admin])
  const { answers } = await acme.client.get('auditor', `/assessments/${id}/answers`)
  const { digest, ...assessment } = completed
  assert.equal(sha256(canonicalize({ answers, assessment }) ?? ''), digest)

  const servedAnswers = async () => {
    const { etag: _, ...detail } = await acme.client.get('auditor', `/assessments/${id}`)
    const { clauses } = await acme.client.get('auditor', `/assessments/${id}/clauses`)
    return { detail, answers: clauses.map((clause: { answer: object }) => clause.answer) }
  }
  const before = await servedAnswers()
  await acme.client.decide(claimId, 'approve')
  const clauses = ['0', 'new'].map(clauseKey => ({ clauseKey, title: 'Rewritten' }))
  await acme.must('admin', 200, 'POST', `/frameworks/${frameworkId}/clauses`, { clauses })
  assert.deepEqual(await servedAnswers(), before)
  assert.deepEqual((await acme.client.get('auditor', `/assessments/${id}/answers`)).answers, answers)

  for (const sql of [
    `update assessment set status = 'in_progress' where id = $1`,
    'delete from assessment where id = $1',
    `update assessment_answer set result = 'major' where assessment_id = $1`,
    'delete from assessment_answer where assessment_id = $1',
    `insert into assessment_answer select organization_id, assessment_id, 'gfc_x', result, record from assessment_answer where assessment_id = $1 limit 1`,
  ])
    await assert.rejects(p.sql(sql, [id]), { code: '42501' }, sql)
})

test('concurrent answers to a clause leave one answer; an answer during submission is included or rejected', async () => {
  const { id, clauseIds } = await startAssessment('1', '2')
  await Promise.all(
    ['contributor', 'second.reviewer'].map(who => acme.answer(id, clauseIds[0], { result: 'conforms' }, who)),
  )
  assert.equal((await acme.client.get('admin', `/assessments/${id}`)).progress.answered, 1)
  const [late, submitted] = await Promise.all([
    acme.client.ask('contributor', 'POST', `/assessments/${id}/answers`, {
      clauseId: clauseIds[1],
      result: 'conforms',
    }),
    acme.client.ask('admin', 'POST', `/assessments/${id}/submit`),
  ])
  assert.equal(submitted.status, 200)
  assert.equal((await acme.client.get('admin', `/assessments/${id}`)).progress.answered, late.status === 200 ? 2 : 1)
})
