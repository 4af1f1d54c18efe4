import { getSettings, updateWorkspaceSettings } from './settings.ts'

export const workspace = { endpoints: [getSettings, updateWorkspaceSettings] }
