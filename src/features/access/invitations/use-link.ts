import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import type { PasskeyProof } from '#src/features/access/passkeys/prove-passkey.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { type Invitation, readInvitation, renderInvitation } from './invitation.ts'
import { lockInvitation, updateInvitation } from './queries.ts'
import { spentLinkRefusal } from './spent-link.ts'

/** Whether the creator, who may have seen the link, is still an active administrator. */
const isCreatorAdministrator = async ({ tx }: Change, { createdBy }: Invitation): Promise<boolean> => {
  if (createdBy === null) return true
  const [creator] = await tx.query(findPerson, { id: createdBy })
  return creator !== undefined && creator.role === 'admin' && !creator.disabled
}

/** Marks a link as used. Only one of several concurrent uses succeeds. */
export const useLink = async (ctx: Change, { id }: Invitation, personId: string) => {
  const { tx, now, audit } = ctx
  const row = firstOrNotFound(await tx.query(lockInvitation, { id }), 'invitation')
  const current = readInvitation({ record: row.record, now })
  if (current.status !== 'pending') throw spentLinkRefusal('used')
  if (!(await isCreatorAdministrator(ctx, current))) throw spentLinkRefusal('revoked')
  const record = renderInvitation({ ...current, status: 'accepted', personId, updatedAt: iso(now) })
  tx.write(updateInvitation, { id, status: 'accepted', record })
  audit(id, { action: 'invitation.accept', before: row.record, after: record })
}

/** The input of the person who uses a link. */
export interface LinkInput {
  readonly name?: string
  readonly password: string
  readonly currentPassword?: string
  readonly code?: string
  readonly passkey?: PasskeyProof
}
