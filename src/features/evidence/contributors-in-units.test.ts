import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPolicies, type Policies } from '#test/policies.ts'
import { createQuestionnaires, type Questionnaires } from '#test/questionnaires.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let policies: Policies
let forms: Questionnaires
const units: string[] = []

before(async () => {
  p = await boot()
  ;[policies, forms] = [await createPolicies(p), await createQuestionnaires(p)]
  for (const unitKey of ['a', 'b'])
    units.push((await policies.must('admin', 201, 'POST', '/units', { unitKey, title: `Unit ${unitKey}` })).id)
})
after(() => p[Symbol.asyncDispose]())

const changePerson = (who: string, role: string, unit: number) =>
  policies.must('admin', 200, 'PATCH', `/people/${policies.people[who]}`, { role, unitIds: [units[unit]] })

/** Places a contributor in the first unit, and a contributor and a reviewer in the second. */
const assignUnits = async (): Promise<void> => {
  await changePerson('contributor', 'contributor', 0)
  await changePerson('second.reviewer', 'contributor', 1)
  await changePerson('reviewer', 'reviewer', 1)
}

test('a person who uploaded the bytes in one unit cannot publish them in another', async () => {
  await assignUnits()
  await policies.upload(await policies.policy(), 'The same bytes.\n')
  const { id: policyId } = await policies.must('second.reviewer', 201, 'POST', '/policies', {
    ...{ policyKey: 'OF-B', title: 'Of unit b' },
  })
  const versionId = await policies.upload(policyId, 'The same bytes.\n', 'second.reviewer')
  await changePerson('contributor', 'reviewer', 1)
  const [version] = (await policies.client.get('contributor', `/policies/${policyId}/versions`)).versions
  assert.deepEqual([version.id, version.mayPublish, version.hadHand], [versionId, false, true])
  const { message } = await policies.publish({ policyId, versionId }, 403, 'contributor')
  assert.match(message, /four eyes/)
  await policies.publish({ policyId, versionId })
})

test('a person who wrote the questions in one unit cannot publish them in another', async () => {
  await assignUnits()
  const questions = [{ questionKey: 'why', kind: 'text', title: 'Why?', isRequired: true }]
  await forms.draft(await forms.questionnaire(), questions)
  const { id } = await forms.must('second.reviewer', 201, 'POST', '/questionnaires', {
    ...{ questionnaireKey: 'OF-B', title: 'Of unit b' },
  })
  const versionId = await forms.draft(id, questions, 'second.reviewer')
  await changePerson('contributor', 'reviewer', 1)
  const version = await forms.client.get('contributor', `/questionnaire-versions/${versionId}`)
  assert.deepEqual([version.mayPublish, version.hadHand], [false, true])
  await forms.publish(versionId, 403, 'contributor')
  await forms.publish(versionId)
})
