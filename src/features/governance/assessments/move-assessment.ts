import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { endRoom } from '#src/features/governance/rooms/end-room.ts'
import {
  Assessment,
  AssessmentParams,
  assessmentEvents,
  assessmentFlow,
  assessmentRecords,
  type Move,
} from './assessment.ts'
import { findExcludedFromCompletion } from './assessment-queries.ts'
import { moverRoles, recordAssessmentContributors, whyNotMove } from './contributors.ts'

type LockedAssessment = Awaited<ReturnType<typeof assessmentRecords.lock>>

/** The effects of a move beyond the status: changed fields, new contributors and additional events. */
export interface MoveEffect {
  readonly changes?: Partial<Omit<Assessment, 'id' | 'createdAt' | 'updatedAt'>>
  readonly hands?: readonly (string | null)[]
  readonly completes?: true
}

interface MoveDeclaration {
  readonly move: Move
  readonly summary: string
  /** Throws if the move is not possible yet. */
  effect?(change: Change, current: LockedAssessment): Promise<MoveEffect> | MoveEffect
}

/** Declares a move of an assessment (interface section 6.3). `contributors.ts` decides who may make it. */
export const moveAssessment = ({ move, summary, effect = () => ({}) }: MoveDeclaration) =>
  changeEndpoint({
    name: `${move}Assessment`,
    summary,
    tag: 'Assessments',
    method: 'POST',
    workspace: { path: `/assessments/{assessmentId}/${move}`, roles: moverRoles[move] },
    status: 200,
    action: `assessment.${move}`,
    params: AssessmentParams,
    response: Assessment,
    errors: ['not_found', 'forbidden_resource', 'unprocessable'],
    async run(change, { params: { assessmentId: id } }) {
      const current = await assessmentRecords.lock(change, id)
      const { hands } = firstOrNotFound(await change.tx.query(findExcludedFromCompletion, { id }), 'assessment')
      const why = whyNotMove(move, change.actor, current.fields, hands)
      if (why) throw new Refusal('forbidden_resource', why)
      const { status: from } = current.fields
      const status = statusAfter(assessmentFlow, from, move)
      if (!status)
        throw new Refusal(
          'unprocessable',
          sentence`assessment.move_not_possible: The assessment is ${{ status: from }}; this is only possible while it is ${{ possible: assessmentFlow[move].from.join(' or ') }}.`,
        )
      const outcome = await effect(change, current)
      const changed = assessmentRecords.update(change, current, { ...outcome.changes, status })
      const { content } = await recordAssessmentContributors(change, id, outcome.hands ?? [])
      change.emit(assessmentEvents.statusChanged, { assessment: changed.record })
      if (status === 'completed' || status === 'cancelled') await endRoom(change, id)
      if (outcome.completes) change.emit(assessmentEvents.completed, { assessment: changed.record })
      change.audit(id, { before: current.record, after: changed.record, content })
      return new Rendered(changed.record)
    },
  })
