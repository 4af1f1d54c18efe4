import type { Actor, Role } from '#api/access.ts'
import { standing } from '#api/bound.ts'
import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { principalsOf, share } from '#api/four-eyes.ts'
import { type Assessment, assessmentFlow, assessmentRecords, assessments, type Move } from './assessment.ts'
import { addHands } from './assessment-queries.ts'

type Reader = Actor
type Assigned = Pick<Assessment, 'assessorId' | 'assigneeIds'>

/** The roles that answer clauses, where they are assigned. */
export const answering: readonly Role[] = ['admin', 'reviewer', 'contributor']
const deciding: readonly Role[] = ['admin', 'reviewer']

/** The roles that do something with an assessment, where they may. */
export const moverRoles: Readonly<Record<Move, readonly Role[]>> = {
  start: answering,
  submit: answering,
  return: deciding,
  complete: deciding,
  cancel: ['admin'],
}

export const isAssigned = ({ id }: Pick<Actor, 'id'>, { assessorId, assigneeIds }: Assigned): boolean =>
  id === assessorId || assigneeIds.includes(id)

const isAssignedOrAdmin = (reader: Reader, assigned: Assigned): boolean =>
  reader.role === 'admin' || isAssigned(reader, assigned)

interface Rule {
  allows(reader: Reader, assessment: Assigned, hands: readonly string[]): boolean
  readonly otherwise: string
}

const anybody: Rule = { allows: () => true, otherwise: '' }
const ofAssigned = (verb: string): Rule => ({
  allows: isAssignedOrAdmin,
  otherwise: `The assessor ${verb} it, or somebody who is assigned, or an administrator.`,
})

const rules: Readonly<Record<Move, Rule>> = {
  start: ofAssigned('starts'),
  submit: ofAssigned('submits'),
  return: anybody,
  cancel: anybody,
  complete: {
    allows: (reader, _, hands) => !share(principalsOf(reader), hands),
    otherwise:
      'Somebody else completes this assessment: whoever answered in it, was its assessor, or invited a guest or is one does not (four eyes).',
  },
}

/** A sentence that says why somebody else has to do it, or undefined. */
export const whyNotMove = (
  move: Move,
  reader: Reader,
  assessment: Assigned,
  hands: readonly string[],
): string | undefined => (rules[move].allows(reader, assessment, hands) ? undefined : rules[move].otherwise)

/** What the reader may do with an assessment now. */
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

/** Whoever answers, or is the assessor of one in progress, has a hand in it for ever. Returns what the trail binds. */
export const noteHands = async ({ tx }: Change, id: string, people: readonly (string | null)[]) => {
  const named = people.flatMap(one => one ?? [])
  if (named.length > 0) tx.write(addHands, { id, people: named })
  return standing(tx, assessments.bound, id)
}

/** An assessment under its row lock, in one of these statuses. Throws a 422 where it is in another. */
export const lockIn = async (change: Change, id: string, statuses: readonly Assessment['status'][], what: string) => {
  const present = await assessmentRecords.lock(change, id)
  const { status } = present.fields
  if (!statuses.includes(status)) throw new Refusal('unprocessable', `The assessment is ${status}; ${what}`)
  return present
}
