import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import type { Call } from '#api/call.ts'
import { reading } from '#api/endpoint.ts'
import { notFound } from '#api/family.ts'
import { Id, Nullable, Reference, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { findOwnLogin } from './logins/own-login.ts'
import { findOrganization, listOpenSessions } from './queries.ts'
import { SignedInWith } from './session.ts'

/** A session that has not ended, without its secret. */
const OpenSession = Type.Object(
  {
    id: Id('ses'),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    lastUsedAt: Timestamp,
    userAgent: Nullable(Type.String({ description: 'What the browser called itself at sign-in.' })),
    address: Nullable(Type.String({ description: 'The IP address at sign-in.' })),
    signedInWith: SignedInWith,
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  { title: 'OpenSession' },
)

const OpenSessions = Type.Object({ sessions: Type.Array(OpenSession) })

/** One of one's own, of any workspace that the session of the request speaks for. */
const OwnSession = Type.Object(
  { ...OpenSession.properties, workspace: Type.Object({ slug: Type.String(), name: Type.String() }) },
  { title: 'OwnSession' },
)

/** Nobody looks through more of their own; ending all others ends what is not shown too. */
const most = 200

const openSessions = async (
  call: Call,
  personId: string,
  organizationId = call.organizationId,
): Promise<Static<typeof OpenSession>[]> => {
  const idleSince = iso(call.now - call.settings.sessionIdle)
  const asked = [organizationId, personId, iso(call.now), most, idleSince]
  const rows = await call.db.read(organizationId, listOpenSessions, asked)
  if (rows.length === 0) throw notFound('person')
  const found = rows.filter(row => row.id !== null)
  return found.map(row => ({
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

const ownSessions = async (call: Call): Promise<Static<typeof OwnSession>[]> => {
  const { memberships } = await findOwnLogin(call)
  const found = await Promise.all(
    memberships.map(async ({ organization_id: id, subject_id: personId }) => {
      const [workspace] = await call.db.read(id, findOrganization, [id])
      const sessions = workspace ? await openSessions(call, personId, id) : []
      return workspace ? sessions.map(session => ({ ...session, workspace })) : []
    }),
  )
  return found
    .flat()
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, most)
}

export const listSessions = reading({
  name: 'listSessions',
  summary: 'Where you are signed in, newest first, in every workspace that this session speaks for',
  tag: 'Account',
  workspace: { path: '/account/sessions', roles: [...roles] },
  response: Type.Object({ sessions: Type.Array(OwnSession) }),
  run: async call => ({ sessions: await ownSessions(call) }),
})

export const listPersonSessions = reading({
  name: 'listPersonSessions',
  summary: 'Where somebody is signed in, newest first',
  tag: 'People',
  workspace: { path: '/people/{personId}/sessions', roles: ['admin'] },
  params: Type.Object({ personId: Reference('prs') }),
  response: OpenSessions,
  errors: ['not_found'],
  run: async (call, { params }) => ({ sessions: await openSessions(call, params.personId) }),
})
