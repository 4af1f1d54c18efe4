import type { Change } from '#http/call.ts'
import { notify } from '#http/notify.ts'
import { addHoldersAsCustodians, recordMailbox } from '#src/features/access/custodians.ts'
import type { Person } from '#src/features/access/person.ts'
import type { Invitation } from './invitation.ts'

/**
 * Makes an inviter who saw the link a custodian, since they may have used it themselves. Also records people with the
 * same mailbox, and notifies the inviter. Call it after the person is stored.
 */
export const recordInviter = async (ctx: Change, { id, createdBy, shown = true }: Invitation, person: Person) => {
  if (createdBy !== null && shown)
    await addHoldersAsCustodians(ctx, person.id, { resourceId: id, shownTo: [createdBy] }, 'invitation_link')
  if (createdBy !== null) notify(ctx, { kind: 'invitation_accepted', personId: createdBy, recordId: person.id })
  await recordMailbox(ctx, person)
}
