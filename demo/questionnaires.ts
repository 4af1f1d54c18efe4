import assert from 'node:assert/strict'
import { day, iso } from '#lib/clock.ts'
import type { DemoServer } from './server.ts'
import { call, type Headers, json, show, signIn, step } from './steps.ts'

const workspace = '/api/workspace'

const questions = [
  { questionKey: 'encrypted', kind: 'yes_no', title: 'Is your disk encrypted?', isRequired: true },
  { questionKey: 'devices', kind: 'number', title: 'How many devices do you work with?', isRequired: true, least: 1 },
]

/** Carl writes a version and Rita publishes it; returns its id, and the time of publication. */
const publish = async (server: DemoServer, carl: Headers, rita: Headers, questionnaireId: string) => {
  const versionBody = json(carl, { questions, reason: 'The first edition.' })
  const path = `${workspace}/questionnaires/${questionnaireId}/versions`
  const { id: versionId } = (await call(server, 201, 'POST', path, versionBody)).body
  const decision = json(rita, { reason: 'Read; nothing is asked that we do not need.' })
  const publishing = `${workspace}/questionnaire-versions/${versionId}/publish`
  const { body } = await call(server, 200, 'POST', publishing, decision)
  return { versionId, publishedAt: Date.parse(body.publishedAt) }
}

/** Publishes a questionnaire that two people answer; the answers automatically become a claim. */
export const answerQuestionnaire = async (server: DemoServer): Promise<void> => {
  step('Carl writes a questionnaire; Rita publishes it, since people cannot publish their own work')
  const [carl, rita] = [await signIn(server, 'carl@acme.example'), await signIn(server, 'rita@acme.example')]
  const questionnaireBody = json(carl, {
    questionnaireKey: 'DEV-1',
    title: 'Devices',
    reason: 'We have no list of our devices.',
  })
  const { id: questionnaireId } = (await call(server, 201, 'POST', `${workspace}/questionnaires`, questionnaireBody))
    .body
  const { versionId, publishedAt } = await publish(server, carl, rita, questionnaireId)

  step('Adam asks contributors and auditors to answer it, but not Rita, so that she can decide the claim')
  const adam = await signIn(server, 'adam@acme.example')
  const requirementFields = { requirementKey: 'DEV-1-ANSWERED', title: 'Devices of people are known', status: 'active' }
  const requirementBody = json(adam, { ...requirementFields, reason: 'Proof that we know our devices.' })
  const { id: requirementId } = (await call(server, 201, 'POST', `${workspace}/evidence-requirements`, requirementBody))
    .body
  const dueAt = iso(publishedAt + 7 * day)
  const roundFields = { questionnaireId, versionId, requirementId, dueAt, roles: ['contributor', 'auditor'] }
  const round = json(adam, { ...roundFields, reason: 'As each half-year.' })
  const { id } = (await call(server, 201, 'POST', `${workspace}/questionnaire-rounds`, round)).body

  step('An answer of the wrong kind is rejected at its field; the last answers turn the round into a claim')
  const path = `${workspace}/questionnaire-rounds/${id}/response/submit`
  const rejectedResponse = await call(
    server,
    400,
    'POST',
    path,
    json(carl, { answers: { encrypted: true, devices: 0 } }),
  )
  show('refused', rejectedResponse.body.message)
  const people = [carl, await signIn(server, 'ada@acme.example')]
  for (const who of people)
    await call(server, 200, 'POST', path, json(who, { answers: { encrypted: true, devices: 2 } }))
  const run = json(adam, { reason: 'Now, and not within a minute.' })
  await call(server, 200, 'POST', `${workspace}/jobs/end-questionnaire-rounds/run`, run)
  const list = `${workspace}/claims?evidenceRequirementId=${requirementId}`
  const [claim] = (await call(server, 200, 'GET', list, { headers: adam })).body.claims
  show('claim', claim.title)
  assert.equal(claim.title, '2 of 2 answered: Devices')
}
