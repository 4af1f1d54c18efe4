import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { findOwnLogin } from './logins/own-login.ts'
import { maxSessions, OpenSession, openSessions } from './open-sessions.ts'
import { findOrganization } from './queries.ts'

/** One of the caller's sessions, in any workspace that the current session covers. */
const OwnSession = Type.Object(
  { ...OpenSession.properties, workspace: Type.Object({ slug: Type.String(), name: Type.String() }) },
  { title: 'OwnSession' },
)

const ownSessions = async (call: Call): Promise<Static<typeof OwnSession>[]> => {
  const { memberships } = await findOwnLogin(call)
  const lists = await Promise.all(
    memberships.map(async ({ organization_id: id, subject_id: personId }) => {
      const [workspace] = await call.db.read(id, findOrganization, {})
      const sessions = workspace ? await openSessions(call, personId, id) : []
      return workspace ? sessions.map(session => ({ ...session, workspace })) : []
    }),
  )
  return lists
    .flat()
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, maxSessions)
}

export const listSessions = readEndpoint({
  name: 'listSessions',
  summary: 'List your sessions in every workspace that this session covers, newest first',
  tag: 'Account',
  workspace: { path: '/account/sessions', roles: [...roles] },
  response: Type.Object({ sessions: Type.Array(OwnSession) }),
  run: async call => ({ sessions: await ownSessions(call) }),
})
