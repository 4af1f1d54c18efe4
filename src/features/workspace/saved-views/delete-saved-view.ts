import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { lockChangeableView } from './lock-changeable-view.ts'
import { deleteView } from './queries.ts'
import { ViewParams } from './saved-view.ts'

export const deleteSavedView = changeEndpoint({
  name: 'deleteSavedView',
  summary: 'Delete a saved view: your own, or a shared one as an administrator',
  tag: 'Workspace',
  method: 'DELETE',
  workspace: { path: '/saved-views/{viewId}', roles: [...roles] },
  status: 204,
  action: 'saved_view.delete',
  params: ViewParams,
  response: Type.Null(),
  errors: ['not_found', 'forbidden_resource'],
  async run(change, { params: { viewId } }) {
    const { row } = await lockChangeableView(change, viewId)
    change.tx.write(deleteView, { id: viewId })
    change.audit(viewId, { before: row.record })
    return null
  },
})
