import type { AuditDetail } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import type { Version } from '#http/version.ts'
import { statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import {
  type HoldRow,
  type HoldStatus,
  holdFlow,
  holdTag,
  readHold,
  renderHold,
  type StoredHold,
  showHold,
} from './hold.ts'
import { lockHold, updateHold } from './queries.ts'

export const versionOfHold: Version = async ({ tx }, id) => {
  const [row] = await tx.query(lockHold, { id })
  return row && { etag: holdTag(row), resourceId: id }
}

/** Locks and returns a hold. An unknown hold and one of another workspace get the same 404. */
export const lockHoldForChange = async ({ tx }: Change, id: string): Promise<HoldRow> =>
  firstOrNotFound(await tx.query(lockHold, { id }), 'hold')

/** Returns the resulting status. Throws a 422 if the current status does not allow the change. */
export const nextHoldStatus = (status: HoldStatus, input: keyof typeof holdFlow): HoldStatus => {
  const next = statusAfter<HoldStatus, keyof typeof holdFlow>(holdFlow, status, input)
  if (next) return next
  throw new Refusal(
    'unprocessable',
    sentence`hold.status: The hold is ${{ status }}; it must be ${{ possible: holdFlow[input].from.join(' or ') }}.`,
  )
}

/** Updates a locked hold, and writes its audit row. */
export const writeHold = (
  { tx, audit }: Change,
  row: HoldRow,
  changes: Partial<StoredHold>,
  { hands = null, ...auditDetail }: AuditDetail & { readonly hands?: readonly string[] | null } = {},
): Rendered => {
  const after = { ...readHold(row), ...changes }
  const record = renderHold(after)
  const { id, status, releaseAskedBy: askedBy, releasedBy } = after
  tx.write(updateHold, { id, status, askedBy, releasedBy, hands, record })
  audit(id, { ...auditDetail, before: row.record, after: record })
  return new Rendered(showHold({ ...row, record }))
}
