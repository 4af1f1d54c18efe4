import { boundOrganization } from '#api/settings.ts'
import { getWorkspaceSettings } from './get-workspace-settings.ts'
import { updateWorkspaceSettings } from './update-workspace-settings.ts'

export const workspace = { bounds: [boundOrganization], endpoints: [getWorkspaceSettings, updateWorkspaceSettings] }
