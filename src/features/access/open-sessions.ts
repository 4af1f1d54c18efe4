import { type Static, Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { notFound } from '#http/errors.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { listOpenSessions } from './queries.ts'
import { SignedInWith } from './signed-in-with.ts'

/** A session that has not ended, without its secret. */
export const OpenSession = Type.Object(
  {
    id: Id('ses'),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    lastUsedAt: Timestamp,
    userAgent: Nullable(Type.String({ description: "The browser's user agent at sign-in." })),
    address: Nullable(Type.String({ description: 'The IP address at sign-in.' })),
    signedInWith: SignedInWith,
    current: Type.Boolean({ description: 'Whether this is the session of the request.' }),
  },
  { title: 'OpenSession' },
)

/** The maximum number of listed sessions. Ending all other sessions also ends unlisted ones. */
export const maxSessions = 200

/** Lists the sessions of a person that have not ended, newest first. Throws 404 for an unknown person. */
export const openSessions = async (
  call: Call,
  personId: string,
  organizationId = call.organizationId,
): Promise<Static<typeof OpenSession>[]> => {
  const idleSince = iso(call.now - call.settings.sessionIdle)
  const query = { personId, now: iso(call.now), limit: maxSessions, usedSince: idleSince }
  const rows = await call.db.read(organizationId, listOpenSessions, query)
  if (rows.length === 0) throw notFound('person')
  const sessions = rows.filter(row => row.id !== null)
  return sessions.map(row => ({
    id: row.id,
    createdAt: iso(row.created_at.getTime()),
    expiresAt: iso(row.expires_at.getTime()),
    lastUsedAt: iso(row.last_used_at.getTime()),
    userAgent: row.user_agent,
    address: row.address,
    signedInWith: row.opened_with,
    current: row.id === call.actor.credentialId,
  }))
}
