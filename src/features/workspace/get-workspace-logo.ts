import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { findLogo, WorkspaceLogo } from './logo.ts'

export const getWorkspaceLogo = readEndpoint({
  name: 'getWorkspaceLogo',
  summary: 'Get the logo of the workspace',
  tag: 'Workspace',
  workspace: { path: '/logo', roles: [...roles] },
  response: WorkspaceLogo,
  async run({ read }) {
    const [logo] = await read(findLogo, {})
    return logo ?? { png: null, sha256: null }
  },
})
