import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { insertView, lockMaker } from './queries.ts'
import { renderView, SavedList, SavedView, type StoredView, ViewName, ViewQuery } from './saved-view.ts'
import { presentView, requireBelowViewLimit, requireFreeName, unitToShare } from './view-rules.ts'

export const createSavedView = changeEndpoint({
  name: 'createSavedView',
  summary: 'Save a view of a list under a name, for yourself or shared with the workspace. The limit is 100',
  tag: 'Workspace',
  method: 'POST',
  workspace: { path: '/saved-views', roles: [...roles] },
  status: 201,
  action: 'saved_view.create',
  body: Type.Object({ list: SavedList, name: ViewName, query: ViewQuery, shared: Type.Boolean() }),
  response: SavedView,
  errors: ['unprocessable', 'conflict'],
  async run(change, { body: { list, name, query, shared } }) {
    const { ids, now, tx, actor, audit } = change
    const maker = firstOrNotFound(await tx.query(lockMaker, { id: actor.id }), 'person')
    const [id, createdAt] = [ids.next('svw', now), iso(now)]
    const view: StoredView = {
      ...{ id, list, name: name.trim(), query, shared },
      ...{ createdBy: actor.id, createdAt, updatedAt: createdAt },
    }
    await requireBelowViewLimit(change, actor.id)
    await requireFreeName(change, view)
    const record = renderView(view)
    const unitId = unitToShare(shared, actor)
    tx.write(insertView, { id, createdBy: actor.id, list, name: view.name, shared, unitId, record })
    audit(id, { after: record, content: { unit_id: unitId } })
    return presentView(actor, view, maker.name)
  },
})
