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
export const spent = (about?: Refusal['detail']['about']) =>
  new Refusal('unauthorized', 'The link is unknown, used, revoked or expired; ask an administrator for a new one.', {
    ...(about && { about }),
  })

/** The same, and the trail of the organization says which link and why. */
export const refusedLink = ({ organizationId, invitation }: FoundLink, why: string): Refusal =>
  spent({ by: { ...anonymous, organizationId }, why, resourceId: invitation.id })

/** The invitation behind the token of a link, if it may still be used. Throws the 401 of a spent link. */
export const findLink = async (call: OwnCall, token: string): Promise<FoundLink> => {
  const [, suffix] = shape.exec(token) ?? []
  if (suffix === undefined) throw spent()
  const organizationId = `org_${suffix}`
  const [row] = await call.db.read(organizationId, findInvitation, [organizationId, sha256Hex(token)])
  if (!row) throw spent()
  const found = { organizationId, invitation: presentInvitation({ record: row.record, now: call.now }) }
  if (found.invitation.status === 'pending') return found
  throw refusedLink(found, found.invitation.status)
}
