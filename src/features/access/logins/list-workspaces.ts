import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { Id } from '#api/schema.ts'
import { findOwnLogin } from './own-login.ts'
import { workspacesOf } from './own-workspaces.ts'

export const listWorkspaces = reading({
  name: 'listWorkspaces',
  summary:
    'Where this session may go on without signing in again: every workspace of a login, if it was signed in with',
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
    const workspaces = await workspacesOf(call, await findOwnLogin(call))
    return {
      workspaces: workspaces.map(({ id, slug, name, row: { role } }) => {
        return { id, slug, name, role, current: id === call.organizationId }
      }),
    }
  },
})
