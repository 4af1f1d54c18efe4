import type { Call, Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { recordCustodiansOfCaller } from '#src/features/access/custodians.ts'
import type { Person } from '#src/features/access/person.ts'
import { type Invitation, lifetimes, renderInvitation } from './invitation.ts'
import { letterWith } from './letters.ts'
import { findOrganizationName, insertInvitation, lockPendingInvitations } from './queries.ts'
import { revokeLink } from './revoke-link.ts'

type Wanted = Pick<Invitation, 'email' | 'name' | 'role' | 'unitIds' | 'purpose' | 'personId' | 'createdBy'>

/** A link that is mailed but not yet stored. */
interface Link {
  readonly invitation: Invitation
  /** Absent if it was mailed and should not be shown. */
  readonly url?: string
  /** Stores it; earlier links for the same address are revoked. */
  write(ctx: Change): Promise<void>
}

const revokeEarlier = async (ctx: Change, { email }: Invitation): Promise<void> => {
  for (const row of await ctx.tx.query(lockPendingInvitations, { email }))
    revokeLink(ctx, row, 'replaced by a new link')
}

/**
 * A new link. Its token names the organization and is in the fragment, which browsers do not send; only its SHA-256 is
 * stored.
 */
const newLink = ({ ids, now, settings }: Call, organizationId: string, wanted: Wanted) => {
  const token = `${organizationId.slice('org_'.length)}_${randomToken()}`
  const at = iso(now)
  const invitation: Invitation = {
    ...wanted,
    id: ids.next('inv', now),
    status: 'pending',
    mailed: false,
    createdAt: at,
    expiresAt: iso(now + lifetimes[wanted.purpose]),
    updatedAt: at,
  }
  return { invitation, url: `${settings.url}/invitation#${token}`, sha256: sha256Hex(token) }
}

const write = async (ctx: Change, invitation: Invitation, sha256: string): Promise<void> => {
  await revokeEarlier(ctx, invitation)
  const { id, purpose, email, status, createdAt, expiresAt } = invitation
  const record = renderInvitation(invitation)
  const { tx, audit } = ctx
  tx.write(insertInvitation, { id, purpose, email, tokenSha256: sha256, status, createdAt, expiresAt, record })
  recordCustodiansOfCaller(ctx, id)
  audit(id, { after: record, action: 'invitation.create' })
}

/**
 * Creates a link and mails it. The mail is sent before the row is written: the row says whether it was sent, and no
 * database connection waits for a mail server. A link whose row is never written lets no one in. A mailed link is shown
 * only on request, because anyone who sees it could act as the person.
 */
export const makeLink = async (call: Call, organizationId: string, wanted: Wanted, show = false): Promise<Link> => {
  const { db, mail } = call
  const { invitation: unsent, url, sha256 } = newLink(call, organizationId, wanted)
  const [organization] = mail.configured ? await db.read(organizationId, findOrganizationName, {}) : []
  const mailed = organization
    ? await mail.send(letterWith({ invitation: unsent, organization: organization.name, url }))
    : false
  const shown = show || !mailed
  const invitation = { ...unsent, mailed, shown }
  return { invitation, ...(shown && { url }), write: ctx => write(ctx, invitation, sha256) }
}

/** A link, valid for a day, with which a person without a password chooses one. */
export const firstLink = async (
  ctx: Change,
  { id, email, name, role }: Pick<Person, 'id' | 'email' | 'name' | 'role'>,
): Promise<string> => {
  const { organizationId, actor } = ctx
  const createdBy = actor.kind === 'person' ? actor.id : null
  const wanted = { email, name, role, purpose: 'password_reset', personId: id, createdBy } as const
  const { invitation, url, sha256 } = newLink(ctx, organizationId, wanted)
  await write(ctx, { ...invitation, shown: true }, sha256)
  return url
}
