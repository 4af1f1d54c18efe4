import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { pageLimit, pagePosition, pageQuery, renderPage } from '#api/page.ts'
import { Pagination } from '#api/schema.ts'
import { readWork, Work } from '#api/work.ts'
import { workKinds } from '#api/work-source.ts'

const endpoint = 'listMyWork'

export const listMyWork = reading({
  name: endpoint,
  summary:
    'What needs the reader, computed: late and due first; what waits stands where it began to wait, what nobody dated last',
  tag: 'Workspace',
  workspace: { path: '/my-work', roles: [...roles] },
  query: Type.Object({ kind: Type.Optional(Type.Enum([...workKinds])), ...pageQuery }),
  response: Type.Object({ work: Type.Array(Work), pagination: Pagination }),
  errors: ['invalid_cursor'],
  async run(call, { query }) {
    const { actor, organizationId, now } = call
    const { kind } = query
    const walk = {
      endpoint,
      plural: 'work',
      organization: organizationId,
      filters: { of: actor.id, ...(kind && { kind }) },
    }
    const asked = { now, kind, position: pagePosition(call, walk, query.cursor), limit: pageLimit(query) }
    const reader = { id: actor.id, role: actor.role ?? 'auditor', bounds: organizationId } as const
    const { work, next } = await readWork(call, reader, asked)
    return renderPage(
      call,
      walk,
      work.map(one => JSON.stringify(one)),
      next,
    )
  },
})
