import type { Change } from '#api/call.ts'
import { oneOr404 } from '#api/errors.ts'
import { iso } from '#lib/clock.ts'
import { type Invitation, presentInvitation, renderInvitation } from './invitation.ts'
import { lockInvitation, updateInvitation } from './queries.ts'
import { spent } from './spent-link.ts'

/** Of several who use a link at once, one succeeds. */
export const useLink = async ({ tx, now, audit }: Change, { id }: Invitation, personId: string) => {
  const row = oneOr404(await tx.query(lockInvitation, { id }), 'invitation')
  const present = presentInvitation({ record: row.record, now })
  if (present.status !== 'pending') throw spent('used')
  const record = renderInvitation({ ...present, status: 'accepted', personId, updatedAt: iso(now) })
  tx.write(updateInvitation, { id, status: 'accepted', record })
  audit(id, { action: 'invitation.accept', before: row.record, after: record })
}

/** What the user of a link supplies. */
export interface Given {
  readonly name?: string
  readonly password: string
  readonly currentPassword?: string
  readonly code?: string
}
