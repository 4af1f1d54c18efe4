import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { renderWorkPage, WorkPage, workQuery } from './work-page.ts'

const endpoint = 'listMyWork'

export const listMyWork = readEndpoint({
  name: endpoint,
  summary:
    'List the work that needs the caller, computed on demand, by due date or by when it started to wait; work without a date comes last',
  tag: 'Workspace',
  workspace: { path: '/my-work', roles: [...roles] },
  query: workQuery,
  response: WorkPage,
  errors: ['invalid_cursor'],
  needs: ['workSources'],
  run(call, { query }) {
    const { id, role = 'auditor' } = call.actor
    return renderWorkPage(call, endpoint, { id, role, bounds: call.organizationId }, query)
  },
})
