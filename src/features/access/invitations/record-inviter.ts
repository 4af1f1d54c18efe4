import type { Change } from '#http/call.ts'
import { addHoldersAsCustodians, recordMailbox } from '#src/features/access/custodians.ts'
import type { Person } from '#src/features/access/person.ts'
import type { Invitation } from './invitation.ts'

/**
 * Makes the inviter a custodian: if they were shown the link, they may be the one who follows it. Call it once the
 * person is stored.
 */
export const recordInviter = async (ctx: Change, { id, createdBy, shown = true }: Invitation, person: Person) => {
  if (createdBy !== null && shown)
    await addHoldersAsCustodians(ctx, person.id, { resourceId: id, shownTo: [createdBy] }, 'invitation_link')
  await recordMailbox(ctx, person)
}
