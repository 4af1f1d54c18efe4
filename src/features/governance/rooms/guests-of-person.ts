import type { AuditDetail } from '#http/audit.ts'
import type { Change, RevocableLinks } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { Guest, renderGuest } from './guest.ts'
import {
  endSessionsOfGuest,
  findEnteredGuests,
  lockInvitedGuestsOf,
  revokeGuest,
  type StoredGuest,
} from './guest-queries.ts'

/** Revokes the link of a guest whose row is locked. The guest's sessions end at once. */
export const revokeLinkOf = (change: Change, { id, record: before }: StoredGuest, auditDetail: AuditDetail): void => {
  const { tx, now, identities, audit } = change
  const record = renderGuest({ ...readRecord(Guest, before), status: 'revoked', revokedAt: iso(now) })
  tx.write(revokeGuest, { id, record })
  tx.write(endSessionsOfGuest, { guestId: id })
  tx.afterCommit(identities.forget)
  audit(id, { ...auditDetail, before, after: record })
}

/**
 * When an administrator loses that role, revokes the guest links that they created and that no guest has opened. Guests
 * who have entered their room keep their link, so that they can continue their work.
 */
export const guestLinksOfPerson: RevocableLinks = {
  revokedOn: 'admin_role',
  async revoke(change, invitedBy) {
    const auditDetail = {
      action: 'room.guest.revoke',
      detail: 'the person who invited them is no longer an administrator',
    }
    const { tx, now } = change
    const invited = await tx.query(lockInvitedGuestsOf, { invitedBy, now: iso(now) })
    if (invited.length === 0) return
    const entered = new Set(
      (await tx.query(findEnteredGuests, { ids: invited.map(({ id }) => id) })).map(({ id }) => id),
    )
    for (const row of invited) if (!entered.has(row.id)) revokeLinkOf(change, row, auditDetail)
  },
}
