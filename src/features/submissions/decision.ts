import { type Static, Type } from 'typebox'
import { bound, fieldsOf, readAsIs } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { renderer } from '#http/record.ts'
import { Id, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { packageStatuses } from './policy.ts'
import { insertSubmissionDecision } from './queries.ts'

/** A decision by a person that is not an event of the interface. It is stored permanently and shown in the timeline. */
export const Decision = Type.Object(
  {
    id: Id('subdec'),
    decision: Type.Enum(['returned_to_draft', 'content_added', 'content_removed']),
    statusBefore: Type.Enum([...packageStatuses]),
    statusAfter: Type.Enum([...packageStatuses]),
    claimId: Type.Optional(Reference('gec')),
    claimDigest: Type.Optional(Type.String({ description: 'SHA-256 of the claim when it was added, hexadecimal.' })),
    decidedBy: Type.String(),
    reason: Type.String(),
    createdAt: Timestamp,
  },
  { title: 'SubmissionDecision' },
)

export const boundSubmissionDecisions = bound({
  table: 'submission_decision',
  prefix: 'subdec',
  content: { packageId: readAsIs },
  repeats: fieldsOf('id'),
})

type DecisionInput = Omit<Static<typeof Decision>, 'id' | 'decidedBy' | 'reason' | 'createdAt'>

const render = renderer(Decision)

/** Writes a decision with its time. `emitted` has the ids of the events that were sent to other systems. */
export const logDecision = (
  { ids, tx, actor, reason, audit }: Change,
  packageId: string,
  decision: DecisionInput,
  { loggedAt, emitted = [] }: { readonly loggedAt: number; readonly emitted?: readonly string[] },
): void => {
  const id = ids.next('subdec', loggedAt)
  const record = render({ ...decision, id, decidedBy: actor.id, reason: reason ?? '', createdAt: iso(loggedAt) })
  tx.write(insertSubmissionDecision, { id, packageId, webhookEvents: emitted, record })
  audit(id, { action: 'submission.decision.create', after: record, content: { packageId } })
}
