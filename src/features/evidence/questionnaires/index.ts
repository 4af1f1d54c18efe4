import { createQuestionnaireVersion } from './create-questionnaire-version.ts'
import { endQuestionnaireRounds } from './end-questionnaire-rounds.ts'
import { getQuestionnaireResponse } from './get-questionnaire-response.ts'
import { getQuestionnaireResults } from './get-questionnaire-results.ts'
import { getQuestionnaireRound } from './get-questionnaire-round.ts'
import { getQuestionnaireVersion } from './get-questionnaire-version.ts'
import { listQuestionnaireVersions } from './list-questionnaire-versions.ts'
import { questionnaire, questionnaires } from './questionnaire.ts'
import { boundResponses } from './questionnaire-response.ts'
import { questionnaireRounds } from './questionnaire-round.ts'
import { questionnaireVersions } from './questionnaire-version.ts'
import { saveQuestionnaireResponse } from './save-questionnaire-response.ts'
import { startQuestionnaireRound } from './start-questionnaire-round.ts'
import { submitQuestionnaireResponse } from './submit-questionnaire-response.ts'
import { updateQuestionnaireVersion } from './update-questionnaire-version.ts'
import { questionnaireRoundVerbs, questionnaireVersionVerbs } from './verbs.ts'
import { questionnairesToAnswer } from './work.ts'

/** Questionnaires and their answers. Part of evidence, because a round ends in a claim. */
export const questionnaireFeatures = {
  families: [questionnaires, questionnaireVersions, questionnaireRounds],
  bounds: [boundResponses],
  endpoints: [
    ...questionnaire.endpoints,
    ...questionnaireVersionVerbs,
    ...questionnaireRoundVerbs,
    listQuestionnaireVersions,
    createQuestionnaireVersion,
    getQuestionnaireVersion,
    updateQuestionnaireVersion,
    startQuestionnaireRound,
    getQuestionnaireRound,
    getQuestionnaireResponse,
    saveQuestionnaireResponse,
    submitQuestionnaireResponse,
    getQuestionnaireResults,
  ],
  jobs: [endQuestionnaireRounds],
  workSources: [questionnairesToAnswer],
}
