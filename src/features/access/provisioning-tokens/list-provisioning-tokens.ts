import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { ListedProvisioningToken, renderListedToken } from './provisioning-token.ts'
import { selectProvisioningTokens as listAll } from './queries.ts'

const endpoint = 'listProvisioningTokens'

export const listProvisioningTokens = reading({
  name: endpoint,
  summary: 'List provisioning tokens with the times of their latest requests, newest first; never the secret texts',
  tag: 'Provisioning',
  workspace: { path: '/provisioning-tokens', roles: ['admin', 'auditor'] },
  wholeWorkspace: true,
  query: Type.Object(pageQuery),
  response: Type.Object({ provisioningTokens: Type.Array(ListedProvisioningToken), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint,
      plural: 'provisioningTokens',
      read: position => call.read(listAll, position),
      filters: {},
      query,
      render: row => renderListedToken(row, call.now),
    }),
})
