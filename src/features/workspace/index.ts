import { boundOrganization } from '#shared/settings.ts'
import { getWorkOverview } from './get-work-overview.ts'
import { getWorkspaceLogo } from './get-workspace-logo.ts'
import { getWorkspaceSettings } from './get-workspace-settings.ts'
import { listChoices } from './list-choices.ts'
import { listMyWork } from './list-my-work.ts'
import { listPersonWork } from './list-person-work.ts'
import { removeWorkspaceLogo } from './remove-workspace-logo.ts'
import { createSavedView } from './saved-views/create-saved-view.ts'
import { deleteSavedView } from './saved-views/delete-saved-view.ts'
import { listSavedViews } from './saved-views/list-saved-views.ts'
import { boundViews } from './saved-views/saved-view.ts'
import { updateSavedView } from './saved-views/update-saved-view.ts'
import { setWorkspaceLogo } from './set-workspace-logo.ts'
import { updateWorkspaceSettings } from './update-workspace-settings.ts'

export const workspace = {
  bounds: [boundOrganization, boundViews],
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
    listSavedViews,
    createSavedView,
    updateSavedView,
    deleteSavedView,
  ],
}
