import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { lockChangeableView } from './lock-changeable-view.ts'
import { updateView } from './queries.ts'
import { renderView, SavedView, type StoredView, ViewName, ViewParams, ViewQuery } from './saved-view.ts'
import { presentView, requireFreeName, unitToShare } from './view-rules.ts'

export const updateSavedView = changeEndpoint({
  name: 'updateSavedView',
  summary: 'Rename a saved view, replace its query, or share it: your own, or a shared one as an administrator',
  tag: 'Workspace',
  method: 'PATCH',
  workspace: { path: '/saved-views/{viewId}', roles: [...roles] },
  status: 200,
  action: 'saved_view.update',
  params: ViewParams,
  body: Type.Object({
    name: Type.Optional(ViewName),
    query: Type.Optional(ViewQuery),
    shared: Type.Optional(Type.Boolean()),
  }),
  response: SavedView,
  errors: ['not_found', 'forbidden_resource', 'conflict'],
  async run(change, { params: { viewId }, body }) {
    const { now, tx, actor, audit } = change
    const { row, maker } = await lockChangeableView(change, viewId)
    const before: StoredView = JSON.parse(row.record)
    const { name = before.name, query = before.query, shared = before.shared } = body
    const view = { ...before, name: name.trim(), query, shared, updatedAt: iso(now) }
    await requireFreeName(change, view)
    const record = renderView(view)
    // An administrator who changes a shared view does not move it to another unit.
    const unitId = shared && before.shared ? row.unit_id : unitToShare(shared, actor)
    tx.write(updateView, { id: viewId, name: view.name, shared, unitId, record })
    audit(viewId, { before: row.record, after: record, content: { unit_id: unitId } })
    return presentView(actor, view, maker.name)
  },
})
