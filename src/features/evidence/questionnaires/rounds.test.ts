import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, iso, minute } from '#lib/clock.ts'
import { ungoverned } from '#lib/governor.ts'
import { createQuestionnaires, enough, type Questionnaires } from '#test/questionnaires.ts'
import { boot, type Probata } from '#test/system.ts'
import { endQuestionnaireRounds } from './end-questionnaire-rounds.ts'

let p: Probata
let acme: Questionnaires

before(async () => {
  p = await boot()
  acme = await createQuestionnaires(p)
})
after(() => p[Symbol.asyncDispose]())

const end = () => p.system.runJob('end-questionnaire-rounds')
const get = (id: string, who = 'admin') => acme.client.get(who, `/questionnaire-rounds/${id}`)
const claimsOf = async (requirementId: string) =>
  (await acme.client.get('admin', `/claims?evidenceRequirementId=${requirementId}`)).claims
const tasksOf = async (who: string): Promise<string[]> => {
  const { work } = await acme.client.get(who, '/my-work?kind=questionnaire_answers&limit=200')
  return work.map(({ id }: { id: string }) => id)
}

/** Reads the list attached to a claim, as text. */
const readList = async (claimId: string): Promise<string> => {
  const { attachments } = await acme.client.get('admin', `/attachments?claimId=${claimId}`)
  assert.deepEqual(
    attachments.map(({ originalFilename }: Record<string, string>) => originalFilename),
    ['responses.csv'],
  )
  const query = new URLSearchParams({ claimId, artifactId: attachments[0].artifactId })
  const { content } = await acme.client.get('admin', `/attachments/open?${query}`)
  return Buffer.from(content.dataBase64, 'base64').toString()
}

const lineOf = (list: string, personId: unknown): string[] | undefined =>
  list
    .split('\r\n')
    .map(line => line.split(','))
    .find(([id]) => id === personId)

describe('a round', () => {
  test('ends in one claim with the answers once everyone asked has submitted', async () => {
    const { id, requirementId, versionId, questionnaireId } = await acme.round()
    for (const who of ['contributor', 'auditor']) assert.ok((await tasksOf(who)).includes(id))
    assert.ok(!(await tasksOf('reviewer')).includes(id))
    assert.equal((await acme.save('contributor', id, { why: 'Not done yet' })).status, 200)
    assert.ok((await tasksOf('contributor')).includes(id))
    assert.equal(await end(), 0)
    const answers = { ...enough, why: '=1+1', tools: ['C', 'A'], devices: 2.5, since: '2024-02-29' }
    const { status, body } = await acme.submit('contributor', id, answers)
    assert.deepEqual([status, body.status, body.personId], [200, 'submitted', acme.people.contributor])
    assert.ok(!(await tasksOf('contributor')).includes(id))
    assert.deepEqual((await get(id)).progress, { asked: 2, submitted: 1 })
    assert.equal((await acme.submit('auditor', id, { encrypted: false, system: 'Mac' })).status, 200)
    assert.equal(await end(), 1)
    assert.equal(await end(), 0)

    const round = await get(id)
    assert.deepEqual([round.status, round.asked, round.submitted], ['ended', 2, 2])
    const [claim, ...others] = await claimsOf(requirementId)
    assert.deepEqual(others, [])
    assert.deepEqual([claim.id, claim.status, claim.title], [round.claimId, 'submitted', '2 of 2 answered: Devices'])
    assert.deepEqual(
      [claim.sourceModuleKey, claim.sourceResourceType, claim.sourceResourceId, claim.sourceVersionId],
      ['forms', 'response', id, versionId],
    )
    assert.deepEqual([claim.subjectModuleKey, claim.subjectResourceId], ['forms', questionnaireId])
    const list = await readList(claim.id)
    assert.match(list, /,why: Why\?,encrypted: Is your disk encrypted\?,/)
    assert.match(list, /,'=1\+1,yes,Linux,"C\nA",2\.5,2024-02-29\r\n/)
    assert.deepEqual(lineOf(list, acme.people.auditor)?.slice(2, 3), ['submitted'])
    assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
    const { review, claimSnapshot } = await acme.client.get('reviewer', `/claims/${claim.id}`)
    assert.equal(review.mayDecide, true)
    assert.deepEqual([claimSnapshot.submitted, claimSnapshot.asked, claimSnapshot.left], [2, 2, 0])
  })

  test('ends on its due date, lists people who have not answered, and omits drafts', async () => {
    const { id, requirementId } = await acme.round()
    assert.equal((await acme.submit('contributor', id)).status, 200)
    assert.equal((await acme.save('auditor', id, { why: 'half of it' })).status, 200)
    p.clock.advance(7 * day)
    assert.equal((await acme.submit('auditor', id)).status, 422)
    assert.equal((await acme.save('auditor', id, enough)).status, 422)
    assert.ok(!(await tasksOf('auditor')).includes(id))
    assert.equal(await end(), 1)
    const [claim] = await claimsOf(requirementId)
    assert.equal(claim.title, '1 of 2 answered: Devices')
    const list = await readList(claim.id)
    assert.equal(lineOf(list, acme.people.auditor)?.[2], 'outstanding')
    assert.ok(!list.includes('half of it'))
  })

  test('makes one claim even if several nodes end it at once', async () => {
    const { id, requirementId } = await acme.round({ roles: ['contributor'] })
    assert.equal((await acme.submit('contributor', id)).status, 200)
    const { signal } = new AbortController()
    const runs = ['jrn_1', 'jrn_2', 'jrn_3'].map(run =>
      endQuestionnaireRounds.run(p.system.services, { id: run, signal, slice: ungoverned }),
    )
    await Promise.all(runs)
    assert.equal((await get(id)).status, 'ended')
    assert.equal((await claimsOf(requirementId)).length, 1)
    assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
  })

  test('gives people more time when its due date moves', async () => {
    const { id, requirementId } = await acme.round({ roles: ['contributor', 'auditor'] })
    assert.equal((await acme.submit('contributor', id)).status, 200)
    const dueAt = iso(p.clock.now() + 30 * day)
    const moved = await acme.must('admin', 200, 'PATCH', `/questionnaire-rounds/${id}`, { dueAt })
    assert.equal(moved.dueAt, dueAt)
    p.clock.advance(29 * day)
    assert.equal(await end(), 0)
    assert.equal((await acme.submit('auditor', id)).status, 200)
    assert.equal(await end(), 1)
    const [claim] = await claimsOf(requirementId)
    assert.equal((await acme.client.get('admin', `/claims/${claim.id}`)).claimSnapshot.dueAt, dueAt)
    await acme.must('admin', 422, 'PATCH', `/questionnaire-rounds/${id}`, { dueAt: iso(p.clock.now() + day) })
  })

  test('asks no one and makes no claim once cancelled', async () => {
    const { id, requirementId } = await acme.round()
    assert.equal((await acme.submit('contributor', id)).status, 200)
    await acme.must('admin', 200, 'POST', `/questionnaire-rounds/${id}/cancel`)
    await acme.must('admin', 422, 'POST', `/questionnaire-rounds/${id}/cancel`)
    assert.ok(!(await tasksOf('auditor')).includes(id))
    assert.equal((await acme.submit('auditor', id)).status, 422)
    p.clock.advance(8 * day)
    assert.equal(await end(), 0)
    assert.deepEqual(await claimsOf(requirementId), [])
  })

  test('says why it cannot end, and ends once it can', async () => {
    const { id, requirementId } = await acme.round({ roles: ['contributor'] })
    assert.equal((await acme.submit('contributor', id)).status, 200)
    await acme.must('admin', 200, 'PATCH', `/evidence-requirements/${requirementId}`, { status: 'retired' })
    await end()
    const { status, failure, retryAt } = await get(id)
    assert.deepEqual(
      [status, failure],
      ['running', 'The evidence requirement is retired; a round needs an active one.'],
    )
    assert.ok(Date.parse(retryAt) > p.clock.now())
    await acme.must('admin', 200, 'PATCH', `/evidence-requirements/${requirementId}`, { status: 'active' })
    p.clock.advance(2 * minute)
    await end()
    assert.deepEqual([(await get(id)).status, (await get(id)).failure], ['ended', null])
    assert.equal((await claimsOf(requirementId)).length, 1)
  })
})

describe('four eyes on the claim of a round', () => {
  const readReview = async (who: string, claimId: string) => (await acme.client.get(who, `/claims/${claimId}`)).review

  test('people whose answers are in it cannot decide it, nor can the person who started the round', async () => {
    const second = acme.people['second.reviewer']
    const { id } = await acme.round({
      personIds: [acme.people.reviewer, acme.people.contributor],
      roles: ['reviewer', 'contributor'],
    })
    for (const who of ['reviewer', 'contributor']) assert.equal((await acme.submit(who, id)).status, 200)
    await end()
    const { claimId } = await get(id)
    for (const who of ['reviewer', 'admin']) {
      const { mayDecide, whyNot } = await readReview(who, claimId)
      assert.deepEqual([mayDecide, whyNot], [false, 'hand'], who)
    }
    const claim = await acme.client.get('second.reviewer', `/claims/${claimId}`)
    assert.equal(claim.review.mayDecide, true)
    const { reviewedDigest } = claim
    await acme.must('reviewer', 403, 'POST', `/claims/${claimId}/approve`, { reviewedDigest })
    assert.ok(second)
    await acme.must('second.reviewer', 200, 'POST', `/claims/${claimId}/approve`, { reviewedDigest })
  })

  test('people who answered, left before the round ended and came back cannot decide it', async () => {
    const second = acme.people['second.reviewer']
    const { id, requirementId } = await acme.round({
      personIds: [second, acme.people.contributor],
      roles: ['reviewer', 'contributor'],
    })
    assert.equal((await acme.submit('second.reviewer', id)).status, 200)
    await acme.must('admin', 200, 'PATCH', `/people/${second}`, { role: 'auditor' })
    assert.equal((await acme.submit('contributor', id)).status, 200)
    await end()
    await acme.must('admin', 200, 'PATCH', `/people/${second}`, { role: 'reviewer' })
    const [claim] = await claimsOf(requirementId)
    assert.equal(claim.title, '1 of 1 answered: Devices')
    assert.equal(lineOf(await readList(claim.id), second)?.[2], 'left')
    const { mayDecide, whyNot } = await readReview('second.reviewer', claim.id)
    assert.deepEqual([mayDecide, whyNot], [false, 'hand'])
  })

  test('a round that would leave no one to decide its claim cannot start', async () => {
    const { questionnaireId, versionId } = await acme.published()
    const requirementId = await acme.requirement()
    const body = { questionnaireId, versionId, requirementId, dueAt: iso(p.clock.now() + day) }
    await acme.must('admin', 422, 'POST', '/questionnaire-rounds', body)
    await acme.must('admin', 422, 'POST', '/questionnaire-rounds', { ...body, roles: ['reviewer', 'auditor'] })
    await acme.must('admin', 201, 'POST', '/questionnaire-rounds', { ...body, roles: ['admin', 'auditor'] })
  })
})
