import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { listViews, listViewsOfList } from './queries.ts'
import { SavedList, SavedView } from './saved-view.ts'
import { presentView } from './view-rules.ts'

const endpoint = 'listSavedViews'

export const listSavedViews = readEndpoint({
  name: endpoint,
  summary: 'List the saved views of lists that you see, newest first: your own and shared ones',
  tag: 'Workspace',
  workspace: { path: '/saved-views', roles: [...roles] },
  query: Type.Object({ ...pageQuery, list: Type.Optional(SavedList) }),
  response: Type.Object({ savedViews: Type.Array(SavedView), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query }) {
    const { actor } = call
    const personId = actor.id
    const { list } = query
    return respondWithPage(call, {
      endpoint,
      plural: 'savedViews',
      query,
      filters: { personId, ...(list && { list }) },
      read: async page => {
        const rows = await (list
          ? call.read(listViewsOfList, { ...page, personId, list })
          : call.read(listViews, { ...page, personId }))
        return rows.map(({ id, record, created_by_name: name }) => ({
          id,
          record: JSON.stringify(presentView(actor, JSON.parse(record), name)),
        }))
      },
    })
  },
})
