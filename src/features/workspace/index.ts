import { boundOrganization } from '#shared/settings.ts'
import { getWorkOverview } from './get-work-overview.ts'
import { getWorkspaceLogo } from './get-workspace-logo.ts'
import { getWorkspaceSettings } from './get-workspace-settings.ts'
import { listChoices } from './list-choices.ts'
import { listMyWork } from './list-my-work.ts'
import { listPersonWork } from './list-person-work.ts'
import { removeWorkspaceLogo } from './remove-workspace-logo.ts'
import { setWorkspaceLogo } from './set-workspace-logo.ts'
import { updateWorkspaceSettings } from './update-workspace-settings.ts'

export const workspace = {
  bounds: [boundOrganization],
  endpoints: [
    listChoices,
    listMyWork,
    listPersonWork,
    getWorkOverview,
    getWorkspaceSettings,
    updateWorkspaceSettings,
    getWorkspaceLogo,
    setWorkspaceLogo,
    removeWorkspaceLogo,
  ],
}
