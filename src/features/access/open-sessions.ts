import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import type { Call } from '#api/call.ts'
import { reading } from '#api/endpoint.ts'
import { notFound } from '#api/family.ts'
import { Id, Nullable, Reference, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { listOpenSessions } from './queries.ts'
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

/** Nobody looks through more of their own; ending all others ends what is not shown too. */
const most = 200

const openSessions = async (call: Call, personId: string): Promise<Static<typeof OpenSessions>> => {
  const rows = await call.read(listOpenSessions, [
    call.organizationId,
    personId,
    iso(call.now),
    most,
    iso(call.now - call.settings.sessionIdle),
  ])
  if (rows.length === 0) throw notFound('person')
  const found = rows.filter(row => row.id !== null)
  return {
    sessions: found.map(row => ({
      id: row.id,
      createdAt: iso(row.created_at.getTime()),
      expiresAt: iso(row.expires_at.getTime()),
      lastUsedAt: iso(row.last_used_at.getTime()),
      userAgent: row.user_agent,
      address: row.address,
      signedInWith: row.opened_with,
      current: row.id === call.actor.credentialId,
    })),
  }
}

export const listSessions = reading({
  name: 'listSessions',
  summary: 'Where you are signed in, newest first',
  tag: 'Account',
  workspace: { path: '/account/sessions', roles: [...roles] },
  response: OpenSessions,
  run: call => openSessions(call, call.actor.id),
})

export const listPersonSessions = reading({
  name: 'listPersonSessions',
  summary: 'Where somebody is signed in, newest first',
  tag: 'People',
  workspace: { path: '/people/{personId}/sessions', roles: ['admin'] },
  params: Type.Object({ personId: Reference('prs') }),
  response: OpenSessions,
  errors: ['not_found'],
  run: (call, { params }) => openSessions(call, params.personId),
})
