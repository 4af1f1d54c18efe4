import { anonymous } from '#http/access.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import type { Refusal } from '#http/errors.ts'
import { sha256Hex } from '#lib/hash.ts'
import { chargeAttempt } from '#src/features/access/attempts.ts'
import { type Invitation, readInvitation } from './invitation.ts'
import { findInvitation } from './queries.ts'
import { type SpentReason, spentLinkRefusal } from './spent-link.ts'

export interface UsableLink {
  readonly organizationId: string
  readonly invitation: Invitation
}

const tokenPattern = /^([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}$/

const reasons: Readonly<Record<Invitation['status'] | 'disabled', SpentReason>> = {
  // For the second of two concurrent uses of the link.
  pending: 'used',
  accepted: 'used',
  revoked: 'revoked',
  expired: 'expired',
  disabled: 'revoked',
}

/** The 401 for a link of an organization. The organization's audit trail names the link and the reason. */
export const unusableLinkRefusal = ({ organizationId, invitation }: UsableLink, why: keyof typeof reasons): Refusal =>
  spentLinkRefusal(reasons[why], { by: { ...anonymous, organizationId }, why, resourceId: invitation.id })

/** Charges a guess, although a link has 256 bits. Guesses do not block a person with a valid link. Throws 429. */
const refuseGuess = async (call: CommittingCall): Promise<Refusal> => {
  await chargeAttempt(call, 'link')
  return spentLinkRefusal('unknown')
}

/** Finds the invitation of a link's token, if the link still works. Throws 401 otherwise. */
export const requireInvitationLink = async (call: CommittingCall, token: string): Promise<UsableLink> => {
  const [, suffix] = tokenPattern.exec(token) ?? []
  if (suffix === undefined) throw await refuseGuess(call)
  const organizationId = `org_${suffix}`
  const [row] = await call.db.read(organizationId, findInvitation, { tokenSha256: sha256Hex(token) })
  if (!row) throw await refuseGuess(call)
  const link = { organizationId, invitation: readInvitation({ record: row.record, now: call.now }) }
  if (link.invitation.status === 'pending') return link
  await chargeAttempt(call, 'link')
  throw unusableLinkRefusal(link, link.invitation.status)
}
