import type { Change, KeptLinks } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { Invitation, presentInvitation, renderInvitation } from './invitation.ts'
import { lockLinksMadeBy, updateInvitation } from './queries.ts'

interface Stored {
  readonly id: string
  readonly record: string
}

/** Revokes a locked link as a consequence of another change. */
export const revokeLink = ({ tx, now, audit }: Change, { id, record: before }: Stored, detail: string): void => {
  const after = renderInvitation({ ...readRecord(Invitation, before), status: 'revoked', updatedAt: iso(now) })
  tx.write(updateInvitation, { id, status: 'revoked', record: after })
  audit(id, { action: 'invitation.revoke', before, after, detail })
}

/** A former administrator must not come back by a link that was shown to them. */
export const linksOfPerson: KeptLinks = {
  until: 'administration',
  async revoke(change, createdBy) {
    for (const row of await change.tx.query(lockLinksMadeBy, { createdBy }))
      if (presentInvitation({ record: row.record, now: change.now }).status === 'pending')
        revokeLink(change, row, 'its maker is no longer an administrator')
  },
}
