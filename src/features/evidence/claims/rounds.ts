import { type Static, Type } from 'typebox'
import type { RowOf } from '#db/statement.ts'
import type { Actor } from '#http/access.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { checkMayAnswer, type findWaitingFor, waitingForValues } from './answerer.ts'
import { type ApprovalRow, maxApprovals, voidReasons, whyVoid } from './approval.ts'
import { findReviewBarrier, type ReviewableClaim } from './four-eyes.ts'
import type { ClaimRow } from './queries.ts'
import { maxQuestions, type QuestionRow, questionStatuses } from './question.ts'

const oneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null], description })

/** The field that says whom a claim waits for. */
export const waitingFor = oneOf(
  waitingForValues,
  'Who must act on a submitted claim: the submitter while a question is open, the administrators if it has no submitter who can answer, otherwise the reviewer. Null for every other status.',
)

/** A question to the submitter of a claim, with its answer. */
export const ClaimQuestion = Type.Object(
  {
    id: Id('gcq'),
    status: Type.Enum([...questionStatuses], {
      description: 'ended: the claim was decided or expired before an answer.',
    }),
    question: Type.String(),
    askedBy: Reference('prs'),
    askedByName: Type.String(),
    askedAt: Timestamp,
    waitsFor: Nullable(
      Type.Object(
        { id: Id('prs'), name: Type.String() },
        {
          description: 'The person an open question waits for; null if it waits for the administrators, or is closed.',
        },
      ),
    ),
    answer: Nullable(Type.String()),
    answeredBy: Nullable(Type.String()),
    answeredByName: Nullable(Type.String()),
    files: Type.Integer({ minimum: 0, description: 'How many files were attached between question and answer.' }),
    closedAt: Nullable(Timestamp),
    endedBy: oneOf(['accepted', 'rejected', 'expired'], 'The status that the claim got while the question was open.'),
  },
  { title: 'ClaimQuestion' },
)

/** The approvals that a claim needs and those in force. */
export const ApprovalCount = Type.Object({
  needed: Type.Integer({ minimum: 1, description: 'How many different people must approve the claim.' }),
  given: Type.Integer({ minimum: 0, description: 'Approvals in force, including the one that accepted the claim.' }),
})

const Approval = Type.Object(
  {
    id: Id('rva'),
    reviewerId: Reference('prs'),
    reviewerName: Type.String(),
    reason: Type.String(),
    reviewedDigest: Type.String(),
    approvedAt: Timestamp,
    selfDecided: Type.Boolean(),
    voidedAt: Nullable(Timestamp),
    voidReason: oneOf(
      voidReasons,
      'Why it no longer counts. changed: the claim got a file or an answer afterwards; contributed: the reviewer became a contributor; self_decision_off: the reviewer is a contributor, and the workspace no longer lets contributors decide.',
    ),
  },
  { title: 'ReviewApproval' },
)

export const ClaimApprovals = Type.Object(
  {
    ...ApprovalCount.properties,
    list: Type.Array(Approval, {
      description: `The newest ${maxApprovals} approvals before the last one, which is the decision.`,
    }),
  },
  { title: 'ClaimApprovals' },
)

/**
 * The number of approvals that a submitted claim needs. If its requirement's number was lowered after that many were
 * given, it still needs one more, because only an approval accepts a claim.
 */
export const approvalsNeeded = (needed: number, given: number): number => Math.max(needed, given + 1)

const timeOf = (date: Date | null): string | null => date && iso(date.getTime())

export const showApprovals = (
  rows: readonly ApprovalRow[],
  reviewedDigest: string,
  {
    needed,
    status,
    isAccepted,
  }: { readonly needed: number; readonly status: ClaimRow['status']; readonly isAccepted: boolean },
): Static<typeof ClaimApprovals> => {
  // The status is part of the digest, so approvals of a decided claim keep the state that they had then.
  const reasonOf = (row: (typeof rows)[number]) =>
    status === 'submitted' ? (whyVoid(row, reviewedDigest) ?? null) : row.void_reason
  const list = rows.map(row => ({
    id: row.id,
    reviewerId: row.reviewer_id,
    reviewerName: row.reviewer_name,
    reason: row.reason,
    reviewedDigest: row.reviewed_digest,
    approvedAt: iso(row.approved_at.getTime()),
    selfDecided: row.self_decided,
    voidedAt: timeOf(row.voided_at),
    voidReason: reasonOf(row),
  }))
  const given = list.filter(({ voidReason }) => voidReason === null).length + (isAccepted ? 1 : 0)
  return { needed: isAccepted ? given : approvalsNeeded(needed, given), given, list }
}

type Person = Static<typeof ClaimQuestion>['waitsFor']

const showQuestion = (row: QuestionRow, answerer: Person): Static<typeof ClaimQuestion> => ({
  id: row.id,
  status: row.status,
  question: row.question,
  askedBy: row.asked_by,
  askedByName: row.asked_by_name,
  askedAt: iso(row.asked_at.getTime()),
  waitsFor: row.status === 'open' ? answerer : null,
  answer: row.answer,
  answeredBy: row.answered_by,
  answeredByName: row.answered_by_name,
  files: row.files,
  closedAt: timeOf(row.closed_at),
  endedBy: row.ended_by,
})

/** Renders the questions about a claim, and whether the caller may ask, answer the open one or withdraw it. */
export const showQuestions = (
  actor: Actor,
  claim: Pick<ClaimRow, 'created_by' | 'makers'> & ReviewableClaim,
  rows: readonly QuestionRow[],
  waiting: RowOf<typeof findWaitingFor> | undefined,
) => {
  const { answerer_id: id, answerer_name: name } = waiting ?? {}
  const answerer = id ? { id, name: name ?? id } : null
  const open = rows.find(({ status }) => status === 'open')
  return {
    questions: rows.map(row => showQuestion(row, answerer)),
    mayAsk: open === undefined && rows.length < maxQuestions && findReviewBarrier(actor, claim, 'ask') === undefined,
    mayAnswer: open !== undefined && checkMayAnswer(actor, { ...claim, asked_by: open.asked_by }),
    mayWithdrawQuestion:
      open !== undefined && (actor.role === 'admin' || (actor.role === 'reviewer' && actor.id === open.asked_by)),
  }
}
