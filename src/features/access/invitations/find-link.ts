import { anonymous } from '#http/access.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import type { Refusal } from '#http/errors.ts'
import { sha256Hex } from '#lib/hash.ts'
import { chargeAttempt } from '#src/features/access/attempts.ts'
import { type Invitation, presentInvitation } from './invitation.ts'
import { findInvitation } from './queries.ts'
import { type Spent, spent } from './spent-link.ts'

export interface FoundLink {
  readonly organizationId: string
  readonly invitation: Invitation
}

const shape = /^([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}$/

const reasons: Readonly<Record<Invitation['status'] | 'disabled', Spent>> = {
  // For all but one of several concurrent uses of a link.
  pending: 'used',
  accepted: 'used',
  revoked: 'revoked',
  expired: 'expired',
  disabled: 'revoked',
}

/** The 401 for a link of an organization; its audit trail names the link and the reason. */
export const refusedLink = ({ organizationId, invitation }: FoundLink, why: keyof typeof reasons): Refusal =>
  spent(reasons[why], { by: { ...anonymous, organizationId }, why, resourceId: invitation.id })

/** Guesses are charged although a link has 256 bits; they do not block the holder of a valid link. Throws 429. */
const guessed = async (call: CommittingCall): Promise<Refusal> => {
  await chargeAttempt(call, 'link')
  return spent('unknown')
}

/** The invitation behind the token of a link, if it can still be used. Throws a 401 for a spent link. */
export const findInvitationLink = async (call: CommittingCall, token: string): Promise<FoundLink> => {
  const [, suffix] = shape.exec(token) ?? []
  if (suffix === undefined) throw await guessed(call)
  const organizationId = `org_${suffix}`
  const [row] = await call.db.read(organizationId, findInvitation, { tokenSha256: sha256Hex(token) })
  if (!row) throw await guessed(call)
  const found = { organizationId, invitation: presentInvitation({ record: row.record, now: call.now }) }
  if (found.invitation.status === 'pending') return found
  await chargeAttempt(call, 'link')
  throw refusedLink(found, found.invitation.status)
}
