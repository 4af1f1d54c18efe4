import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { OpenSession, openSessions } from './open-sessions.ts'

export const listPersonSessions = readEndpoint({
  name: 'listPersonSessions',
  summary: 'List the sessions of a person, newest first',
  tag: 'People',
  workspace: { path: '/people/{personId}/sessions', roles: ['admin'] },
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Object({ sessions: Type.Array(OpenSession) }),
  errors: ['not_found'],
  run: async (call, { params }) => ({ sessions: await openSessions(call, params.personId) }),
})
