import { statement, text } from '#db/statement.ts'
import type { Change, RevocableLinks } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { nextHoldStatus, writeHold } from './holds/change-hold.ts'
import { noReleaseRequest, readHold } from './holds/hold.ts'
import { claimTitleOf } from './holds/queries.ts'
import { readDestruction, renderDestruction } from './keys/destruction.ts'
import { endDestruction, lockRequestedDestruction } from './keys/queries.ts'

const lockHoldsByRequester = statement(
  'lock_retention_holds_requested_by',
  { askedBy: text },
  `select h.id, h.record, ${claimTitleOf('h')} as claim_title from retention_hold h
    where h.organization_id = :organization and h.status = 'releasing' and h.release_asked_by = :askedBy
    order by h.id for no key update of h`,
)

const detail = 'the requester is no longer an administrator'
const withdrawal = { action: 'storage.hold.release.withdraw', detail }

const withdrawDestruction = async (change: Change, askedBy: string): Promise<void> => {
  const { tx, now, actor, audit } = change
  const [row] = await tx.query(lockRequestedDestruction, {})
  if (row?.asked_by !== askedBy) return
  const outcome = { status: 'withdrawn', endedBy: actor.id, endedAt: iso(now) } as const
  const record = renderDestruction({ ...readDestruction(row), ...outcome })
  tx.write(endDestruction, { id: row.id, status: 'withdrawn', record })
  audit(row.id, {
    action: 'storage.key.destruction.withdraw',
    before: row.record,
    after: record,
    detail,
  })
}

/**
 * Withdraws the unconfirmed requests of a person who is no longer an administrator: otherwise a single administrator
 * could complete them.
 */
export const requestsOfPerson: RevocableLinks = {
  revokedOn: 'admin_role',
  async revoke(change, askedBy) {
    for (const row of await change.tx.query(lockHoldsByRequester, { askedBy }))
      writeHold(
        change,
        row,
        { status: nextHoldStatus(readHold(row).status, 'withdraw'), ...noReleaseRequest },
        withdrawal,
      )
    await withdrawDestruction(change, askedBy)
  },
}
