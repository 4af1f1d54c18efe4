import { day, iso } from '#lib/clock.ts'
import type { PrepareRequest } from './arrangement.ts'

const forNewQuestionnaire: PrepareRequest = async organization => ({
  params: { questionnaireId: await organization.questionnaire() },
})

const forNewDraft: PrepareRequest = async organization => {
  const { versionId } = await organization.questionnaireVersion('draft')
  return { params: { versionId } }
}

const forNewRound: PrepareRequest = async organization => ({
  params: { roundId: await organization.questionnaireRound() },
})

const withAnswers: PrepareRequest = async organization => ({
  params: { roundId: await organization.questionnaireRound() },
  body: { answers: organization.answers },
})

/** Request data for questionnaires, their versions and rounds. Each request uses a new questionnaire. */
export const questionnaireArrangements: Readonly<Record<string, PrepareRequest>> = {
  updateQuestionnaire: forNewQuestionnaire,
  retireQuestionnaire: forNewQuestionnaire,
  createQuestionnaireVersion: async organization => ({
    params: { questionnaireId: await organization.questionnaire() },
    body: { questions: organization.questions() },
  }),
  getQuestionnaireVersion: forNewDraft,
  updateQuestionnaireVersion: async organization => {
    const { versionId } = await organization.questionnaireVersion('draft')
    return { params: { versionId }, body: { questions: organization.questions() } }
  },
  publishQuestionnaireVersion: forNewDraft,
  withdrawQuestionnaireVersion: forNewDraft,
  startQuestionnaireRound: async organization => {
    const version = await organization.questionnaireVersion('published')
    return { body: { ...version, dueAt: iso(organization.now() + day), roles: ['admin'] } }
  },
  getQuestionnaireResponse: forNewRound,
  saveQuestionnaireResponse: withAnswers,
  submitQuestionnaireResponse: withAnswers,
  getQuestionnaireResults: forNewRound,
  updateQuestionnaireRound: async organization => ({
    ...(await forNewRound(organization)),
    body: { dueAt: iso(organization.now() + 2 * day) },
  }),
  cancelQuestionnaireRound: forNewRound,
}
