import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { answerWork, WorkPage, workQuery } from './answer-work.ts'

const endpoint = 'listMyWork'

export const listMyWork = reading({
  name: endpoint,
  summary:
    'What needs the reader, computed: late and due first; what waits stands where it began to wait, what nobody dated last',
  tag: 'Workspace',
  workspace: { path: '/my-work', roles: [...roles] },
  query: workQuery,
  response: WorkPage,
  errors: ['invalid_cursor'],
  run(call, { query }) {
    const { id, role = 'auditor' } = call.actor
    return answerWork(call, endpoint, { id, role, bounds: call.organizationId }, query)
  },
})
