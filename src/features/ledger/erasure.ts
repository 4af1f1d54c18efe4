import { Type } from 'typebox'
import type { AuditRecord } from './leaf.ts'
import { erasableFields } from './leaf.ts'

/** What the row says that tells of an erasure; its `resourceId` is the row that was changed, its `detail` the fields. */
export const eraseAction = 'audit.event.erase'

export const ErasedFields = Type.Array(Type.Enum([...erasableFields]), {
  minItems: 1,
  maxItems: erasableFields.length,
  uniqueItems: true,
  description: 'reason and detail of any row; the digests too of a row about a person, a session or a sign-in.',
})

/** What was erased, and how a ledger began anew, has to stay readable. */
export const staysWhole = ({ action }: AuditRecord): boolean =>
  action === eraseAction || (typeof action === 'string' && action.startsWith('ledger.'))
