import type { Change } from '#http/call.ts'
import { oneOr404, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { requireAsks } from '#src/features/evidence/campaigns/start.ts'
import { type Answers, readAnswers } from './answers.ts'
import { findQuestionnaireVersion, insertResponse, lockResponse, updateResponse } from './queries.ts'
import { parseQuestions } from './question.ts'
import { QuestionnaireResponse, renderResponse } from './questionnaire-response.ts'
import { QuestionnaireRound } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'

/**
 * Writes one's own answers to a round, as a draft or as final, and returns their record. Throws a 422 if the round does
 * not ask the caller now or they have already submitted, and a 400 for invalid answers.
 */
export const writeResponse = async (
  change: Change,
  roundId: string,
  { answers: sent, status }: { readonly answers: Answers; readonly status: QuestionnaireResponse['status'] },
): Promise<string> => {
  const { tx, now, actor } = change
  const { id: personId } = actor
  const held = await tx.query(questionnaireRound.queries.hold, { id: roundId, reader: personId })
  const row = oneOr404(held, 'questionnaire round')
  const round = readRecord(QuestionnaireRound, row.record)
  const { versionId, versionDigest } = round
  requireAsks(change, questionnaireRound, { ...round, isAsked: row.is_asked })
  const [before] = await tx.query(lockResponse, { roundId, personId })
  if (before && readRecord(QuestionnaireResponse, before.record).status === 'submitted')
    throw new Refusal(
      'unprocessable',
      sentence`questionnaire.already_submitted: You have submitted your answers; they can no longer change.`,
    )
  const version = oneOr404(await change.read(findQuestionnaireVersion, { id: versionId }), 'questionnaire version')
  const answers = readAnswers(parseQuestions(version.questions), sent, status === 'submitted')
  const at = iso(now)
  const submittedAt = status === 'submitted' ? at : null
  const record = renderResponse({ roundId, personId, versionId, versionDigest, status, savedAt: at, submittedAt })
  const written = { roundId, personId, status, answers: JSON.stringify(answers), record }
  const done = await tx.query(before ? updateResponse : insertResponse, written)
  if (done.length === 0)
    throw new Refusal(
      'conflict',
      sentence`questionnaire.answered_elsewhere: You are answering this round in another window; reload it and try again.`,
    )
  const was = before ? { before: before.record } : {}
  change.audit(`${roundId}/${personId}`, { ...was, after: record, content: { answers } })
  return record
}
