import { Type } from 'typebox'
import type { AuditRecord } from './leaf.ts'
import { erasableFields } from './leaf.ts'

/** The action of the row that records an erasure: its `resourceId` is the changed row, its `detail` the fields. */
export const eraseAction = 'audit.event.erase'

export const ErasedFields = Type.Array(Type.Enum([...erasableFields]), {
  minItems: 1,
  maxItems: erasableFields.length,
  uniqueItems: true,
  description:
    'reason and detail of any row, except a detail that marks a self-decision, the people involved or settings; for a row about a person, a session or a sign-in, also the digests.',
})

/** Actions whose detail records what a workspace allows, or who was involved in a record. */
const markedActions: ReadonlySet<unknown> = new Set([
  'workspace.settings',
  'assessment.involve',
  'evidence.claim.involve',
  'risk.involve',
])
const decisionMarks = [/(^|, )self-decided$/, /: has a hand in the claim$/]

/** Whether a detail marks a decision rather than being free text. Such a detail is never erased (decision 033). */
export const marksDecision = ({ action, detail }: AuditRecord): boolean =>
  markedActions.has(action) || (typeof detail === 'string' && decisionMarks.some(mark => mark.test(detail)))

/** Whether a row must stay readable because it records an erasure or the start of a ledger. */
export const isNeverErased = ({ action }: AuditRecord): boolean =>
  action === eraseAction || (typeof action === 'string' && action.startsWith('ledger.'))
