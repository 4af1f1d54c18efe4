import type { Change } from '#http/call.ts'
import { oneOr404 } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import type { PasskeyProof } from '#src/features/access/passkeys/prove-passkey.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { type Invitation, presentInvitation, renderInvitation } from './invitation.ts'
import { lockInvitation, updateInvitation } from './queries.ts'
import { spent } from './spent-link.ts'

/** Its maker was shown the link, so it is worth no more than they are, even if it was made while they were disabled. */
const isOfAdministrator = async ({ tx }: Change, { createdBy }: Invitation): Promise<boolean> => {
  if (createdBy === null) return true
  const [maker] = await tx.query(findPerson, { id: createdBy })
  return maker !== undefined && maker.role === 'admin' && !maker.disabled
}

/** Of several concurrent uses of a link, one succeeds. */
export const useLink = async (ctx: Change, { id }: Invitation, personId: string) => {
  const { tx, now, audit } = ctx
  const row = oneOr404(await tx.query(lockInvitation, { id }), 'invitation')
  const present = presentInvitation({ record: row.record, now })
  if (present.status !== 'pending') throw spent('used')
  if (!(await isOfAdministrator(ctx, present))) throw spent('revoked')
  const record = renderInvitation({ ...present, status: 'accepted', personId, updatedAt: iso(now) })
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
