import { changeEndpoint } from '#http/endpoint.ts'
import { setLogo, WorkspaceLogo } from './logo.ts'

export const removeWorkspaceLogo = changeEndpoint({
  name: 'removeWorkspaceLogo',
  summary: 'Remove the logo of the workspace',
  tag: 'Workspace',
  method: 'DELETE',
  workspace: { path: '/logo', roles: ['admin'] },
  status: 200,
  action: 'workspace.logo.remove',
  response: WorkspaceLogo,
  async run({ tx, organizationId, audit }) {
    tx.write(setLogo, { png: null, sha256: null })
    audit(organizationId, {})
    return { png: null, sha256: null }
  },
})
