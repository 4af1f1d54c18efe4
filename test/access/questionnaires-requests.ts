import { day, iso } from '#lib/clock.ts'
import type { PrepareRequest } from './arrangement.ts'

const ofNewQuestionnaire: PrepareRequest = async organization => ({
  params: { questionnaireId: await organization.questionnaire() },
})

const ofNewDraft: PrepareRequest = async organization => {
  const { versionId } = await organization.questionnaireVersion('draft')
  return { params: { versionId } }
}

const ofNewRound: PrepareRequest = async organization => ({
  params: { roundId: await organization.questionnaireRound() },
})

const answering: PrepareRequest = async organization => ({
  params: { roundId: await organization.questionnaireRound() },
  body: { answers: organization.answers },
})

/** Request data for questionnaires, their versions and rounds. Each uses a new questionnaire. */
export const questionnaireArrangements: Readonly<Record<string, PrepareRequest>> = {
  updateQuestionnaire: ofNewQuestionnaire,
  retireQuestionnaire: ofNewQuestionnaire,
  createQuestionnaireVersion: async organization => ({
    params: { questionnaireId: await organization.questionnaire() },
    body: { questions: organization.questions() },
  }),
  getQuestionnaireVersion: ofNewDraft,
  updateQuestionnaireVersion: async organization => {
    const { versionId } = await organization.questionnaireVersion('draft')
    return { params: { versionId }, body: { questions: organization.questions() } }
  },
  publishQuestionnaireVersion: ofNewDraft,
  withdrawQuestionnaireVersion: ofNewDraft,
  startQuestionnaireRound: async organization => {
    const version = await organization.questionnaireVersion('published')
    return { body: { ...version, dueAt: iso(organization.now() + day), roles: ['admin'] } }
  },
  getQuestionnaireResponse: ofNewRound,
  saveQuestionnaireResponse: answering,
  submitQuestionnaireResponse: answering,
  getQuestionnaireResults: ofNewRound,
  updateQuestionnaireRound: async organization => ({
    ...(await ofNewRound(organization)),
    body: { dueAt: iso(organization.now() + 2 * day) },
  }),
  cancelQuestionnaireRound: ofNewRound,
}
