import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Id } from '#http/schema.ts'
import { acceptsPasswordSession } from '#src/features/access/forced-sign-on/admit-session.ts'
import { findOwnLogin } from './own-login.ts'
import { findOwnWorkspaces } from './own-workspaces.ts'

export const listWorkspaces = readEndpoint({
  name: 'listWorkspaces',
  summary:
    'List the workspaces that this session may switch to without signing in again: all workspaces of the login if the session was opened with its password or a passkey',
  tag: 'Account',
  enrols: true,
  workspace: { path: '/account/workspaces', roles: [...roles] },
  response: Type.Object({
    workspaces: Type.Array(
      Type.Object({
        id: Id('org'),
        slug: Type.String(),
        name: Type.String(),
        role: Type.Enum([...roles]),
        current: Type.Boolean(),
      }),
    ),
  }),
  async run(call) {
    const workspaces = []
    for (const { id, slug, name, row } of await findOwnWorkspaces(call, await findOwnLogin(call))) {
      const current = id === call.organizationId
      if (!current && !(await acceptsPasswordSession(call.db, id, row))) continue
      workspaces.push({ id, slug, name, role: row.role, current })
    }
    return { workspaces }
  },
})
