import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'

export type Questionnaire = Schemas['WorkspaceQuestionnaire']
export type ListedVersion = Schemas['ListedQuestionnaireVersion']
export type Version = Schemas['WorkspaceQuestionnaireVersion']
export type Question = Schemas['Question']
export type Round = Schemas['QuestionnaireRound']
export type RoundDetail = Schemas['WorkspaceQuestionnaireRound']
export type OwnResponse = Schemas['OwnQuestionnaireResponse']
export type Answers = Readonly<Record<string, unknown>>

export const questionnaireStatuses = enums.WorkspaceQuestionnaire.status
export const questionKinds = enums.Question.kind
