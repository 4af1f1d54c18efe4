import type { Call, Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { recordCustodiansOfCaller } from '#src/features/access/custodians.ts'
import type { Person } from '#src/features/access/person.ts'
import { type Invitation, linkLifetimes, renderInvitation } from './invitation.ts'
import { letterForLink } from './letters.ts'
import { findOrganizationName, insertInvitation, lockPendingInvitations } from './queries.ts'
import { revokeLink } from './revoke-link.ts'

type InvitationInput = Pick<Invitation, 'email' | 'name' | 'role' | 'unitIds' | 'purpose' | 'personId' | 'createdBy'>

/** A link that is not stored yet, although it may have been mailed. */
interface Link {
  readonly invitation: Invitation
  /** Absent if the link was mailed and should not be shown. */
  readonly url?: string
  /** Stores the link, and revokes earlier links for the same address. */
  store(ctx: Change): Promise<void>
}

const revokeEarlier = async (ctx: Change, { email }: Invitation): Promise<void> => {
  for (const row of await ctx.tx.query(lockPendingInvitations, { email }))
    revokeLink(ctx, row, 'replaced by a new link')
}

/**
 * Generates a link. Its token contains the organization's id and is in the fragment, which browsers do not send. Only
 * the token's SHA-256 is stored.
 */
const newLink = ({ ids, now, settings }: Call, organizationId: string, input: InvitationInput) => {
  const token = `${organizationId.slice('org_'.length)}_${randomToken()}`
  const createdAt = iso(now)
  const invitation: Invitation = {
    ...input,
    id: ids.next('inv', now),
    status: 'pending',
    mailed: false,
    createdAt,
    expiresAt: iso(now + linkLifetimes[input.purpose]),
    updatedAt: createdAt,
  }
  return { invitation, url: `${settings.url}/invitation#${token}`, sha256: sha256Hex(token) }
}

const storeLink = async (ctx: Change, invitation: Invitation, sha256: string): Promise<void> => {
  await revokeEarlier(ctx, invitation)
  const { id, purpose, email, status, createdAt, expiresAt } = invitation
  const record = renderInvitation(invitation)
  const { tx, audit } = ctx
  tx.write(insertInvitation, { id, purpose, email, tokenSha256: sha256, status, createdAt, expiresAt, record })
  recordCustodiansOfCaller(ctx, id)
  audit(id, { after: record, action: 'invitation.create' })
}

/**
 * Creates a link and mails it. The mail is sent before the row is written, because the row records whether it was sent,
 * and no database connection should wait for a mail server. A link whose row is never written admits no one. A mailed
 * link is shown only on request, because anyone who sees it could act as the person.
 */
export const createLink = async (
  call: Call,
  organizationId: string,
  input: InvitationInput,
  show = false,
): Promise<Link> => {
  const { db, mail } = call
  const { invitation: draft, url, sha256 } = newLink(call, organizationId, input)
  const [organization] = mail.configured ? await db.read(organizationId, findOrganizationName, {}) : []
  const mailed = organization
    ? await mail.send(letterForLink({ invitation: draft, organization: organization.name, url }))
    : false
  const shown = show || !mailed
  const invitation = { ...draft, mailed, shown }
  return { invitation, ...(shown && { url }), store: ctx => storeLink(ctx, invitation, sha256) }
}

/** Creates a link, valid for a day, that lets a person without a password choose one. */
export const firstLink = async (
  ctx: Change,
  { id, email, name, role }: Pick<Person, 'id' | 'email' | 'name' | 'role'>,
): Promise<string> => {
  const { organizationId, actor } = ctx
  const createdBy = actor.kind === 'person' ? actor.id : null
  const input = { email, name, role, purpose: 'password_reset', personId: id, createdBy } as const
  const { invitation, url, sha256 } = newLink(ctx, organizationId, input)
  await storeLink(ctx, { ...invitation, shown: true }, sha256)
  return url
}
