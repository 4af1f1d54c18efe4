import type { Change, RevocableLinks } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { Invitation, readInvitation, renderInvitation } from './invitation.ts'
import { lockLinksCreatedBy, updateInvitation } from './queries.ts'

interface StoredInvitation {
  readonly id: string
  readonly record: string
}

/** Revokes a locked link as a consequence of another change. */
export const revokeLink = (
  { tx, now, audit }: Change,
  { id, record: before }: StoredInvitation,
  detail: string,
): void => {
  const after = renderInvitation({ ...readRecord(Invitation, before), status: 'revoked', updatedAt: iso(now) })
  tx.write(updateInvitation, { id, status: 'revoked', record: after })
  audit(id, { action: 'invitation.revoke', before, after, detail })
}

/** A former administrator must not regain access by a link that was shown to them. */
export const linksOfPerson: RevocableLinks = {
  revokedOn: 'admin_role',
  async revoke(change, createdBy) {
    for (const row of await change.tx.query(lockLinksCreatedBy, { createdBy }))
      if (readInvitation({ record: row.record, now: change.now }).status === 'pending')
        revokeLink(change, row, 'its maker is no longer an administrator')
  },
}
