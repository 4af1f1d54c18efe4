import { beginCall, change } from '#api/call.ts'
import type { OwnCall } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { anonymous } from '#api/identify.ts'
import { sha256Hex } from '#lib/hash.ts'
import { type Invitation, presentInvitation } from './invitation.ts'
import { findInvitation } from './queries.ts'

export interface FoundLink {
  readonly organizationId: string
  readonly invitation: Invitation
}

const shape = /^([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}$/

/** The same for a link that is unknown, used, revoked or expired. */
export const spent = () =>
  new Refusal('unauthorized', 'The link is unknown, used, revoked or expired; ask an administrator for a new one.')

/** Leaves a refusal of a link in the trail of its organization, and answers the error to throw. */
export const refuseLink = async (
  call: OwnCall,
  { organizationId, invitation }: FoundLink,
  detail: string,
): Promise<Refusal> => {
  const actor = { ...anonymous, organizationId }
  await call.db.transaction(organizationId, tx =>
    change(beginCall(call, actor, call.requestId), tx, 'invitation.accept', null).audit(invitation.id, {
      outcome: 'refused',
      detail,
    }),
  )
  return spent()
}

/** The invitation behind the token of a link, if it may still be used. Throws the 401 of a spent link. */
export const findLink = async (call: OwnCall, token: string): Promise<FoundLink> => {
  const [, suffix] = shape.exec(token) ?? []
  if (suffix === undefined) throw spent()
  const organizationId = `org_${suffix}`
  const [row] = await call.db.read(organizationId, findInvitation, [organizationId, sha256Hex(token)])
  if (!row) throw spent()
  const found = { organizationId, invitation: presentInvitation({ record: row.record, now: call.now }) }
  if (found.invitation.status === 'pending') return found
  throw await refuseLink(call, found, found.invitation.status)
}
