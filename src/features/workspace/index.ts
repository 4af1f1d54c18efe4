import { getWorkspaceSettings } from './get-workspace-settings.ts'
import { updateWorkspaceSettings } from './update-workspace-settings.ts'

export const workspace = { endpoints: [getWorkspaceSettings, updateWorkspaceSettings] }
