import type { OwnCall } from '#api/endpoint.ts'
import { type Concerned, Refusal } from '#api/errors.ts'
import { anonymous } from '#api/identify.ts'
import { sha256Hex } from '#lib/hash.ts'
import { attempt } from '#src/features/access/attempts.ts'
import { type Invitation, presentInvitation } from './invitation.ts'
import { findInvitation } from './queries.ts'

export interface FoundLink {
  readonly organizationId: string
  readonly invitation: Invitation
}

const shape = /^([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}$/

/** The same for a link that is unknown, used, revoked or expired. */
export const spent = (...about: readonly Concerned[]) =>
  new Refusal('unauthorized', 'The link is unknown, used, revoked or expired; ask an administrator for a new one.', {
    ...(about.length > 0 && { about }),
  })

/** The same, and the trail of the organization says which link and why. */
export const refusedLink = ({ organizationId, invitation }: FoundLink, why: string): Refusal =>
  spent({ by: { ...anonymous, organizationId }, why, resourceId: invitation.id })

/** Guesses are charged, 256 bits long as a link is; whoever has one is not held up by those of others. Throws 429. */
const guessed = async (call: OwnCall): Promise<Refusal> => {
  await attempt(call, 'link')
  return spent()
}

/** The invitation behind the token of a link, if it may still be used. Throws the 401 of a spent link. */
export const findLink = async (call: OwnCall, token: string): Promise<FoundLink> => {
  const [, suffix] = shape.exec(token) ?? []
  if (suffix === undefined) throw await guessed(call)
  const organizationId = `org_${suffix}`
  const [row] = await call.db.read(organizationId, findInvitation, [organizationId, sha256Hex(token)])
  if (!row) throw await guessed(call)
  const found = { organizationId, invitation: presentInvitation({ record: row.record, now: call.now }) }
  if (found.invitation.status === 'pending') return found
  await attempt(call, 'link')
  throw refusedLink(found, found.invitation.status)
}
