import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable } from '#http/schema.ts'
import { etagOf, type Version, versionField } from '#http/version.ts'
import { Answers } from './answers.ts'
import { findQuestionnaireVersion, findResponse, lockResponse, type ResponseRow } from './queries.ts'
import { parseQuestions, Question } from './question.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireResponse } from './questionnaire-response.ts'
import { QuestionnaireRound, RoundParams } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'

const { status, savedAt, submittedAt } = QuestionnaireResponse.properties

const OwnResponse = Type.Object(
  {
    questions: Type.Array(Question),
    status: Nullable({ ...status, type: 'string', description: 'Null if the caller has not saved any answers yet.' }),
    savedAt: Nullable(savedAt),
    submittedAt,
    answers: Answers,
    ...versionField,
  },
  { title: 'OwnQuestionnaireResponse' },
)

const etagOfResponse = (row: ResponseRow | undefined): string => etagOf(row?.record ?? null, row?.answers ?? null)

/** Returns the ETag of the caller's own response, which exists even before the first draft. */
const ownVersion: Version = async ({ tx, actor }, roundId) => {
  const [row] = await tx.query(lockResponse, { roundId, personId: actor.id })
  return { etag: etagOfResponse(row), resourceId: `${roundId}/${actor.id}` }
}

const find = async (call: Call, roundId: string) => {
  const { id: personId } = call.actor
  const rows = await call.read(questionnaireRound.queries.findStored, { id: roundId })
  const { versionId } = readRecord(QuestionnaireRound, firstOrNotFound(rows, 'questionnaire round').record)
  const version = firstOrNotFound(await call.read(findQuestionnaireVersion, { id: versionId }), 'questionnaire version')
  const [row] = await call.read(findResponse, { roundId, personId })
  return { questions: parseQuestions(version.questions), row }
}

/** Returns the caller's own response: people can read only their own drafts. */
export const getQuestionnaireResponse = readEndpoint({
  name: 'getQuestionnaireResponse',
  summary: "Get the questions of a round and the caller's own answers",
  tag: questionnaireTag,
  workspace: { path: '/questionnaire-rounds/{roundId}/response', roles: [...roles] },
  params: RoundParams,
  response: OwnResponse,
  version: ownVersion,
  errors: ['not_found'],
  async run(call, { params: { roundId } }) {
    const { questions, row } = await find(call, roundId)
    const response = row && readRecord(QuestionnaireResponse, row.record)
    return {
      questions,
      status: response?.status ?? null,
      savedAt: response?.savedAt ?? null,
      submittedAt: response?.submittedAt ?? null,
      answers: row ? JSON.parse(row.answers) : {},
      etag: etagOfResponse(row),
    }
  },
})
