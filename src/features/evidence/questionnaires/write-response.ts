import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { requireMayRespond } from '#src/features/evidence/campaigns/start.ts'
import { type Answers, readAnswers } from './answers.ts'
import { findQuestionnaireVersion, insertResponse, lockResponse, updateResponse } from './queries.ts'
import { parseQuestions } from './question.ts'
import { QuestionnaireResponse, renderResponse } from './questionnaire-response.ts'
import { QuestionnaireRound } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'

/**
 * Stores the caller's own answers to a round, as a draft or as final, and returns the response's record. Throws a 422
 * if the round does not ask the caller now or they have already submitted, and a 400 for invalid answers.
 */
export const writeResponse = async (
  change: Change,
  roundId: string,
  { answers: input, status }: { readonly answers: Answers; readonly status: QuestionnaireResponse['status'] },
): Promise<string> => {
  const { tx, now, actor } = change
  const { id: personId } = actor
  const rounds = await tx.query(questionnaireRound.queries.lockForResponse, { id: roundId, reader: personId })
  const row = firstOrNotFound(rounds, 'questionnaire round')
  const round = readRecord(QuestionnaireRound, row.record)
  const { versionId, versionDigest } = round
  requireMayRespond(change, questionnaireRound, { ...round, isAsked: row.is_asked })
  const [before] = await tx.query(lockResponse, { roundId, personId })
  if (before && readRecord(QuestionnaireResponse, before.record).status === 'submitted')
    throw new Refusal(
      'unprocessable',
      sentence`questionnaire.already_submitted: You have submitted your answers; they can no longer be changed.`,
    )
  const version = firstOrNotFound(
    await change.read(findQuestionnaireVersion, { id: versionId }),
    'questionnaire version',
  )
  const answers = readAnswers(parseQuestions(version.questions), input, status === 'submitted')
  const savedAt = iso(now)
  const submittedAt = status === 'submitted' ? savedAt : null
  const record = renderResponse({ roundId, personId, versionId, versionDigest, status, savedAt, submittedAt })
  const values = { roundId, personId, status, answers: JSON.stringify(answers), record }
  const rows = await tx.query(before ? updateResponse : insertResponse, values)
  if (rows.length === 0)
    throw new Refusal(
      'conflict',
      sentence`questionnaire.answered_elsewhere: You are answering this round in another window; reload it and try again.`,
    )
  const previous = before ? { before: before.record } : {}
  change.audit(`${roundId}/${personId}`, { ...previous, after: record, content: { answers } })
  return record
}
