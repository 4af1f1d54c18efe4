import { Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { renderWorkPage, WorkPage, workQuery } from './work-page.ts'

const endpoint = 'listPersonWork'

const findWorker = statement(
  'find_worker',
  { id: text },
  'select id, role, unit_ids from person where organization_id = :organization and id = :id',
)

export const listPersonWork = readEndpoint({
  name: endpoint,
  summary: 'List the work that needs a person, as they see it, in case they are away or can no longer sign in',
  tag: 'People',
  workspace: { path: '/people/{personId}/work', roles: ['admin'] },
  params: Type.Object({ personId: Reference('prs') }),
  query: workQuery,
  response: WorkPage,
  errors: ['invalid_cursor', 'not_found'],
  needs: ['workSources'],
  async run(call, { params: { personId }, query }) {
    const { organizationId } = call
    const { id, role, unit_ids: units } = firstOrNotFound(await call.read(findWorker, { id: personId }), 'person')
    return renderWorkPage(call, endpoint, { id, role, bounds: { organizationId, units } }, query)
  },
})
