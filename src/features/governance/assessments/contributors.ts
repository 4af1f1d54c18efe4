import { currentRow } from '#family/bound.ts'
import type { Actor, Role } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { overlap, principalsOf } from '#shared/four-eyes.ts'
import { type Assessment, assessmentFlow, assessmentRecords, assessments, type Move } from './assessment.ts'
import { addAssessmentContributors } from './assessment-queries.ts'

type Reader = Actor
type Assignment = Pick<Assessment, 'assessorId' | 'assigneeIds'>

/** The roles that can answer clauses when assigned. */
export const answererRoles: readonly Role[] = ['admin', 'reviewer', 'contributor']
const decidingRoles: readonly Role[] = ['admin', 'reviewer']

/** The roles that may make each move, if the rules below allow it. */
export const moverRoles: Readonly<Record<Move, readonly Role[]>> = {
  start: answererRoles,
  submit: answererRoles,
  return: decidingRoles,
  complete: decidingRoles,
  cancel: ['admin'],
}

export const isAssigned = ({ id }: Pick<Actor, 'id'>, { assessorId, assigneeIds }: Assignment): boolean =>
  id === assessorId || assigneeIds.includes(id)

const isAssignedOrAdmin = (reader: Reader, assigned: Assignment): boolean =>
  reader.role === 'admin' || isAssigned(reader, assigned)

interface Rule {
  allows(reader: Reader, assessment: Assignment, hands: readonly string[]): boolean
  readonly otherwise: Sentence | undefined
}

const allowAll: Rule = { allows: () => true, otherwise: undefined }
const assignedOnly: Rule = {
  allows: isAssignedOrAdmin,
  otherwise: sentence`assessment.mover: Only the assessor, an assigned person or an administrator can start or submit the assessment.`,
}

const rules: Readonly<Record<Move, Rule>> = {
  start: assignedOnly,
  submit: assignedOnly,
  return: allowAll,
  cancel: allowAll,
  complete: {
    allows: (reader, _, hands) => !overlap(principalsOf(reader), hands),
    otherwise: sentence`assessment.own: Another person must complete this assessment (four eyes). People who answered in it, were its assessor, invited a guest or are a guest cannot complete it.`,
  },
}

/** Returns why another person must make the move; undefined if the caller may make it. */
export const whyNotMove = (
  move: Move,
  reader: Reader,
  assessment: Assignment,
  hands: readonly string[],
): Sentence | undefined => (rules[move].allows(reader, assessment, hands) ? undefined : rules[move].otherwise)

/** Returns the moves that the caller may make now. */
export const movesOf = (reader: Reader, assessment: Assessment, hands: readonly string[]): Move[] =>
  (Object.keys(assessmentFlow) as Move[]).filter(move => {
    const from: readonly string[] = assessmentFlow[move].from
    return (
      from.includes(assessment.status) &&
      reader.role !== undefined &&
      moverRoles[move].includes(reader.role) &&
      whyNotMove(move, reader, assessment, hands) === undefined
    )
  })

/**
 * Records permanent contributors: people who answer, and the assessor once the assessment is in progress. Returns the
 * row with the content that the audit trail binds.
 */
export const recordAssessmentContributors = async ({ tx }: Change, id: string, people: readonly (string | null)[]) => {
  const contributors = people.flatMap(id => id ?? [])
  if (contributors.length > 0) tx.write(addAssessmentContributors, { id, people: contributors })
  return currentRow(tx, assessments.bound, id)
}

/** Locks an assessment. Throws a 422 if its status is not one of these. */
export const lockInStatus = async (
  change: Change,
  id: string,
  statuses: readonly Assessment['status'][],
  problem: string,
) => {
  const current = await assessmentRecords.lock(change, id)
  const { status } = current.fields
  if (!statuses.includes(status))
    throw new Refusal('unprocessable', sentence`assessment.status: The assessment is ${{ status }}; ${{ problem }}`)
  return current
}
