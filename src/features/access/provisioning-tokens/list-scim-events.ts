import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import type { NamedRecord } from '#shared/title-source.ts'
import { readScimEvent, ScimEvent, showScimEvent } from '#src/features/access/scim/event.ts'
import { selectScimEvents as listAll, listFailedScimEvents } from './queries.ts'

const endpoint = 'listScimEvents'

export const listScimEvents = readEndpoint({
  name: endpoint,
  summary: 'List the requests of identity providers (SCIM), newest first; Probata keeps them for 90 days',
  tag: 'Provisioning',
  workspace: { path: '/scim-events', roles: ['admin', 'auditor'] },
  wholeWorkspace: true,
  query: Type.Object({
    outcome: Type.Optional(Type.Enum(['failed'], { description: 'Only requests that failed.' })),
    ...pageQuery,
  }),
  response: Type.Object({ scimEvents: Type.Array(ScimEvent), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['findTitles'],
  run(call, { query }) {
    let titles: ReadonlyMap<string, NamedRecord> = new Map()
    return respondWithPage(call, {
      endpoint,
      plural: 'scimEvents',
      async read(position) {
        const rows = await call.read(query.outcome ? listFailedScimEvents : listAll, position)
        const ids = rows.flatMap(({ record }) => readScimEvent(record).targetId ?? [])
        titles = await call.findTitles(call.read, [...new Set(ids)])
        return rows
      },
      filters: query.outcome ? { outcome: query.outcome } : {},
      query,
      render: ({ record }) => JSON.stringify(showScimEvent(readScimEvent(record), titles)),
    })
  },
})
