import { cancelQuestionnaireRound } from './cancel-questionnaire-round.ts'
import { createQuestionnaire } from './create-questionnaire.ts'
import { createQuestionnaireVersion } from './create-questionnaire-version.ts'
import { endQuestionnaireRounds } from './end-questionnaire-rounds.ts'
import { getQuestionnaire } from './get-questionnaire.ts'
import { getQuestionnaireResponse } from './get-questionnaire-response.ts'
import { getQuestionnaireResults } from './get-questionnaire-results.ts'
import { getQuestionnaireRound } from './get-questionnaire-round.ts'
import { getQuestionnaireVersion } from './get-questionnaire-version.ts'
import { listQuestionnaireRoundPeople } from './list-questionnaire-round-people.ts'
import { listQuestionnaireVersions } from './list-questionnaire-versions.ts'
import { listQuestionnaires } from './list-questionnaires.ts'
import { publishQuestionnaireVersion } from './publish-questionnaire-version.ts'
import { questionnaires } from './questionnaire.ts'
import { boundResponses } from './questionnaire-response.ts'
import { questionnaireRounds } from './questionnaire-round.ts'
import { questionnaireVersions } from './questionnaire-version.ts'
import { retireQuestionnaire } from './retire-questionnaire.ts'
import { saveQuestionnaireResponse } from './save-questionnaire-response.ts'
import { startQuestionnaireRound } from './start-questionnaire-round.ts'
import { submitQuestionnaireResponse } from './submit-questionnaire-response.ts'
import { updateQuestionnaire } from './update-questionnaire.ts'
import { updateQuestionnaireRound } from './update-questionnaire-round.ts'
import { updateQuestionnaireVersion } from './update-questionnaire-version.ts'
import { withdrawQuestionnaireVersion } from './withdraw-questionnaire-version.ts'
import { questionnairesToAnswer } from './work.ts'

/** Questionnaires and their answers. Part of evidence, because a round ends in a claim. */
export const ofQuestionnaires = {
  families: [questionnaires, questionnaireVersions, questionnaireRounds],
  bounds: [boundResponses],
  endpoints: [
    listQuestionnaires,
    createQuestionnaire,
    getQuestionnaire,
    updateQuestionnaire,
    retireQuestionnaire,
    listQuestionnaireVersions,
    createQuestionnaireVersion,
    getQuestionnaireVersion,
    updateQuestionnaireVersion,
    publishQuestionnaireVersion,
    withdrawQuestionnaireVersion,
    startQuestionnaireRound,
    getQuestionnaireRound,
    listQuestionnaireRoundPeople,
    getQuestionnaireResponse,
    saveQuestionnaireResponse,
    submitQuestionnaireResponse,
    getQuestionnaireResults,
    updateQuestionnaireRound,
    cancelQuestionnaireRound,
  ],
  jobs: [endQuestionnaireRounds],
  workSources: [questionnairesToAnswer],
}
