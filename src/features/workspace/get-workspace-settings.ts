import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { findSettings } from '#shared/settings.ts'
import { lockSettings } from './queries.ts'
import { settingsOf, showWorkspaceSettings, WorkspaceSettings } from './settings.ts'

export const getWorkspaceSettings = readEndpoint({
  name: 'getWorkspaceSettings',
  summary:
    'Get the settings of the workspace: name, self-decision, second person, time zone, place of the public holidays and whether the ledger is public',
  tag: 'Workspace',
  workspace: { path: '/settings', roles: [...roles] },
  response: WorkspaceSettings,
  async version({ tx, organizationId }) {
    const [row] = await tx.query(lockSettings, {})
    return row && { etag: showWorkspaceSettings(settingsOf(row)).etag, resourceId: organizationId }
  },
  errors: ['not_found'],
  async run(call) {
    const row = firstOrNotFound(await call.read(findSettings, {}), 'workspace')
    return showWorkspaceSettings(settingsOf(row))
  },
})
