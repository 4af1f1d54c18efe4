import { choice, narrows, nullable, number, type RowOf, statement, text } from '#db/statement.ts'
import { bound, currentRow, moment, readAsIs } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { nameOf } from '#http/name-of.ts'
import { iso } from '#lib/clock.ts'

export const questionStatuses = ['open', 'answered', 'withdrawn', 'ended'] as const

type QuestionStatus = (typeof questionStatuses)[number]

/** The maximum number of questions about one claim. */
export const maxQuestions = 20

/** A reviewer's question to the submitter of a claim, and its answer. */
export const boundClaimQuestions = bound({
  table: 'claim_question',
  prefix: 'gcq',
  record: false,
  content: {
    id: readAsIs,
    claimId: readAsIs,
    status: readAsIs,
    askedBy: readAsIs,
    askedAt: moment,
    question: readAsIs,
    answeredBy: readAsIs,
    answer: readAsIs,
    files: readAsIs,
    closedAt: moment,
    endedBy: readAsIs,
    // Absent in earlier releases.
    filesBefore: value => value ?? undefined,
  },
})

export const insertQuestion = statement(
  'insert_claim_question',
  { id: text, claimId: text, askedBy: text, askedAt: text, question: text, filesBefore: number },
  `insert into claim_question (organization_id, id, claim_id, status, asked_by, asked_at, question, files_before)
   values (:organization, :id, :claimId, 'open', :askedBy, :askedAt, :question, :filesBefore)`,
)

/** Counts the files of a claim, which must be locked. */
export const countFilesOfClaim = statement(
  'count_files_of_claim',
  { claimId: text },
  'select count(*)::int as files from attachment_link where organization_id = :organization and claim_id = :claimId',
)

/** The questions about a claim, oldest first. */
export const questionsOfClaim = statement(
  'questions_of_claim',
  { claimId: text },
  `select q.id, q.status, q.asked_by, ${nameOf('q.asked_by')} as asked_by_name, q.asked_at, q.question,
          q.answered_by, ${nameOf('q.answered_by')} as answered_by_name, q.answer, q.files, q.closed_at, q.ended_by
     from claim_question q where q.organization_id = :organization and q.claim_id = :claimId order by q.id limit ${maxQuestions}`,
  narrows<{ asked_by_name: string }>,
)

export type QuestionRow = RowOf<typeof questionsOfClaim>

/**
 * The answered questions of a claim, as the reviewed digest covers them. Undefined without any, so that claims without
 * answers keep the digest of the contract.
 */
export const answersForReview = (questions: readonly QuestionRow[]) => {
  const answers = questions
    .filter(({ status }) => status === 'answered')
    .map(({ id, question, answer, files }) => ({ id, question, answer, files }))
  return answers.length > 0 ? answers : undefined
}

const closeQuestion = statement(
  'close_claim_question',
  {
    id: text,
    status: choice<QuestionStatus>,
    answeredBy: nullable(text),
    answer: nullable(text),
    files: number,
    now: text,
    endedBy: nullable(text),
  },
  `update claim_question set status = :status, answered_by = :answeredBy, answer = :answer, files = :files,
          closed_at = :now, ended_by = :endedBy
    where organization_id = :organization and id = :id`,
)

/** How a question closes. */
export type QuestionEnd =
  | { readonly status: 'answered'; readonly answeredBy: string; readonly answer: string | null; readonly files: number }
  | { readonly status: 'withdrawn' }
  | { readonly status: 'ended'; readonly endedBy: 'accepted' | 'rejected' | 'expired' }

const unset = { answeredBy: null, answer: null, files: 0, endedBy: null }

const closeActions = {
  answered: 'evidence.question.answer',
  withdrawn: 'evidence.question.withdraw',
  ended: 'evidence.question.end',
} as const

const clearQuestion = statement(
  'clear_question_of_claim',
  { id: text },
  `update evidence_claim set question_id = null, answerer_id = null where organization_id = :organization and id = :id`,
)

/**
 * Closes the open question of a claim, which must be locked. The caller writes the claim's audit row afterwards, with
 * `noQuestion` in its content.
 */
export const closeOpenQuestion = async (
  change: Change,
  { id, questionId }: { readonly id: string; readonly questionId: string },
  end: QuestionEnd,
): Promise<void> => {
  const { tx, now } = change
  tx.write(closeQuestion, { ...unset, ...end, id: questionId, now: iso(now) })
  tx.write(clearQuestion, { id })
  const { content } = await currentRow(tx, boundClaimQuestions, questionId)
  const detail = end.status === 'ended' ? { detail: `claim ${end.endedBy}` } : {}
  change.audit(questionId, { action: closeActions[end.status], content, ...detail })
}

/** The columns of a claim without an open question. */
export const noQuestion = { question_id: null, answerer_id: null } as const
