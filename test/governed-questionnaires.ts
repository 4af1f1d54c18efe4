import { createQuestionnaires, enough, everyKind } from './questionnaires.ts'
import type { Probata } from './system.ts'

/** Creates questionnaires with versions and rounds in every status except ended, which takes time. */
export const governQuestionnaires = async (p: Probata, slug: string): Promise<void> => {
  const a = await createQuestionnaires(p, slug)
  const questionnaireId = await a.questionnaire({ ownerId: a.people.reviewer, description: 'Questions for everyone.' })
  await a.must('admin', 200, 'PATCH', `/questionnaires/${questionnaireId}`, { title: 'Another title' })
  const draft = await a.draft(questionnaireId)
  await a.must('contributor', 200, 'PATCH', `/questionnaire-versions/${draft}`, { questions: everyKind.slice(1) })
  const { questionnaireId: retired } = await a.published()
  const withdrawnVersion = await a.draft(retired)
  await a.must('contributor', 200, 'POST', `/questionnaire-versions/${withdrawnVersion}/withdraw`)
  await a.must('admin', 200, 'POST', `/questionnaires/${retired}/retire`)
  const audience = { roles: ['auditor', 'contributor'], personIds: [a.people.auditor, a.people.contributor] }
  const runningRound = await a.round(audience)
  await a.submit('auditor', runningRound.id)
  await a.save('contributor', runningRound.id, { ...enough, why: 'Half of it.' })
  const { id: cancelled } = await a.round()
  await a.must('admin', 200, 'POST', `/questionnaire-rounds/${cancelled}/cancel`)
}
