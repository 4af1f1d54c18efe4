import { Type } from 'typebox'
import type { AuditRecord } from './leaf.ts'
import { erasableFields } from './leaf.ts'

/** What the row says that tells of an erasure; its `resourceId` is the row that was changed, its `detail` the fields. */
export const eraseAction = 'audit.event.erase'

export const ErasedFields = Type.Array(Type.Enum([...erasableFields]), {
  minItems: 1,
  maxItems: erasableFields.length,
  uniqueItems: true,
  description:
    'reason and detail of any row, but no detail that marks a self-decision, who had a hand in it or settings; the digests too of a row about a person, a session or a sign-in.',
})

/** Details that say what a workspace allows, and who had a hand in what. */
const markedActions: ReadonlySet<unknown> = new Set([
  'workspace.settings',
  'assessment.involve',
  'evidence.claim.involve',
  'risk.involve',
])
const marks = [/(^|, )self-decided$/, /: has a hand in the claim$/]

/** A detail that is no word of anybody but the mark of a decision: it stays for ever (decision 033). */
export const isMark = ({ action, detail }: AuditRecord): boolean =>
  markedActions.has(action) || (typeof detail === 'string' && marks.some(mark => mark.test(detail)))

/** What was erased, and how a ledger began anew, has to stay readable. */
export const staysWhole = ({ action }: AuditRecord): boolean =>
  action === eraseAction || (typeof action === 'string' && action.startsWith('ledger.'))
